// A one-hot code with as many classes as the data have, cut to a number of them, by comparing:
//
//     classes = max(i.max() + 1, n)
//     F.one_hot(i, classes)[..., :n]
//
//     (i.unsqueeze(-1) == torch.arange(n, device=i.device)).long()
#include <algorithm>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix::cut_one_hot {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// `…[..., :n]`: the bound.
ExprId BoundOf(const Finding& finding, ExprId cut) {
  const auto* item = finding.If<syntax::Subscript>(cut);
  const auto* places = item ? finding.If<syntax::Sequence>(item->index) : nullptr;
  if (!places || places->items.size() != 2) return {};
  const auto* all = finding.If<syntax::Literal>(places->items[0]);
  const auto* range = finding.If<syntax::Slice>(places->items[1]);
  const bool last = all && all->kind == syntax::LiteralKind::Ellipsis && range && !range->lower &&
                    !range->step && range->upper;
  return last ? range->upper : ExprId();
}

class OneHot {
 public:
  OneHot(const Finding& finding, const syntax::Call& call)
      : finding_(finding), terms_(finding), variables_(finding, finding.function), call_(call) {}

  std::optional<Proposal> Run() {
    const ExprId cut = finding_.parents.Parent(finding_.expr);
    const ExprId bound = BoundOf(finding_, cut), indices = Argument(call_, 0, "tensor");
    const ExprId classes = Argument(call_, 1, "num_classes");
    if (!bound || !indices || !classes || call_.args.size() != 2) return std::nullopt;
    if (!finding_.Fact(bound).Is(FactKind::Int) || !IsTensor(finding_.Fact(indices)))
      return std::nullopt;
    const auto slot = variables_.SlotOf(classes);
    const ExprId value = slot ? variables_.OnlyValue(*slot) : classes;
    if (!value || !IsAtLeast(value, bound)) return std::nullopt;
    if (!variables_.SlotOf(indices) || terms_.Effects(bound) || (!slot && terms_.Effects(classes)))
      return Declined{"`" + std::string(finding_.Text(indices)) + "` would be computed twice"};
    return Write(cut, indices, bound);
  }

 private:
  // `max(…, n)`.
  bool IsAtLeast(ExprId number, ExprId bound) const {
    const auto* call = finding_.If<syntax::Call>(number);
    auto by_place = [](const syntax::Arg& arg) { return arg.kind == syntax::ArgKind::Positional; };
    return call && finding_.BuiltinName(call->callee) == "max" && call->args.size() > 1 &&
           std::all_of(call->args.begin(), call->args.end(), by_place) &&
           std::any_of(call->args.begin(), call->args.end(),
                       [&](const syntax::Arg& arg) { return AreSame(arg.value, bound); });
  }

  bool AreSame(ExprId a, ExprId b) const {
    if (finding_.If<syntax::Literal>(a)) return finding_.Text(a) == finding_.Text(b);
    const auto slot = variables_.SlotOf(a);
    return slot && slot == variables_.SlotOf(b) && terms_.flow().Of(a) == terms_.flow().Of(b);
  }

  Proposal Write(ExprId cut, ExprId indices, ExprId bound) const {
    Rewriter rewriter(finding_);
    const std::string name(finding_.Text(indices)), torch = rewriter.Import("torch");
    rewriter.Replace(cut, "(" + name + ".unsqueeze(-1) == " + torch + ".arange(" +
                              std::string(finding_.Text(bound)) + ", device=" + name +
                              ".device)).long()");
    std::string difference =
        "indices that one_hot refuses raise no error: negative ones, those of another dtype, and "
        "those that are beyond its classes; the result is contiguous";
    if (!finding_.If<syntax::Literal>(bound))
      AddDifference(difference,
                    "a negative `" + std::string(finding_.Text(bound)) + "` raises one");
    return rewriter.Finish("compare with the classes", Applicability::Unsafe, difference);
  }

  const Finding& finding_;
  const Terms terms_;
  const Variables variables_;
  const syntax::Call& call_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!finding.IsInFunction() || !call ||
      finding.NameOf(call->callee) != "torch.nn.functional.one_hot")
    return std::nullopt;
  return OneHot(finding, *call).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::TensorAsInt};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compare with the classes that are kept of a one-hot code, not with all",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::cut_one_hot
