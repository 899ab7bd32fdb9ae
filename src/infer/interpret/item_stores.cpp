// `x[i] = v` and `del x[i]`: what the container is afterwards, by what it is.
#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/interpret/operands.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

Ref DictWithItem(Unit& unit, Ref object, Ref index, Ref value) {
  Values& values = unit.values;
  values::Dict out = *values.If<values::Dict>(object);
  if (values.If<values::Constant>(index) && out.entries.size() < values::kMaxExactLength) {
    for (auto& e : out.entries) {
      if (e.key != index.value) continue;
      e.value = value;
      e.maybe = false;
      return {values.Intern(std::move(out)), object.origin};
    }
    out.entries.push_back({index.value, value, false});
  } else {
    out.open = true;
    out.other_key = out.other_key.value ? values.Join(out.other_key, index) : index;
    // Among entries of their own kinds, a value under a computed key could be under any.
    if (!out.entries.empty()) value = unit.UnknownRef(Why::ComputedKey);
    out.other_value = out.other_value.value ? values.Join(out.other_value, value) : value;
  }
  return {values.Intern(std::move(out)), object.origin};
}

// Under one of a few keys: each of them may have it.
Ref DictWithOneOf(Unit& unit, Ref object, Ref index, Ref value) {
  const std::vector<Ref> keys = unit.values.TextsOf(index);
  if (keys.empty()) return DictWithItem(unit, object, index, value);
  Ref out = unit.Bottom();
  for (Ref key : keys) out = unit.values.Join(out, DictWithItem(unit, object, key, value));
  return {out.value, object.origin};
}

Ref SequenceWithItem(Unit& unit, Ref object, Ref index, Ref value, const Site& site) {
  Values& values = unit.values;
  const values::Sequence s = *values.If<values::Sequence>(object);
  auto i = AsIndex(unit, index);
  auto n = static_cast<std::int64_t>(s.items.size());
  if (s.exact && i && *i >= -n && *i < n) {
    std::vector<Ref> items = s.items;
    items[*i < 0 ? *i + n : *i] = value;
    return {values.Sequence_(s.kind, std::move(items)), object.origin};
  }
  if (unit.data.IsTensor(index) == Has::Certainly)
    unit.recorder.Observe(observed::TensorAsInt{{""}, observed::TensorAsInt::Place::ListIndex},
                          site, index, {"GB0033"});
  if (const auto range = SliceBounds(unit, index, s))
    if (const auto more = unit.operations.ExactElements(value)) {
      std::vector<Ref> items(s.items.begin(), s.items.begin() + range->first);
      items.insert(items.end(), more->begin(), more->end());
      items.insert(items.end(), s.items.begin() + range->second, s.items.end());
      return {values.Sequence_(s.kind, std::move(items)), object.origin};
    }
  Ref element = values::JoinAll(values, s.items);
  const bool slice = values.If<values::Slice>(index) != nullptr;
  if (slice) value = unit.operations.ElementOf(value, site);
  return {values.SequenceOf(s.kind, values.Join(element, value)), object.origin};
}

// A list that Dynamo keeps as a constant; behind a break it is one like any other.
void ObserveFolded(Unit& unit, Ref object, const Site& site) {
  if (!IsFolded(unit.values, object)) return;
  unit.recorder.Observe(
      observed::StateMutation{{""}, observed::StateMutation::Form::ChangeFolded, true}, site,
      object, {"GB7786", "GB0156"});
}

void SetItemOfObject(Unit& unit, Ref object, Ref index, Ref value, const Site& site) {
  Values& values = unit.values;
  const ObjectId id = values.If<values::Object>(object)->id;
  const auto* c = values.If<values::Constant>(index);
  if (Ref contents = unit.store.Contents(id); contents.value)
    unit.store.StoreContents(id, unit.operations.WithItem(contents, index, value, site));
  else if (c && c->kind == syntax::LiteralKind::Str && unit.Info(unit.Info(id).cls).is_dataclass)
    unit.operations.SetField(object, c->text, value, site);
  else
    unit.calls.CallMethod(object, "__setitem__",
                          {{syntax::ArgKind::Positional, {}, index, {}},
                           {syntax::ArgKind::Positional, {}, value, {}}},
                          site);
}

