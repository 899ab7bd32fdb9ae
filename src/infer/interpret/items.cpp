// Subscripts, iteration and unpacking, by what the object is.
#include <algorithm>

#include "infer/interpret/operands.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using values::DType;
using values::PyType;
using values::SequenceKind;

// What one part of a tensor index does.
struct IndexParts {
  int consumed = 0;  // dimensions an int or slice uses up
  int removed = 0;   // of those, removed by ints
  int added = 0;     // None
  bool ellipsis = false;
  bool unknown = false;
  int tensor_rank = -2;  // rank of index tensors; -2: none, -1: unknown
};

void ReadPart(Unit& unit, Ref part, IndexParts& parts) {
  Values& values = unit.values;
  if (const auto* c = values.If<values::Constant>(part)) {
    switch (c->kind) {
      case syntax::LiteralKind::None: ++parts.added; return;
      case syntax::LiteralKind::Ellipsis: parts.ellipsis = true; return;
      case syntax::LiteralKind::Int: ++parts.consumed, ++parts.removed; return;
      case syntax::LiteralKind::True:
      case syntax::LiteralKind::False:
      case syntax::LiteralKind::Float:
      case syntax::LiteralKind::Complex:
      case syntax::LiteralKind::Str:
      case syntax::LiteralKind::Bytes: parts.unknown = true; return;
    }
  }
  if (const auto* g = values.If<values::Guarded>(part); g && g->type == PyType::Int) {
    ++parts.consumed, ++parts.removed;
    return;
  }
  if (values.If<values::Slice>(part)) {
    ++parts.consumed;
    return;
  }
  if (const auto* t = values.If<values::Tensor>(part)) {
    if (t->dtype == DType::Bool || t->dtype == DType::Unknown) parts.unknown = true;
    ++parts.consumed, ++parts.removed;
    if (parts.tensor_rank == -2) parts.tensor_rank = t->rank;
    else
      parts.tensor_rank =
          parts.tensor_rank < 0 || t->rank < 0 ? -1 : std::max<int>(parts.tensor_rank, t->rank);
    return;
  }
  parts.unknown = true;
}

int RankAfter(Unit& unit, int rank, Ref index) {
  IndexParts parts;
  if (const auto* s = unit.values.If<values::Sequence>(index);
      s && s->kind == SequenceKind::Tuple) {
    if (!s->exact) return -1;
    for (Ref r : s->items) ReadPart(unit, r, parts);
  } else {
    ReadPart(unit, index, parts);
  }
  if (parts.unknown || rank < 0 || parts.consumed > rank) return -1;
  int out = rank - parts.removed + parts.added;
  if (parts.tensor_rank == -1) return -1;
  return parts.tensor_rank > 0 ? out + parts.tensor_rank : out;
}

// An element under a computed key of a container of unlike things says nothing of the element.
Ref Unmixed(Unit& unit, Ref joined) {
  const auto* u = unit.values.If<values::Union>(joined);
  if (!u) return joined;
  bool tensor = false, other = false;
  for (Ref r : u->alternatives) {
    if (unit.values.If<values::Tensor>(r)) tensor = true;
    else if (r.value != unit.values.none()) other = true;
  }
  return tensor && other ? unit.UnknownRef(Why::UnlikeElements) : joined;
}

Ref ItemOfSequence(Unit& unit, Ref object, const values::Sequence& s, Ref index) {
  Values& values = unit.values;
  if (auto i = AsIndex(unit, index); i && s.exact) {
    auto n = static_cast<std::int64_t>(s.items.size());
    if (*i < -n || *i >= n) return unit.Bottom();
    Ref item = s.items[*i < 0 ? *i + n : *i];
    return {item.value, item.origin ? item.origin : object.origin};
  }
  if (values.If<values::Slice>(index)) {
    const bool folded = s.folded;
    const auto range = SliceBounds(unit, index, s);
    const ValueId part = range ? values.Sequence_(s.kind, {s.items.begin() + range->first,
                                                           s.items.begin() + range->second})
                               : values.SequenceOf(s.kind, values::JoinAll(values, s.items));
    return Folded(values, {part, object.origin}, folded);
  }
  Ref all = Unmixed(unit, values::JoinAll(values, s.items));
  if (!all.origin) all.origin = object.origin;
  return values.IsBottom(all) ? unit.UnknownRef(Why::ContentsNotInView) : all;
}

