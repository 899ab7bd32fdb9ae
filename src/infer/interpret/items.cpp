// Subscripts, iteration and unpacking, by what the object is.
#include <algorithm>

#include "infer/interpret/object_operators.h"
#include "infer/interpret/operands.h"
#include "infer/interpret/sizes.h"
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

// A part of a tuple of unknown length, by bounds that count from its front.
std::optional<ValueId> PartFromFront(Unit& unit, const values::Sequence& s, Ref index) {
  Values& values = unit.values;
  const auto* slice = values.If<values::Slice>(index);
  if (s.exact || s.kind != SequenceKind::Tuple || slice->step.value != values.none())
    return std::nullopt;
  const auto from = slice->lower.value == values.none() ? std::optional<std::int64_t>(0)
                                                        : AsIndex(unit, slice->lower);
  const auto known = static_cast<std::int64_t>(values::Leading(s));
  if (!from || *from < 0 || *from > known) return std::nullopt;
  if (slice->upper.value == values.none())
    return values.TupleFrom({s.items.begin() + *from, s.items.begin() + known}, s.items.back());
  const auto to = AsIndex(unit, slice->upper);
  if (!to || *to < *from || *to > known) return std::nullopt;
  return values.Sequence_(s.kind, {s.items.begin() + *from, s.items.begin() + *to});
}

Ref ItemOfSequence(Unit& unit, Ref object, const values::Sequence& s, Ref index) {
  Values& values = unit.values;
  const auto i = AsIndex(unit, index);
  if (i && !s.exact && *i >= 0 && *i < static_cast<std::int64_t>(values::Leading(s)))
    return {s.items[*i].value, s.items[*i].origin ? s.items[*i].origin : object.origin};
  if (i && s.exact) {
    auto n = static_cast<std::int64_t>(s.items.size());
    if (*i < -n || *i >= n) return unit.Bottom();
    Ref item = s.items[*i < 0 ? *i + n : *i];
    return {item.value, item.origin ? item.origin : object.origin};
  }
  if (values.If<values::Slice>(index)) {
    const bool folded = s.folded;
    if (const std::optional<ValueId> first = PartFromFront(unit, s, index))
      return {*first, object.origin};
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
  const ClassId cls = unit.Info(o.id).cls;
  ClassId owner;
  Ref method = unit.classes.ClassAttribute(cls, unit.well_known.getitem, &owner);
  // A dataclass that is a dict gives its fields, whatever code does so.
  if (unit.Info(cls).is_dataclass && (!method.value || IsDictClass(unit, cls)))
    return ItemOfFields(unit, object, index);
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

// What a slice or a number selects is a view, anything else a copy.
values::Layout LayoutAfterIndex(Unit& unit, const values::Tensor& tensor, Ref index) {
  if (tensor.layout != values::Layout::ValuesOfSparse) return tensor.layout;
  const auto* number = unit.values.If<values::Constant>(index);
  const bool views = unit.values.If<values::Slice>(index) || (number && IsInteger(*number));
  return views ? tensor.layout : values::Layout::Strided;
}

Ref OneItem(Unit& unit, Ref object, Ref index, const Site& site) {
  Values& values = unit.values;
  const values::Value& value = values[object.value];
  if (const auto* t = std::get_if<values::Tensor>(&value)) {
    unit.operations.CheckTensorIndex(object, index, false, site);
    values::Tensor out = *t;
    out.parameter = false;
    out.rank = static_cast<std::int8_t>(RankAfter(unit, t->rank, index));
    out.sizes = SizesAfterIndex(unit, *t, index);
    out.layout = LayoutAfterIndex(unit, *t, index);
    return unit.recorder.TensorRef(out, OriginKind::Element, site, {}, object.origin);
  }
  if (const auto* s = std::get_if<values::Sequence>(&value)) {
    if (s->kind != SequenceKind::Iterator) unit.operations.CheckListIndex(index, site);
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

}  // namespace

Ref Operations::GetItem(Ref object, Ref index, const Site& site) {
  const auto* u = values.If<values::Union>(object);
  unit_.data.ObserveShown(object, "[]", "GB4880", site);
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
