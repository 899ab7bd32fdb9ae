// Calls and tests that plain Python says as well.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/dataflow.h"
#include "fix/module_scope.h"
#include "fix/terms.h"
#include "fix/transformations.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// A list, dict or set that is certainly of this very class: written here, and nowhere replaced.
bool IsWrittenHere(const Finding& finding, ExprId expr) {
  if (finding.If<syntax::Name>(expr) && finding.function) {
    const Variables variables(finding, finding.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(expr);
    expr = slot ? variables.OnlyValue(*slot) : ExprId();
  }
  if (finding.If<syntax::Dict>(expr) || finding.If<syntax::Sequence>(expr)) return true;
  const auto* made = finding.If<syntax::Comprehension>(expr);
  return made && made->kind != syntax::ComprehensionKind::Generator;
}

// Whether a loop takes its values from the expression, perhaps by enumerate or zip.
bool IsIterated(const Finding& finding, ExprId expr) {
  const ExprId outer = finding.parents.Parent(expr);
  if (const auto* call = finding.If<syntax::Call>(outer)) {
    const std::string_view name = finding.BuiltinName(call->callee);
    return (name == "enumerate" || name == "zip") && IsIterated(finding, outer);
  }
  const auto* loop = finding.If<syntax::For>(finding.parents.Statement(expr));
  if (loop && loop->iterable == expr) return !loop->is_async;
  const auto* made = finding.If<syntax::Comprehension>(outer);
  return made && std::any_of(made->clauses.begin(), made->clauses.end(),
                             [&](const auto& clause) { return clause.iterable == expr; });
}

// The x of `id(x)`.
ExprId Identified(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call || call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional ||
      finding.BuiltinName(call->callee) != "id")
    return {};
  return call->args[0].value;
}

}  // namespace

// for step in tqdm(steps, disable=True)
std::optional<Proposal> DropDisabledBar(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const bool range = name.starts_with("tqdm.") && name.ends_with(".trange");
  if (!range && !(name.starts_with("tqdm.") && name.ends_with(".tqdm"))) return std::nullopt;
  const bool iterated = IsIterated(finding, finding.expr);
  if (!iterated) return Declined{"the bar is used for more than its loop"};
  if (!IsLiteral(finding, Argument(*call, -1, "disable"), syntax::LiteralKind::True))
    return Declined{
        "without the call the bar would be lost; iterate over the values themselves "
        "where the code is compiled"};
  std::string kept;
  for (const syntax::Arg& arg : call->args) {
    const bool positional = arg.kind == syntax::ArgKind::Positional;
    if ((positional && (range || kept.empty())) || arg.name == "iterable")
      kept += (kept.empty() ? "" : ", ") + OneLine(finding, arg.value);
    else if (positional || arg.kind != syntax::ArgKind::Keyword || !IsPlainRead(finding, arg.value))
      return Declined{"what the arguments of the bar do is not known"};
  }
  if (kept.empty() || (range && !IsUnshadowed(finding, "range"))) return std::nullopt;
  Rewriter rewriter(finding);
  ReplaceWhole(finding, finding.expr, range ? "range(" + kept + ")" : kept, rewriter);
  return rewriter.Finish("iterate without the bar, which is disabled", Applicability::Safe);
}

// copy.copy(d)
std::optional<Proposal> CopyByMethod(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.NameOf(call->callee) != "copy.copy" || call->args.size() != 1 ||
      call->args[0].kind == syntax::ArgKind::Star ||
      call->args[0].kind == syntax::ArgKind::DoubleStar)
    return std::nullopt;
  const ExprId copied = call->args[0].value;
  const infer::ExprFact& fact = finding.Fact(copied);
  if (!fact.Is(FactKind::Dict) && !fact.Is(FactKind::List) && !fact.Is(FactKind::Set))
    return Declined{
        "what is copied is not known to be a list, dict or set, which have a `copy()` "
        "of their own"};
  Rewriter rewriter(finding);
  const bool enclosed = finding.If<syntax::Dict>(copied) ||
                        finding.If<syntax::Comprehension>(copied) ||
                        finding.If<syntax::Sequence>(copied);
  const std::string text = enclosed ? OneLine(finding, copied) : RenderOperand(finding, copied, {});
  ReplaceWhole(finding, finding.expr, text + ".copy()", rewriter);
  if (IsWrittenHere(finding, copied))
    return rewriter.Finish("copy by its own method", Applicability::Safe);
  return rewriter.Finish("copy by its own method", Applicability::Unsafe,
                         "what is of a class derived from dict, list or set is copied without its "
                         "attributes, as the class it is derived from");
}