Ref ItemOfDict(Unit& unit, const values::Dict& d, Ref key) {
  Values& values = unit.values;
  if (values.If<values::Constant>(key)) {
    for (const auto& e : d.entries)
      if (e.key == key.value) return e.value;
    if (!d.open) return unit.UnknownRef(Why::KeyNotInView);
    return d.other_value.value ? d.other_value : unit.UnknownRef(Why::KeyNotInView);
  }
  Ref out = d.open && d.other_value.value ? d.other_value : unit.Bottom();
  for (const auto& e : d.entries) out = values.Join(out, e.value);
  return values.IsBottom(out) ? unit.UnknownRef(Why::KeyNotInView) : Unmixed(unit, out);
}

// Dataclass and named tuple instances index by position or field name (ModelOutput does both).
Ref ItemOfFields(Unit& unit, Ref object, Ref index) {
  const ObjectId id = unit.values.If<values::Object>(object)->id;
  ClassId cls = unit.Info(id).cls;
  const auto& fields = unit.Info(cls).fields;
  auto value_of = [&](Symbol name) {
    Ref value = unit.store.FieldOf(object, name).value;
    return value.value ? value : unit.UnknownRef(Why::FieldNotInView);
  };
  if (const auto* c = unit.values.If<values::Constant>(index);
      c && c->kind == syntax::LiteralKind::Str)
    return value_of(c->text);
  std::vector<Ref> present;
  for (Symbol f : fields) {
    Ref v = value_of(f);
    if (v.value != unit.values.none()) present.push_back(v);
  }
  auto i = AsIndex(unit, index);
  if (!i || present.empty())
    return present.empty() ? unit.UnknownRef(Why::FieldNotInView)
                           : values::JoinAll(unit.values, present);
  // Fields that may be None may be skipped: position 0 is certain, later ones are a join.
  if (*i == 0) return present[0];
  if (*i > 0 && static_cast<std::size_t>(*i) < present.size()) {
    std::vector<Ref> from(present.begin() + *i, present.end());
    bool certain = true;
    for (std::int64_t k = 0; k < *i; ++k)
      certain &= unit.values.If<values::Tensor>(present[k]) != nullptr;
    return certain ? present[*i] : values::JoinAll(unit.values, from);
  }
  return values::JoinAll(unit.values, present);
}

// Only a tensor (or array) is indexed by several things at once, by None, or by what is computed of
// itself (`x[x > 0]`).
bool OnlyTensorTakes(const Values& values, Ref index, std::uint32_t parameter) {
  const auto* tuple = values.If<values::Sequence>(index);
  const auto* own = values.If<values::Param>(index);
  return index.value == values.none() || (own && own->index == parameter) ||
         (tuple && tuple->kind == SequenceKind::Tuple && tuple->exact &&
          std::any_of(tuple->items.begin(), tuple->items.end(), [&](Ref r) {
            return values.If<values::Slice>(r) || values.If<values::Constant>(r);
          }));
}

Ref ItemUnderOneOf(Unit& unit, Ref dict, Ref index) {
  const std::vector<Ref> keys = unit.values.TextsOf(index);
  if (keys.empty()) return ItemOfDict(unit, *unit.values.If<values::Dict>(dict), index);
  Ref out = unit.Bottom();
  for (Ref key : keys)
    out = unit.values.Join(out, ItemOfDict(unit, *unit.values.If<values::Dict>(dict), key));
  return out;
}

// Of a TypedDict, which declares what stands under its keys; `__extra_items__` is said by stubs of
// all others. None id: it is none.
Ref DeclaredItem(Unit& unit, Ref object, const values::Object& o, Ref index, const Site& site) {
  const ClassId cls = unit.Info(o.id).cls;
  const ClassId typed_dict = unit.classes.StubClass("typing", "TypedDict");
  if (!typed_dict || !unit.classes.DerivesFrom(cls, typed_dict)) return {};
  const auto* key = unit.values.If<values::Constant>(index);
  const bool text = key && key->kind == syntax::LiteralKind::Str;
  const auto declared = [&](Symbol name) {
    for (const ClassId base : unit.Info(cls).mro) {
      const ClassInfo& info = unit.Info(base);
      if (base == typed_dict || !info.file) continue;
      const names::Index& names = info.file->index();
      if (names[names.of_class[info.cls.index]].definitions.contains(name))
        return unit.operations.GetAttribute(object, name, site);
    }
    return Ref{};
  };
  if (const Ref item = text ? declared(key->text) : Ref{}; item.value) return item;
  const Ref other = declared(unit.Intern("__extra_items__"));
  return other.value ? other : unit.UnknownRef(Why::KeyNotInView);
}

