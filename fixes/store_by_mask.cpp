// A mask in the place of the places that it was searched for, where they only say what to store a
// number into:
//
//     small = torch.where(y.abs() < eps)         small = y.abs() < eps
//     y[small] = 0.0                             y[small] = 0.0
//     i, j = mask.nonzero(as_tuple=True)         i = mask
//     y[i, j] = 0.0                              y[i] = 0.0
//
// As an index a mask stands for the places where it is true. How many there are does not matter to
// a number, which the graph fills in by the mask.
#include <algorithm>
#include <string>
#include <vector>

#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/masks.h"
#include "fix/reads.h"
#include "fixes/counted_places.h"

namespace graphmend::fix::store_by_mask {
namespace {

using infer::FactKind;
using syntax::ExprId;

class Stores : private MaskWork {
 public:
  using MaskWork::MaskWork;

  std::optional<Proposal> Run() {
    if (!FindPlaces() || !FindNames()) return std::nullopt;
    for (ExprId use : uses_)
      if (!AddStore(use)) return std::nullopt;
    if (stores_.empty()) return std::nullopt;
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
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
    if (!search || !IsTensor(finding_.Fact(search->tensor))) return false;
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
    if (several && single_) return false;
    for (ExprId target : several ? several->items : assign->targets) {
      const auto slot = variables_.SlotOf(target);
      if (!slot || variables_.IsCaptured(*slot) || variables_.Stores(*slot).size() != 1)
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
      if (names_.size() > 1 ? !AreAllNames(*tuple) : !single_ || !IsAlone(*tuple, use))
        return false;
      by_rows = names_.size() <= 1;
    } else if (names_.size() > 1) {
      return false;
    }
    const ExprId place = finding_.parents.Parent(index);
    const auto* item = finding_.If<syntax::Subscript>(place);
    if (!item || item->index != index) return false;
    const auto* assign = finding_.If<syntax::Assign>(finding_.parents.Statement(place));
    if (!assign || assign->targets.size() != 1 ||
        assign->targets[0] != place || !IsOneNumber(assign->value) ||
        !terms_.Of(item->object).tensor)
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
           std::all_of(tuple.items.begin(), tuple.items.end(), [&](ExprId item) {
             return item == use || IsWholeSlice(finding_, item);
           });
  }

  bool IsOneNumber(ExprId value) const {
    const infer::ExprFact& fact = finding_.Fact(value);
    return fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool) ||
           (terms_.Of(value).tensor && terms_.Of(value).shape == dataflow::kSingle);
  }

  // Whether the mask holds, wherever something is stored, what it held where it was searched.
  bool IsSettled() const {
    if (names_.empty() || !IsBoolTensor(finding_.Fact(mask_)) || IsNewTensor(finding_, mask_))
      return true;
    return finding_.If<syntax::Name>(mask_) &&
           std::all_of(stores_.begin(), stores_.end(), [&](const Store& store) {
             return masks_.IsStill(mask_, finding_.parents.Statement(store.place));
           });
  }

  Proposal Write() {
    std::string difference;
    for (const Store& store : stores_) {
      if (store.by_rows || !AreSame(terms_.Of(store.tensor).shape, terms_.Of(mask_).shape))
        difference = "`" + Render(finding_, mask_) +
                     "` must be as long as the dimensions that it selects from";
    }
    ReplaceWhole(finding_, places_, MaskOf(finding_, mask_, false), rewriter_);
    if (names_.size() > 1) {
      const std::string name = variables_.Name(names_[0]);
      rewriter_.Replace(target_, name);
      for (const Store& store : stores_)
        rewriter_.Replace(finding_.If<syntax::Subscript>(store.place)->index, name);
    }
    return rewriter_.Finish(
        "store by the mask",
        difference.empty() ? diag::Applicability::Safe : diag::Applicability::Unsafe, difference);
  }

  ExprId mask_, places_, target_;
  bool single_ = false;
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
