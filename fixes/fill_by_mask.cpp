// A mask in the place of the places that it was searched for, where they only say what to fill:
//
//     banned = torch.nonzero(~allowed).flatten()      banned = ~allowed
//     x = x.index_fill(-1, banned, v)                 x = x.masked_fill(banned, v)
#include <algorithm>
#include <string>
#include <vector>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/masks.h"
#include "fix/reads.h"
#include "fix/terms.h"
#include "fix/variables.h"
#include "fixes/counted_places.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix::fill_by_mask {
namespace {

using infer::FactKind;
using syntax::ExprId;

// `x.index_fill(dim, places, value)`, and the same in place.
struct Filled {
  ExprId call, tensor, value;
  bool in_place = false;
  bool may_refuse = false;  // it may be a tensor that holds no fractions
  std::int64_t behind = 0;  // how many dimensions follow the one that is filled
};

class PlacesToFill {
 public:
  explicit PlacesToFill(const Finding& finding) : finding_(finding) {}

  std::optional<Filled> At(ExprId places) const {
    const ExprId outer = finding_.parents.Parent(places);
    const auto* call = finding_.If<syntax::Call>(outer);
    if (!call || call->callee == places) return std::nullopt;
    const auto* method = finding_.If<syntax::Attribute>(call->callee);
    const bool bound = method && IsTensor(finding_.Fact(method->object));
    std::string_view name = finding_.NameOf(call->callee);
    name = name.substr(name.rfind('.') + 1);
    Filled out{outer, {}, {}, name == "index_fill_"};
    if (!finding_.NameOf(call->callee).starts_with("torch.") ||
        (name != "index_fill" && !out.in_place) || !HasOnly(*call, bound ? 3 : 4, {}))
      return std::nullopt;
    const int first = bound ? 0 : 1;
    out.tensor = bound ? method->object : Argument(*call, 0, "input");
    out.value = Argument(*call, first + 2, "value");
    if (Argument(*call, first + 1, "index") != places || !out.tensor || !out.value ||
        !finding_.Fact(out.value).OneOf(FactKind::Int, FactKind::Float, FactKind::Scalar) ||
        !Takes(out))
      return std::nullopt;
    const std::optional<std::int64_t> behind = Behind(out.tensor, Argument(*call, first, "dim"));
    if (!behind) return std::nullopt;
    out.behind = *behind;
    return out;
  }

 private:
  // Whole numbers are not filled with fractions by one as by the other.
  bool Takes(Filled& fill) const {
    const auto& tensor = finding_.Fact(fill.tensor).tensor;
    const values::DType dtype = tensor ? tensor->dtype : values::DType::Unknown;
    if (dtype == values::DType::Float || finding_.Fact(fill.value).Is(FactKind::Int)) return true;
    fill.may_refuse = dtype == values::DType::Unknown;
    return fill.may_refuse;
  }

  // How many dimensions follow the one; nothing where it is not known which one that is.
  std::optional<std::int64_t> Behind(ExprId tensor, ExprId dim) const {
    const auto constant = ConstantOf(finding_, dim);
    if (!constant || constant->kind != syntax::LiteralKind::Int) return std::nullopt;
    const int rank = finding_.Fact(tensor).Rank();
    const std::int64_t at = constant->integer;
    if (at < 0) return -1 - at;
    return rank > at ? std::optional(rank - 1 - at) : std::nullopt;
  }

  const Finding& finding_;
};

// `mask[:, None, None]`
std::string Along(std::string mask, std::int64_t behind) {
  if (behind == 0) return mask;
  mask += "[:";
  for (std::int64_t i = 0; i < behind; ++i) mask += ", None";
  return mask + "]";
}

// Whether nothing changes the mask before it is used, if it is not a tensor of its own.
bool StaysAsItIs(const Finding& finding, ExprId mask, const std::vector<Filled>& filled) {
  if (!IsBoolTensor(finding.Fact(mask)) || IsNewTensor(finding, mask)) return true;
  const MaskWork work(finding);
  return finding.If<syntax::Name>(mask) && !ChangesAnything(finding) &&
         std::all_of(filled.begin(), filled.end(), [&](const Filled& fill) {
           return work.masks_.IsStill(mask, finding.parents.Statement(fill.call));
         });
}

// `filled` and `uses` side by side.
Proposal Fill(const Finding& finding, const Found& found, ExprId places,
              const std::vector<Filled>& filled, const std::vector<ExprId>& uses) {
  const bool held = uses.front() != places;
  const int rank = finding.Fact(found.tensor).Rank();
  Rewriter rewriter(finding);
  if (held) ReplaceWhole(finding, places, MaskOf(finding, found.tensor, false), rewriter);
  for (std::size_t i = 0; i < filled.size(); ++i) {
    const Filled& fill = filled[i];
    const std::string mask =
        held ? std::string(finding.Text(uses[i])) : MaskOf(finding, found.tensor, fill.behind > 0);
    ReplaceWhole(finding, fill.call,
                 RenderOperand(finding, fill.tensor) +
                     (fill.in_place ? ".masked_fill_(" : ".masked_fill(") +
                     Along(mask, fill.behind) + ", " + Render(finding, fill.value) + ")",
                 rewriter);
  }
  return rewriter.Finish(
      "fill by the mask", diag::Applicability::Unsafe,
      "`" + Render(finding, found.tensor) + "` must be as long as the dimension that is filled" +
          (rank == 1 ? "" : ", and have one dimension") +
          (std::any_of(filled.begin(), filled.end(),
                       [](const Filled& fill) { return fill.may_refuse; })
               ? "; a tensor of whole numbers takes fractions, or refuses them, in a different way"
               : "") +
          (std::any_of(filled.begin(), filled.end(),
                       [](const Filled& fill) { return fill.in_place; })
               ? "; a tensor whose elements share memory is refused, or warned of, in a different "
                 "way"
               : "") +
          "; what is filled is contiguous, whatever it was made from");
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const std::optional<Found> found = FoundBy(finding, finding.expr);
  if (!found || !IsTensor(finding.Fact(found->tensor))) return std::nullopt;
  const int rank = finding.Fact(found->tensor).Rank();
  const ExprId places = Flattened(finding, *found);
  if ((rank >= 0 && rank != 1) || (places == found->places && !found->single)) return std::nullopt;
  const std::vector<ExprId> uses = UsesOf(finding, places);
  std::vector<Filled> filled;
  for (ExprId use : uses)
    if (const auto fill = PlacesToFill(finding).At(use)) filled.push_back(*fill);
  if (filled.empty() || filled.size() != uses.size()) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const bool held = uses.front() != places;
  if (held && !StaysAsItIs(finding, found->tensor, filled))
    return Declined{"the mask may have changed by then; fill by the mask where it is made"};
  return Fill(finding, *found, places, filled, uses);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape};
constexpr std::string_view kBefore[] = {"capture_size"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "fill by a mask instead of by the places that it is searched for",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::fill_by_mask