Ref DictWithoutItem(Values& values, Ref object, Ref index) {
  values::Dict out = *values.If<values::Dict>(object);
  if (values.If<values::Constant>(index)) {
    std::erase_if(out.entries, [&](const auto& e) { return e.key == index.value; });
  } else {
    for (auto& e : out.entries) e.maybe = true;
  }
  return {values.Intern(std::move(out)), object.origin};
}

Ref SequenceWithoutItem(Unit& unit, Ref object, Ref index) {
  Values& values = unit.values;
  const values::Sequence s = *values.If<values::Sequence>(object);
  const auto i = AsIndex(unit, index);
  const auto n = static_cast<std::int64_t>(s.items.size());
  auto range = SliceBounds(unit, index, s);
  if (s.exact && i && *i >= -n && *i < n) {
    const std::int64_t at = *i < 0 ? *i + n : *i;
    range = std::pair(at, at + 1);
  }
  if (!range) return {values.SequenceOf(s.kind, values::JoinAll(values, s.items)), object.origin};
  std::vector<Ref> items = s.items;
  items.erase(items.begin() + range->first, items.begin() + range->second);
  return {values.Sequence_(s.kind, std::move(items)), object.origin};
}

}  // namespace

Ref Operations::WithItem(Ref object, Ref index, Ref value, const Site& site) {
  if (const auto* u = values.If<values::Union>(object)) {
    for (Ref r : std::vector<Ref>(u->alternatives)) {
      const Ref after = WithItem(r, index, value, site);
      if (site.frame && !values.Same(after.value, r.value)) site.frame->Mutate(r, after);
    }
    return object;
  }
  if (values.If<values::Tensor>(object)) {
    CheckTensorIndex(object, index, true, site);
    unit_.recorder.ObserveInputMutation(object, site);
    return object;
  }
  if (values.If<values::Dict>(object)) return DictWithOneOf(unit_, object, index, value);
  if (values.If<values::Sequence>(object)) {
    ObserveFolded(unit_, object, site);
    return Folded(values, SequenceWithItem(unit_, object, index, value, site),
                  IsFolded(values, object));
  }
  if (values.If<values::Object>(object)) SetItemOfObject(unit_, object, index, value, site);
  return object;
}

Ref Operations::WithoutItem(Ref object, Ref index, const Site& site) {
  if (const auto* u = values.If<values::Union>(object)) {
    for (Ref r : std::vector<Ref>(u->alternatives)) {
      const Ref after = WithoutItem(r, index, site);
      if (site.frame) site.frame->Mutate(r, after);
    }
    return {};
  }
  if (values.If<values::Dict>(object)) return DictWithoutItem(values, object, index);
  if (values.If<values::Sequence>(object)) {
    ObserveFolded(unit_, object, site);
    return Folded(values, SequenceWithoutItem(unit_, object, index), IsFolded(values, object));
  }
  if (const auto* o = values.If<values::Object>(object)) {
    const ObjectId id = o->id;
    if (Ref contents = unit_.store.Contents(id); contents.value)
      unit_.store.StoreContents(id, WithoutItem(contents, index, site));
    else
      unit_.calls.CallMethod(object, "__delitem__", {{syntax::ArgKind::Positional, {}, index, {}}},
                             site);
  }
  return {};
}

// `self._modules[name] = module`: what the library gives there is the table of the module itself.
bool Frame::RegistersModule(const flow::SetItem& set) {
  const auto* table = std::get_if<flow::GetAttr>(&graph_.Definition(set.object).node);
  if (!table) return false;
  const Ref module = TempValue(table->object);
  const auto* object = module.value ? unit_.values.If<values::Object>(module) : nullptr;
  if (!object || !unit_.Info(unit_.Info(object->id).cls).is_module) return false;
  const Ref read = unit_.classes.ClassAttribute(unit_.Info(object->id).cls, table->name);
  const auto* property = read.value ? unit_.values.If<values::Wrapper>(read) : nullptr;
  const auto* getter = property ? unit_.values.If<values::Function>(property->inner) : nullptr;
  if (!getter || !unit_.Info(getter->id).is_stub ||
      unit_.callables.Stub(getter->id).transfer != models::Transfer::modules_by_name)
    return false;
  unit_.calls.CallMethod(module, "register_module",
                         {Positional(TempValue(set.index)), Positional(TempValue(set.value))},
                         SiteOf(*inst_));
  return true;
}

}  // namespace graphmend::infer
