// Indices that ask for tensor data: reads through a boolean mask, and tensors where Python wants an
// int.
#include <algorithm>

#include "infer/interpret/operands.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using values::DType;
using values::SequenceKind;

bool IsListOfBools(const Values& values, const values::Sequence& list) {
  return list.kind == SequenceKind::List && !list.items.empty() &&
         std::all_of(list.items.begin(), list.items.end(), [&](Ref r) {
           const auto* c = values.If<values::Constant>(r);
           return c &&
                  (c->kind == syntax::LiteralKind::True || c->kind == syntax::LiteralKind::False);
         });
}

// The source of what is in the brackets, where the site is all of a subscript.
std::string IndexText(Unit& unit, const Site& site) {
  if (!site.file || !site.expr) return {};
  const syntax::Tree& tree = site.file->tree();
  const auto* subscript = std::get_if<syntax::Subscript>(&tree[site.expr].node);
  if (!subscript || tree[site.expr].span != site.span) return {};
  Site index = site;
  index.span = tree[subscript->index].span;
  return unit.recorder.SourceText(index);
}

// A mask on some paths only: of `mask = None` and a comparison behind a test, say.
bool MayBeMask(Unit& unit, Ref part) {
  const auto* u = unit.values.If<values::Union>(part);
  if (!u || unit.data.IsTensor(part) != Has::Maybe) return false;
  return std::all_of(u->alternatives.begin(), u->alternatives.end(), [&](Ref r) {
    const auto* t = unit.values.If<values::Tensor>(r);
    return !t || (t->dtype == values::DType::Bool && t->rank != 0);
  });
}

// Looks at what a tensor is indexed by, part by part.
class IndexCheck {
 public:
  IndexCheck(Unit& unit, Ref object, bool write, const Site& site)
      : unit_(unit),
        object_(object),
        site_(site),
        captures_(unit.flags.FullgraphCaptures(site)),
        scalars_(Off("capture_scalar_outputs")),
        masks_(write ? std::nullopt : Off("capture_dynamic_output_shape_ops")) {}

  // `alone`: nothing else stands in the brackets.
  void Part(Ref part, bool alone) const {
    if (const auto* s = unit_.values.If<values::Slice>(part)) {
      for (Ref bound : {s->lower, s->upper, s->step}) SliceBound(bound);
      return;
    }
    const auto* d = unit_.values.If<values::DataScalar>(part);
    if (d && d->source == values::DataSource::Random && !captures_)
      AsInt(part, Place::Index, false, {"GB0033"});
    const bool certain = unit_.data.IsTensor(part) == Has::Certainly;
    if (certain) return ByTensor(part, *unit_.data.FirstTensor(part));
    if (!masks_ || !alone) return;
    const auto* list = unit_.values.If<values::Sequence>(part);
    if (list && IsListOfBools(unit_.values, *list)) return ByMask(object_, *masks_);
    if (!MayBeMask(unit_, part)) return;
    OpenConditions conditions = unit_.data.IsData(part, IndexText(unit_, site_)).conditions;
    conditions.insert(conditions.end(), masks_->begin(), masks_->end());
    ByMask(part, std::move(conditions));
  }

 private:
  using Place = observed::TensorAsInt::Place;

  // What has to hold for a flag to be off; nothing: it is on.
  std::optional<OpenConditions> Off(std::string_view name) const {
    const Has flag = unit_.flags.DynamoFlag(name, site_);
    if (captures_ || flag == Has::Certainly) return std::nullopt;
    return OpenIf(flag == Has::Maybe, {OpenKind::FlagOff, std::string(name)});
  }

  void AsInt(Ref part, Place place, bool input_suffices, std::vector<std::string> gb_ids,
             OpenConditions conditions = {}) const {
    Observation* seen =
        unit_.recorder.Observe(observed::TensorAsInt{{""}, place, input_suffices}, site_, part,
                               std::move(gb_ids), std::move(conditions));
    if (place == Place::SliceBound) unit_.recorder.NeverResumes(seen, site_);
  }

  void ByMask(Ref mask, OpenConditions conditions) const {
    unit_.recorder.Observe(observed::BooleanMask{}, site_, mask, {"GB0036"}, std::move(conditions));
  }

  void ByTensor(Ref part, const values::Tensor& t) const {
    if (t.dtype == DType::Bool && t.rank != 0) {
      if (masks_) ByMask(part, *masks_);
      return;
    }
    // One number selects by its value, and one bool too: no flag captures it, nor fullgraph=True
    // (2.13, measured): "could not extract specialized integer".
    const bool one = t.rank == 0 && (t.dtype == DType::Int || t.dtype == DType::Bool);
    if (one && t.known != values::Known::Yes)
      AsInt(part, Place::Index, true, {"GB0033", "GB0124"},
            OpenIf(t.known == values::Known::Maybe, {OpenKind::MoreThanOneNumber}));
  }

  void SliceBound(Ref bound) const {
    if (!bound.value) return;
    const Has tensor = unit_.data.IsTensor(bound);
    if (tensor == Has::Certainly && scalars_)
      AsInt(bound, Place::SliceBound, unit_.data.FirstTensor(bound)->numpy, {"GB0124", "GB0033"},
            *scalars_);
    // `int | Tensor`: what some caller passes; a value that is unknown otherwise says nothing.
    if (tensor == Has::Maybe && !unit_.data.HasUnknown(bound) && scalars_)
      AsInt(bound, Place::SliceBound, false, {"GB0124", "GB0033"}, {{OpenKind::BoundIsTensor}});
    const auto* d = unit_.values.If<values::DataScalar>(bound);
    if (d && d->source != values::DataSource::Tensor && !captures_)
      AsInt(bound, Place::SliceBound, false, {"GB0033"});
  }

  Unit& unit_;
  Ref object_;
  const Site& site_;
  bool captures_;
  std::optional<OpenConditions> scalars_, masks_;  // nothing: captured, or no read
};

}  // namespace

// Reads through a boolean mask, and 0-d tensors where Python wants an int.
void Operations::CheckTensorIndex(Ref object, Ref index, bool write, const Site& site) {
  if (!unit_.CurrentMode(site).compiled) return;
  const IndexCheck check(unit_, object, write, site);
  const auto* tuple = values.If<values::Sequence>(index);
  if (!tuple || tuple->kind != SequenceKind::Tuple) return check.Part(index, true);
  for (Ref part : std::vector<Ref>(tuple->items)) check.Part(part, false);
}

// What indexes a list, or bounds a part of it, is a Python int: where it is tensor data, it is
// read.
void Operations::CheckListIndex(Ref index, const Site& site) {
  using Place = observed::TensorAsInt::Place;
  if (unit_.data.IsTensor(index) == Has::Certainly) {
    unit_.recorder.Observe(
        observed::TensorAsInt{{""}, Place::ListIndex, unit_.data.FirstTensor(index)->numpy}, site,
        index, {"GB0033"});
    return;
  }
  const auto* part = values.If<values::Slice>(index);
  if (!part) return;
  for (Ref bound : {part->lower, part->upper, part->step})
    if (bound.value && unit_.data.IsTensor(bound) == Has::Certainly) {
      Observation* seen = unit_.recorder.Observe(
          observed::TensorAsInt{{""}, Place::SliceBound, unit_.data.FirstTensor(bound)->numpy},
          site, bound, {"GB0124", "GB0033"});
      unit_.recorder.NeverResumes(seen, site);
      return;
    }
}

}  // namespace graphmend::infer
