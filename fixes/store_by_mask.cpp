// A mask in the place of the places that it was searched for, where they only say what to store a
// number into:
//
//     small = torch.where(y.abs() < eps)         small = y.abs() < eps
//     y[small] = 0.0                             y[small] = 0.0
//     i, j = mask.nonzero(as_tuple=True)         i = mask
//     y[i, j] = 0.0                              y[i] = 0.0
//
// As an index a mask stands for the places where it is true. How many there are does not matter to
// a number of Python's, which the graph fills in by the mask.
#include <algorithm>
#include <string>
#include <vector>

#include "fix/calls.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/masks.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fixes/counted_places.h"

namespace graphmend::fix::store_by_mask {
namespace {

using infer::FactKind;
using syntax::ExprId;

constexpr std::string_view kOverlapping =
    "a tensor whose elements share memory is refused, or warned of, in a different way";
constexpr std::string_view kKept =
    "the mask is kept for gradients, and must not be changed in place later";
constexpr std::string_view kAsKnown =
    "a mask of another number of dimensions than in the known calls, which was refused, is not";
constexpr std::string_view kNoDimensions = "a mask without dimensions selects all of the tensor";

class Stores : private MaskWork {
 public:
  using MaskWork::MaskWork;

  std::optional<Proposal> Run() {
    if (!FindPlaces() || !FindNames()) return std::nullopt;
    for (ExprId use : uses_)
      if (!AddStore(use)) return std::nullopt;
    if (stores_.empty()) return std::nullopt;
    if (IsCaughtHere(finding_) || Calls(finding_).IsCaught(finding_.function))
      return Declined{std::string(kCaughtHere)};
    if (!IsSettled())
      return Declined{"the mask may have changed by then; store by the mask where it is made"};
    return Write();
  }

 private:
  struct Store {
    ExprId place;   // `y[i, j]`
    ExprId tensor;  // `y`
    bool by_rows;   // it is the one dimension of the mask that the index names, after others
  };

  // What is replaced by the mask: a tuple of places, or those along its one dimension.
  bool FindPlaces() {
    const std::optional<NonzeroCall> search = NonzeroCallOf(finding_, finding_.expr);
    if (!search || !IsTensor(finding_.Fact(search->tensor)) ||
        finding_.Fact(search->tensor).Rank() == 0)
      return false;
    mask_ = search->tensor;
    places_ = finding_.expr;
    const auto* item = finding_.If<syntax::Subscript>(finding_.parents.Parent(places_));
    if (search->tuple && (!item || item->object != places_)) return true;
    single_ = true;
    const std::optional<Found> found = FoundBy(finding_, finding_.expr);
    if (!found || finding_.Fact(mask_).Rank() != 1) return false;
    places_ = Flattened(finding_, *found);
    return found->single || places_ != found->places;
  }

  // The variables that hold them, and all that reads these; or where they are themselves.
  bool FindNames() {
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    if (!assign || assign->value != places_) {
      uses_ = {places_};
      return true;
    }
    if (assign->targets.size() != 1) return false;
    const auto* several = finding_.If<syntax::Sequence>(assign->targets[0]);
    is_unpacked_ = several != nullptr;
    // Of a mask of another rank that raises.
    const int rank = finding_.Fact(mask_).Rank();
    if (several && (single_ || rank != static_cast<int>(several->items.size()))) return false;
    for (ExprId target : several ? several->items : assign->targets) {
      const auto slot = variables_.SlotOf(target);
      if (!slot || variables_.IsCaptured(*slot) || variables_.Stores(*slot).size() != 1 ||
          variables_.IsDeleted(*slot))
        return false;
      names_.push_back(*slot);
      const std::vector<ExprId> reads = variables_.Reads(*slot);
      uses_.insert(uses_.end(), reads.begin(), reads.end());
    }
    target_ = assign->targets[0];
    return !names_.empty();
  }

