// Values that plain Python gives as well, without a call that Dynamo refuses.
#include <algorithm>
#include <array>

#include "fix/arguments.h"
#include "fix/dataflow.h"
#include "fix/module_scope.h"
#include "fix/terms.h"
#include "fix/transformations.h"

namespace graphmend::fix {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// Exceptions of Python's whose __init__ only keeps what they are made with, in `args`.
constexpr std::array<std::string_view, 17> kPlainExceptions = {
    "BaseException", "Exception",           "ArithmeticError", "AssertionError", "BufferError",
    "EOFError",      "FloatingPointError",  "IndexError",      "KeyError",       "LookupError",
    "MemoryError",   "NotImplementedError", "OverflowError",   "RecursionError", "RuntimeError",
    "TypeError",     "ValueError"};

bool IsPlainException(const Finding& finding, ExprId base) {
  std::string name = ImportedName(finding, base);
  if (name.starts_with("builtins.")) name.erase(0, 9);
  return std::find(kPlainExceptions.begin(), kPlainExceptions.end(), name) !=
         kPlainExceptions.end();
}

// Whether the class keeps `args` for itself, or takes an attribute otherwise than an object does.
bool DefinesAttributes(const Finding& finding, const syntax::Class& cls) {
  for (syntax::StmtId stmt : cls.body) {
    if (const auto* def = finding.If<syntax::FunctionStmt>(stmt)) {
      const std::string_view name = finding.tree()[def->function].name.text();
      if (name == "__setattr__" || name == "args" || name == "__new__") return true;
    }
    if (const auto* assign = finding.If<syntax::Assign>(stmt))
      for (ExprId target : assign->targets)
        if (finding.Text(target) == "args" || finding.Text(target) == "__slots__") return true;
  }
  return false;
}

// Whether the statement is `super().__init__(…)`.
bool IsCallOfBase(const Finding& finding, const syntax::Call& call) {
  const auto* line = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  const auto* super = method ? finding.If<syntax::Call>(method->object) : nullptr;
  return line && line->value == finding.expr && super && super->args.empty() &&
         method->name == "__init__" && finding.BuiltinName(super->callee) == "super";
}

// A call of numpy.prod of whole numbers that Python has, such as a shape, in the expression or in
// what a variable of it is.
ExprId ProductIn(const Finding& finding, ExprId expr) {
  const Terms terms(finding);
  ExprId found;
  ForEachInside(finding, finding.tree()[expr].span, [&](ExprId part) {
    ExprId made = part;
    if (terms.SlotOf(part)) {
      const Definitions& definitions = finding.Flow().Of(part);
      made = definitions.size() == 1 ? terms.ValueOf(*definitions.begin()) : ExprId();
    }
    const auto* call = finding.If<syntax::Call>(made);
    if (call && finding.NameOf(call->callee) == "numpy.prod") found = made;
  });
  return found;
}

bool IsListOfInts(const infer::ExprFact& fact) {
  return fact.OneOf(FactKind::Tuple, FactKind::List) && !fact.nested &&
         fact.leaves == infer::Bits(FactKind::Int);
}

}  // namespace

// x.is_same_size(y)
std::optional<Proposal> CompareShapes(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || finding.NameOf(call->callee) != "torch.Tensor.is_same_size" ||
      call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional ||
      !finding.Fact(method->object).Is(FactKind::Tensor) ||
      !finding.Fact(call->args[0].value).Is(FactKind::Tensor))
    return std::nullopt;
  Rewriter rewriter(finding);
  const bool alone = !finding.parents.Parent(finding.expr);
  const std::string text = RenderOperand(finding, method->object, {}) +
                           ".shape == " + RenderOperand(finding, call->args[0].value, {}) +
                           ".shape";
  ReplaceWhole(finding, finding.expr, alone ? text : "(" + text + ")", rewriter);
  return rewriter.Finish("compare the shapes", Applicability::Safe);
}

// super().__init__("text") of an exception
std::optional<Proposal> SetArguments(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || !finding.function || !IsCallOfBase(finding, *call)) return std::nullopt;
  const syntax::Function& init = finding.tree()[finding.function];
  if (!init.cls || init.name != "__init__" || init.params.empty()) return std::nullopt;
  const syntax::Class& cls = finding.tree()[init.cls];
  if (cls.bases.size() != 1 || !IsPlainException(finding, cls.bases[0].value))
    return Declined{
        "what its base does with the arguments is not known; set `self.args` where it keeps them"};
  if (DefinesAttributes(finding, cls))
    return Declined{"the class has attributes of its own kind; set what it needs itself"};
  std::string args;
  for (const syntax::Arg& arg : call->args) {
    if (arg.kind != syntax::ArgKind::Positional && arg.kind != syntax::ArgKind::Star)
      return std::nullopt;
    args += (args.empty() ? "" : ", ") + std::string(arg.kind == syntax::ArgKind::Star ? "*" : "") +
            OneLine(finding, arg.value);
  }
  const bool single = call->args.size() == 1;
  Rewriter rewriter(finding);
  ReplaceWhole(finding, finding.expr,
               init.params[0].name.str() + ".args = (" + args + (single ? ",)" : ")"), rewriter);
  return rewriter.Finish("keep the arguments as the base does", Applicability::Unsafe,
                         "compiled code that shows an exception which it caught, or reads its "
                         "`args`, sees what it was made with");
}

// int(np.prod(x.shape))
std::optional<Proposal> MultiplySizes(const Finding& finding) {
  if (!finding.function || finding.tree()[finding.function].lambda_body) return std::nullopt;
  const ExprId product = ProductIn(finding, finding.expr);
  const auto* call = finding.If<syntax::Call>(product);
  if (!call || call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return std::nullopt;
  if (!IsListOfInts(finding.Fact(call->args[0].value)))
    return Declined{"what is multiplied is not known to be whole numbers; use math.prod"};
  Rewriter rewriter(finding);
  rewriter.Replace(call->callee, rewriter.Import("math") + ".prod");
  const auto* read = finding.If<syntax::Call>(finding.parents.Parent(product));
  if (read && finding.BuiltinName(read->callee) == "int")
    return rewriter.Finish("multiply by math.prod", Applicability::Safe);
  return rewriter.Finish("multiply by math.prod", Applicability::Unsafe,
                         "the product is an int, not a number of NumPy's, which has 64 bits");
}

}  // namespace graphmend::fix
