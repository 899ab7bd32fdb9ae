// Deep copies, written as copies of what the container or dataclass is known to hold.
#include "fix/arguments.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/transformations.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

constexpr std::string_view kCopy = ".detach().clone()";
constexpr std::string_view kSharedDifference =
    "a copied tensor never requires a gradient, one that deepcopy refuses is copied, and one that "
    "is held twice is copied twice; one that is expanded or a part of another has strides of its "
    "own";

// What a field that is declared so holds: 't' a tensor, 'i' what nobody can change, 0 anything.
char HeldBy(const Finding& finding, ExprId annotation) {
  const std::string name = ImportedName(finding, annotation);
  if (name == "torch.Tensor") return 't';
  for (std::string_view plain : {"builtins.int", "builtins.float", "builtins.bool", "builtins.str",
                                 "builtins.complex", "builtins.bytes"})
    if (name == plain) return 'i';
  return 0;
}

// Whether it is a display or a comprehension, or a variable that holds nothing else: a plain dict
// or list, and none of a class derived from it.
bool IsPlainContainer(const Finding& finding, ExprId expr) {
  if (finding.If<syntax::Name>(expr) && finding.function) {
    const Variables variables(finding, finding.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(expr);
    expr = slot ? variables.OnlyValue(*slot) : ExprId();
  }
  return finding.If<syntax::Dict>(expr) || finding.If<syntax::Sequence>(expr) ||
         finding.If<syntax::Comprehension>(expr);
}

bool IsDataclassAlone(const Finding& finding, const syntax::Class& cls) {
  if (!cls.bases.empty() || cls.decorators.size() != 1) return false;
  const auto* call = finding.If<syntax::Call>(cls.decorators[0]);
  return ImportedName(finding, call ? call->callee : cls.decorators[0]) == "dataclasses.dataclass";
}

}  // namespace

// copy.deepcopy(state), where a dict or list of tensors and plain values is copied
std::optional<Proposal> CloneHeld(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.NameOf(call->callee) != "copy.deepcopy" || call->args.size() != 1 ||
      call->args[0].kind != syntax::ArgKind::Positional)
    return std::nullopt;
  const ExprId copied = call->args[0].value;
  const infer::ExprFact& fact = finding.Fact(copied);
  constexpr std::uint32_t kPlain =
      infer::Bits(FactKind::None, FactKind::Bool, FactKind::Int, FactKind::Float, FactKind::Complex,
                  FactKind::Str, FactKind::Bytes, FactKind::DType, FactKind::Device);
  constexpr std::uint32_t kTensor = infer::Bits(FactKind::Tensor);
  const bool dict = fact.Is(FactKind::Dict);
  if ((!dict && !fact.Is(FactKind::List)) || fact.nested || fact.leaves == 0 ||
      (fact.leaves & ~(kPlain | kTensor)) != 0)
    return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const std::string name = dict ? "value" : "item";
  Rewriter rewriter(finding);
  std::string one = name;
  if ((fact.leaves & kTensor) != 0) one += kCopy;
  if ((fact.leaves & kTensor) != 0 && (fact.leaves & kPlain) != 0)
    one += " if isinstance(" + name + ", " + rewriter.Import("torch") + ".Tensor) else " + name;
  const std::string from = RenderOperand(finding, copied, {});
  if (dict)
    ReplaceEnclosed(finding, finding.expr, "{",
                    {"key: " + one, "for key, value in " + from + ".items()"}, "", "}", rewriter);
  else ReplaceEnclosed(finding, finding.expr, "[", {one, "for item in " + from}, "", "]", rewriter);
  std::string difference(kSharedDifference);
  if (!IsPlainContainer(finding, copied))
    difference += std::string("; one of a class derived from ") + (dict ? "dict" : "list") +
                  " becomes a plain one";
  return rewriter.Finish("clone the tensors", Applicability::Unsafe, difference);
}

// dataclasses.asdict(out)
std::optional<Proposal> ListFields(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.NameOf(call->callee) != "dataclasses.asdict" || call->args.size() != 1 ||
      call->args[0].kind != syntax::ArgKind::Positional)
    return std::nullopt;
  const ExprId object = call->args[0].value;
  const syntax::ClassId cls = finding.Fact(object).Is(FactKind::Object)
                                  ? ClassNamed(finding, finding.NameOf(object))
                                  : syntax::ClassId();
  if (!cls || !finding.If<syntax::Name>(object))
    return Declined{"which fields there are is not known here; write the dict out"};
  const Declined other{"a field may hold what asdict copies in depth; write the dict out"};
  if (!IsDataclassAlone(finding, finding.tree()[cls])) return other;
  std::vector<std::string> pieces;
  for (syntax::StmtId stmt : finding.tree()[cls].body) {
    const auto* field = finding.If<syntax::AnnAssign>(stmt);
    if (!field) continue;
    const auto* name = finding.If<syntax::Name>(field->target);
    const char held = HeldBy(finding, field->annotation);
    if (!name || held == 0) return other;
    pieces.push_back("\"" + name->id.str() + "\": " + std::string(finding.Text(object)) + "." +
                     name->id.str());
    if (held == 't') pieces.back() += kCopy;
  }
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  ReplaceEnclosed(finding, finding.expr, "{", pieces, ",", "}", rewriter);
  return rewriter.Finish("write the dict of its fields", Applicability::Unsafe,
                         std::string(kSharedDifference));
}

}  // namespace graphmend::fix