  // `y[places] = 0.0`; false where the places are used for anything else.
  bool AddStore(ExprId use) {
    ExprId index = use;
    bool by_rows = false;
    if (const auto* tuple = finding_.If<syntax::Sequence>(finding_.parents.Parent(use))) {
      index = finding_.parents.Parent(use);
      if (is_unpacked_ ? !AreAllNames(*tuple) : !single_ || !IsAlone(*tuple, use)) return false;
      by_rows = !is_unpacked_;
    } else if (is_unpacked_ && names_.size() > 1) {
      return false;
    }
    const ExprId place = finding_.parents.Parent(index);
    const auto* item = finding_.If<syntax::Subscript>(place);
    if (!item || item->index != index) return false;
    const auto* assign = finding_.If<syntax::Assign>(finding_.parents.Statement(place));
    if (!assign || assign->targets.size() != 1 || assign->targets[0] != place ||
        !finding_.Fact(assign->value).OneOf(FactKind::Int, FactKind::Float, FactKind::Bool) ||
        !terms_.Of(item->object).tensor || finding_.Text(index).find('#') != std::string_view::npos)
      return false;
    const bool known = std::any_of(stores_.begin(), stores_.end(),
                                   [&](const Store& store) { return store.place == place; });
    if (!known) stores_.push_back({place, item->object, by_rows});
    return true;
  }

  // `y[i, j]`: each of the variables, in their order.
  bool AreAllNames(const syntax::Sequence& tuple) const {
    if (tuple.kind != syntax::SequenceKind::Tuple || tuple.items.size() != names_.size())
      return false;
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (variables_.SlotOf(tuple.items[i]) != names_[i]) return false;
    return true;
  }

  // `y[:, i]`
  bool IsAlone(const syntax::Sequence& tuple, ExprId use) const {
    return tuple.kind == syntax::SequenceKind::Tuple &&
           std::all_of(tuple.items.begin(), tuple.items.end(),
                       [&](ExprId item) { return item == use || IsWholeSlice(finding_, item); });
  }

  // Whether the mask holds, wherever something is stored, what it held where it was searched: it is
  // made there, or nothing but these stores changes any tensor, none of which shares its memory.
  bool IsSettled() const {
    if (names_.empty() || IsMadeHere()) return true;
    if (!finding_.If<syntax::Name>(mask_)) return false;
    bool settled = std::all_of(stores_.begin(), stores_.end(), [&](const Store& store) {
      return terms_.Of(store.tensor).fresh &&
             masks_.IsStill(mask_, finding_.parents.Statement(store.place));
    });
    ForEachInside(finding_, finding_.tree()[finding_.function].span, [&](ExprId expr) {
      const bool own = std::any_of(stores_.begin(), stores_.end(), [&](const Store& store) {
        return finding_.Text(store.tensor) == finding_.Text(expr);
      });
      settled = settled && (own || !IsWrittenTo(finding_, expr));
    });
    return settled;
  }

  // A comparison, a combination of masks.
  bool IsMadeHere() const {
    const bool operated = finding_.If<syntax::Compare>(mask_) ||
                          finding_.If<syntax::Binary>(mask_) || finding_.If<syntax::Unary>(mask_);
    return operated || !IsBoolTensor(finding_.Fact(mask_));
  }

  Proposal Write() {
    std::string difference;
    for (const Store& store : stores_) {
      const Term tensor = terms_.Of(store.tensor);
      if (store.by_rows || !AreSame(tensor.shape, terms_.Of(mask_).shape))
        Differ("`" + Render(finding_, mask_) +
                   "` must be as long as the dimensions that it selects from",
               difference);
      if (!tensor.fresh) Differ(std::string(kOverlapping), difference);
    }
    if (finding_.Fact(mask_).Rank() < 0) Differ(std::string(kNoDimensions), difference);
    else if (IsOfCaller(finding_, mask_)) Differ(std::string(kAsKnown), difference);
    if (!IsMadeHere()) Differ(std::string(kKept), difference);
    ReplaceWhole(finding_, places_, MaskOf(finding_, mask_, false), rewriter_);
    if (is_unpacked_) {
      const std::string name = variables_.Name(names_[0]);
      rewriter_.Replace(target_, name);
      for (const Store& store : stores_)
        rewriter_.Replace(finding_.If<syntax::Subscript>(store.place)->index, name);
    }
    return rewriter_.Finish(
        "store by the mask",
        difference.empty() ? diag::Applicability::Safe : diag::Applicability::Unsafe, difference);
  }

  static void Differ(const std::string& how, std::string& difference) {
    if (difference.find(how) != std::string::npos) return;
    difference += (difference.empty() ? "" : "; ") + how;
  }

  ExprId mask_, places_, target_;
  bool single_ = false;
  bool is_unpacked_ = false;
  std::vector<std::uint32_t> names_;
  std::vector<ExprId> uses_;
  std::vector<Store> stores_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return Stores(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape};
constexpr std::string_view kBefore[] = {"capture_size"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "store a number by the mask instead of where it was found to be true",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::store_by_mask
