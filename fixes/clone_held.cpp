// Clone the tensors of a container in the place of deepcopy: copy.deepcopy(state), where a dict,
// list or tuple of tensors and plain values is copied.
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/variables.h"
#include "fixes/copies.h"

namespace graphmend::fix::clone_held {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

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

// How a plain container is written that is made of each item of another one.
struct Container {
  std::string_view name, open, item, each, close;
};
constexpr Container kDict{"dict", "{", "value", "for key, value in ", "}"};
constexpr Container kList{"list", "[", "item", "for item in ", "]"};
constexpr Container kTuple{"tuple", "tuple([", "item", "for item in ", "])"};

const Container* ContainerOf(const infer::ExprFact& fact) {
  if (fact.Is(FactKind::Dict)) return &kDict;
  if (fact.Is(FactKind::List)) return &kList;
  return fact.Is(FactKind::Tuple) ? &kTuple : nullptr;
}

// Of containers within containers, by torch's own walk through them.
std::optional<Proposal> CloneWithin(const Finding& finding, ExprId copied) {
  Rewriter rewriter(finding);
  const std::string tree = rewriter.Import("torch.utils._pytree");
  const std::string torch = rewriter.Import("torch");
  ReplaceWhole(finding, finding.expr,
               tree + ".tree_map_only(" + torch + ".Tensor, lambda tensor: tensor" +
                   std::string(kCopy) + ", " + Render(finding, copied) + ")",
               rewriter);
  return rewriter.Finish("clone the tensors", Applicability::Unsafe,
                         std::string(kSharedDifference) +
                             "; sets and instances of subclasses of containers within are not "
                             "copied, a shape within becomes a tuple, what `.grad` holds is left "
                             "out, and a container that stands twice is two");
}

std::optional<Proposal> Propose(const Finding& finding) {
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
  const Container* container = ContainerOf(fact);
  if (!container || fact.leaves == 0 || (fact.leaves & ~(kPlain | kTensor)) != 0)
    return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (fact.IsNested())
    return (fact.leaves & kTensor) != 0 ? CloneWithin(finding, copied) : std::nullopt;
  const std::string name(container->item);
  Rewriter rewriter(finding);
  std::string one = name;
  if ((fact.leaves & kTensor) != 0) one += kCopy;
  if ((fact.leaves & kTensor) != 0 && (fact.leaves & kPlain) != 0)
    one += " if isinstance(" + name + ", " + rewriter.Import("torch") + ".Tensor) else " + name;
  const bool dict = container == &kDict;
  const std::string from = RenderOperand(finding, copied) + (dict ? ".items()" : "");
  ReplaceEnclosed(finding, finding.expr, std::string(container->open),
                  {(dict ? "key: " : "") + one, std::string(container->each) + from}, "",
                  std::string(container->close), rewriter);
  std::string difference(kSharedDifference);
  if (!IsPlainContainer(finding, copied))
    difference +=
        "; an instance of a subclass of " + std::string(container->name) + " becomes a plain one";
  return rewriter.Finish("clone the tensors", Applicability::Unsafe, difference);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "clone the tensors of a container instead of using deepcopy",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::clone_held
