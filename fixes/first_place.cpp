// Find the first, or the last, element of a mask by argmax.
//
//     hits = (ids == 2).nonzero()        hits = ids == 2
//     if len(hits) > 0:                  if hits.count_nonzero() > 0:
//         x = x * hits[0, 0]                 x = x * hits.int().argmax()
//
// Of the largest elements of a tensor argmax gives the first.
#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fix/variables.h"
#include "fixes/counted_places.h"

namespace graphmend::fix::first_place {
namespace {

using syntax::ExprId;

// One of the places.
struct Taken {
  ExprId whole;       // `places[0, 0]`
  bool last = false;  // the last one
  bool row = false;   // as a tensor with one element
};

// 0: the first; -1: the last; nothing: another one.
std::optional<bool> IsLast(const Finding& finding, ExprId index) {
  const auto constant = ConstantOf(finding, index);
  if (!constant || constant->kind != syntax::LiteralKind::Int || constant->integer > 0 ||
      constant->integer < -1)
    return std::nullopt;
  return constant->integer == -1;
}

// `places[0]`; of places along each dimension also `places[0, 0]`, `places[0][0]`.
std::optional<Taken> TakenOf(const Finding& finding, ExprId places, bool single) {
  const ExprId item = finding.parents.Parent(places);
  const auto* part = finding.If<syntax::Subscript>(item);
  if (!part || part->object != places || IsTarget(finding, item)) return std::nullopt;
  const auto* both = finding.If<syntax::Sequence>(part->index);
  if (both && (single || both->kind != syntax::SequenceKind::Tuple || both->items.size() != 2 ||
               !IsLiteralInt(finding, both->items[1], 0)))
    return std::nullopt;
  const std::optional<bool> last = IsLast(finding, both ? both->items[0] : part->index);
  if (!last) return std::nullopt;
  if (single || both) return Taken{item, *last};
  const ExprId outer = finding.parents.Parent(item);
  const auto* number = finding.If<syntax::Subscript>(outer);
  const bool alone = number && number->object == item && IsLiteralInt(finding, number->index, 0) &&
                     !IsTarget(finding, outer);
  return Taken{alone ? outer : item, *last, !alone};
}

class Search {
 public:
  Search(const Finding& finding, const Found& found)
      : finding_(finding), found_(found), places_(Places()), rewriter_(finding) {}

  std::optional<Proposal> Run() {
    const infer::ExprFact& fact = finding_.Fact(found_.tensor);
    const std::vector<ExprId> uses = UsesOf(finding_, places_);
    const bool named = !uses.empty() && uses.front() != places_;
    // A mask that something else holds may be changed before the place is asked for.
    const std::string kept = IsNewTensor(finding_, found_.tensor) ? "" : ".clone()";
    const std::string mask = MaskOf(finding_, found_.tensor, !named || !kept.empty());
    for (ExprId use : uses)
      if (!Use(use, named ? std::string(finding_.Text(use)) : mask)) return std::nullopt;
    if (!takes_) return std::nullopt;
    if (fact.tensor->rank != 1 && fact.tensor->dtype != values::DType::Bool)
      return Declined{"the tensor searched is not known to be a mask; compare it with 0 first"};
    if (fact.tensor->rank > 1)
      return Declined{"a place has several indices; search a flattened mask"};
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    if (named) rewriter_.Replace(places_, mask + kept);
    if (fact.tensor->rank != 1)
      AddDifference(difference_,
                    "`" + std::string(finding_.Text(found_.tensor)) + "` must have one dimension");
    return rewriter_.Finish("find it with argmax", diag::Applicability::Unsafe, difference_);
  }

 private:
  // `nonzero().squeeze()` loses the dimension of a single place.
  ExprId Places() const {
    const ExprId flat = Flattened(finding_, found_);
    const auto* call = flat == found_.places ? nullptr : finding_.If<syntax::Call>(flat);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    const bool loses = method && method->name == "squeeze" && call->args.empty();
    return loses ? found_.places : flat;
  }
  bool IsSingle() const { return found_.single || places_ != found_.places; }

  bool Use(ExprId use, const std::string& mask) {
    if (const std::optional<Taken> taken = TakenOf(finding_, use, IsSingle())) {
      takes_ = true;
      AddDifference(difference_,
                    "where nothing is found, the first place is taken and no error is raised");
      if (taken->last) AddDifference(difference_, "the last place is not a view into all places");
      const std::string place =
          taken->last ? "(" + mask + ".shape[0] - 1 - " + mask + ".flip(0).int().argmax())"
                      : mask + ".int().argmax()";
      ReplaceWhole(finding_, taken->whole, place + (taken->row ? ".reshape(1)" : ""), rewriter_);
      return true;
    }
    const ExprId count = CountOf(finding_, use, IsSingle());
    if (!count || MayBeChanged(finding_, count) || IsGivenToMessage(finding_, count)) return false;
    rewriter_.Replace(count, mask + ".count_nonzero()");
    AddDifference(difference_, std::string(kCountIsTensor));
    AddDifference(difference_, AssertedAsTensor(finding_, finding_.parents.Statement(count)));
    return true;
  }

  const Finding& finding_;
  const Found found_;
  const ExprId places_;
  Rewriter rewriter_;
  std::string difference_;
  bool takes_ = false;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const std::optional<Found> found = FoundBy(finding, finding.expr);
  if (!found || !IsTensor(finding.Fact(found->tensor))) return std::nullopt;
  return Search(finding, *found).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "find the first or last element of a mask with argmax",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::first_place