// np.isscalar(k)
std::optional<Proposal> TestByIsinstance(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.NameOf(call->callee) != "numpy.isscalar" || !HasOnly(*call, 1, {"element"}))
    return std::nullopt;
  const ExprId tested = Argument(*call, 0, "element");
  if (!tested || !IsUnshadowed(finding, "isinstance")) return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(tested);
  if ((fact.tensor && fact.tensor->numpy) || finding.NameOf(tested).starts_with("numpy."))
    return Declined{"it is NumPy's, of which isinstance says no; test its dimensions"};
  Rewriter rewriter(finding);
  ReplaceWhole(finding, finding.expr,
               "isinstance(" + OneLine(finding, tested) + ", (int, float, complex, str, bytes))",
               rewriter);
  return rewriter.Finish("test by isinstance", Applicability::Unsafe,
                         "scalars of NumPy, decimals and fractions are no longer taken as scalars");
}

// id(a) == id(b)
std::optional<Proposal> CompareByIs(const Finding& finding) {
  const auto* compare = finding.If<syntax::Compare>(finding.expr);
  if (!compare || compare->ops.size() != 1 ||
      (compare->ops[0] != syntax::CompareOp::Eq && compare->ops[0] != syntax::CompareOp::NotEq))
    return std::nullopt;
  const ExprId left = Identified(finding, compare->left);
  const ExprId right = Identified(finding, compare->rights[0]);
  if (!left || !right) return std::nullopt;
  const bool same = compare->ops[0] == syntax::CompareOp::Eq;
  Rewriter rewriter(finding);
  ReplaceWhole(finding, finding.expr,
               RenderOperand(finding, left, {}) + (same ? " is " : " is not ") +
                   RenderOperand(finding, right, {}),
               rewriter);
  if (finding.If<syntax::Name>(left) && finding.If<syntax::Name>(right))
    return rewriter.Finish("compare by `is`", Applicability::Safe);
  return rewriter.Finish("compare by `is`", Applicability::Unsafe,
                         "an object that is freed before the other one is made may have had the "
                         "same id, and is another one");
}

// Batch(x=y), where Batch is a TypedDict
std::optional<Proposal> WriteDict(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || !finding.Fact(call->callee).Is(FactKind::Class)) return std::nullopt;
  const syntax::ClassId cls = ClassNamed(finding, finding.NameOf(call->callee));
  if (!cls) return std::nullopt;
  if (!DerivesFrom(finding, cls, {"typing.TypedDict", "typing_extensions.TypedDict"}))
    return std::nullopt;
  Rewriter rewriter(finding);
  const bool keywords =
      std::all_of(call->args.begin(), call->args.end(),
                  [](const syntax::Arg& arg) { return arg.kind == syntax::ArgKind::Keyword; });
  const source::Span whole = finding.tree()[finding.expr].span;
  const std::uint32_t callee = finding.tree()[call->callee].span.end;
  const std::string_view opening = finding.Text(source::Span{callee, whole.end});
  if (!keywords || !opening.starts_with('(')) {
    if (!IsUnshadowed(finding, "dict")) return std::nullopt;
    rewriter.Replace(call->callee, "dict");
    return rewriter.Finish("make the dict that it is", Applicability::Safe);
  }
  for (const syntax::Arg& arg : call->args) {
    const std::string_view text = finding.Text(arg.span);
    const std::size_t value = text.find_first_not_of(" \t", text.find('=') + 1);
    const std::uint32_t begin = arg.span.begin;
    rewriter.Replace(source::Span{begin, begin + static_cast<std::uint32_t>(value)},
                     "\"" + arg.name.str() + "\": ");
  }
  rewriter.Replace(source::Span{whole.begin, callee + 1}, "{");
  rewriter.Replace(source::Span{whole.end - 1, whole.end}, "}");
  return rewriter.Finish("write the dict that it is", Applicability::Safe);
}

// y.grad_fn is not None
std::optional<Proposal> TestLeaf(const Finding& finding) {
  const auto* read = finding.If<syntax::Attribute>(finding.expr);
  if (!read || read->name != "grad_fn" || !finding.function ||
      finding.tree()[finding.function].lambda_body ||
      !finding.Fact(read->object).Is(FactKind::Tensor))
    return std::nullopt;
  const ExprId test = finding.parents.Parent(finding.expr);
  const auto* compare = finding.If<syntax::Compare>(test);
  if (!compare || compare->left != finding.expr || compare->ops.size() != 1 ||
      !IsLiteral(finding, compare->rights[0], syntax::LiteralKind::None))
    return Declined{
        "the graph has no such node; only whether there is one, which `is_leaf` says, "
        "is known while tracing"};
  const bool is = compare->ops[0] == syntax::CompareOp::Is;
  if (!is && compare->ops[0] != syntax::CompareOp::IsNot) return std::nullopt;
  // Of an argument, no guard says whether it is a leaf.
  if (!Terms(finding).Of(read->object).fresh)
    return Declined{
        "whether a tensor from outside is a leaf is not guarded: compiled code would "
        "keep the first answer"};
  Rewriter rewriter(finding);
  ReplaceWhole(
      finding, test,
      std::string(is ? "" : "not ") + RenderOperand(finding, read->object, {}) + ".is_leaf",
      rewriter);
  return rewriter.Finish("test by is_leaf", Applicability::Safe);
}

}  // namespace graphmend::fix