Ref ItemOfObject(Unit& unit, Ref object, const values::Object& o, Ref index, const Site& site) {
  ClassId owner;
  Ref method = unit.classes.ClassAttribute(unit.Info(o.id).cls, unit.well_known.getitem, &owner);
  if (unit.Info(unit.Info(o.id).cls).is_dataclass) return ItemOfFields(unit, object, index);
  if (Ref payload = unit.store.Contents(o.id);
      payload.value && (!method.value || unit.Info(owner).is_stub)) {
    const Ref item = unit.operations.GetItem(payload, index, site);
    const bool known = item.value && !unit.values.If<values::Unknown>(item);
    const Ref declared = known ? Ref{} : DeclaredItem(unit, object, o, index, site);
    return declared.value ? declared : item;
  }
  if (const Ref item = DeclaredItem(unit, object, o, index, site); item.value) return item;
  if (method.value)
    return unit.calls.Call(method,
                           {{syntax::ArgKind::Positional, {}, object, {}},
                            {syntax::ArgKind::Positional, {}, index, {}}},
                           site);
  return unit.UnknownRef(Why::Item);
}

// What indexes a list, or bounds a part of it, is a Python int: where it is tensor data, it is
// read.
void ObserveListIndex(Unit& unit, Ref index, const Site& site) {
  using Place = observed::TensorAsInt::Place;
  if (unit.data.IsTensor(index) == Has::Certainly) {
    unit.recorder.Observe(
        observed::TensorAsInt{{""}, Place::ListIndex, unit.data.FirstTensor(index)->numpy}, site,
        index, {"GB0033"});
    return;
  }
  const auto* part = unit.values.If<values::Slice>(index);
  if (!part) return;
  for (Ref bound : {part->lower, part->upper, part->step})
    if (bound.value && unit.data.IsTensor(bound) == Has::Certainly) {
      unit.recorder.Observe(
          observed::TensorAsInt{{""}, Place::SliceBound, unit.data.FirstTensor(bound)->numpy}, site,
          bound, {"GB0124", "GB0033"});
      return;
    }
}

Ref OneItem(Unit& unit, Ref object, Ref index, const Site& site) {
  Values& values = unit.values;
  const values::Value& value = values[object.value];
  if (const auto* t = std::get_if<values::Tensor>(&value)) {
    unit.operations.CheckTensorIndex(object, index, false, site);
    values::Tensor out = *t;
    out.parameter = false;
    out.rank = static_cast<std::int8_t>(RankAfter(unit, t->rank, index));
    return unit.recorder.TensorRef(out, OriginKind::Element, site, {}, object.origin);
  }
  if (const auto* s = std::get_if<values::Sequence>(&value)) {
    if (s->kind != SequenceKind::Iterator) ObserveListIndex(unit, index, site);
    return ItemOfSequence(unit, object, *s, index);
  }
  if (std::holds_alternative<values::Dict>(value)) return ItemUnderOneOf(unit, object, index);
  if (const auto* o = std::get_if<values::Object>(&value))
    return ItemOfObject(unit, object, *o, index, site);
  if (const auto* p = std::get_if<values::Param>(&value)) {
    if (OnlyTensorTakes(values, index, p->index)) {
      unit.open_values.Demand(p->index);
      return unit.recorder.TensorRef({}, OriginKind::Element, site, {}, object.origin);
    }
    if (values.If<values::Slice>(index)) return object;
    const auto* key = values.If<values::Constant>(index);
    return unit.open_values.ItemOfParam(object, key ? key->text : Symbol(), site);
  }
  if (const auto* c = std::get_if<values::Constant>(&value);
      c && c->kind == syntax::LiteralKind::Str)
    return unit.Guarded(PyType::Str);
  if (const auto* g = std::get_if<values::Guarded>(&value))
    return unit.Guarded(g->type == PyType::Str ? PyType::Str : PyType::Any);
  if (std::holds_alternative<values::Bottom>(value)) return object;
  if (object.value == values.none()) return unit.Bottom();
  if (std::holds_alternative<values::Class>(value)) return object;  // Generic[T]
  return unit.UnknownRef(Why::Item);
}

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
    unit_.recorder.Observe(observed::TensorAsInt{{""}, place, input_suffices}, site_, part,
                           std::move(gb_ids), std::move(conditions));
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

Ref Operations::GetItem(Ref object, Ref index, const Site& site) {
  const auto* u = values.If<values::Union>(object);
  if (!u) return OneItem(unit_, object, index, site);
  Ref out = unit_.Bottom();
  for (Ref r : std::vector<Ref>(u->alternatives)) {
    // A number has no items: on that path it raises.
    const auto* c = values.If<values::Constant>(r);
    if (c && c->kind != syntax::LiteralKind::Str && c->kind != syntax::LiteralKind::Bytes) continue;
    out = values.Join(out,
                      OneItem(unit_, {r.value, r.origin ? r.origin : object.origin}, index, site));
  }
  return out;
}

}  // namespace graphmend::infer
