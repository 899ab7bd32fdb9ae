// Iteration and unpacking: what a container, tensor or object gives when it is gone through.
#include "infer/interpret/operands.h"
#include "infer/interpret/sizes.h"
#include "infer/unit.h"

namespace graphmend::infer {

using values::PyType;
using values::SequenceKind;

std::optional<std::vector<Ref>> Operations::ExactElements(Ref iterable) {
  if (!iterable.value) return std::nullopt;
  if (const auto* s = values.If<values::Sequence>(iterable)) {
    if (!s->exact) {
      if (s->items.size() == 1 && values.IsBottom(s->items[0])) return std::vector<Ref>{};
      return std::nullopt;
    }
    return s->items;
  }
  if (const auto* d = values.If<values::Dict>(iterable)) {
    if (d->open) return std::nullopt;
    std::vector<Ref> keys;
    for (const auto& e : d->entries) {
      if (e.maybe) return std::nullopt;
      keys.push_back({e.key, {}});
    }
    return keys;
  }
  if (const auto* o = values.If<values::Object>(iterable)) {
    if (Ref contents = unit_.store.Contents(o->id); contents.value) return ExactElements(contents);
    const ClassInfo& cls = unit_.Info(unit_.Info(o->id).cls);
    if (cls.is_dataclass && !cls.fields.empty() &&
        (!cls.file ||
         !unit_.classes.ClassAttribute(unit_.Info(o->id).cls, unit_.well_known.iter).value)) {
      std::vector<Ref> items;
      for (Symbol f : cls.fields) {
        Ref value = unit_.store.FieldOf(iterable, f).value;
        items.push_back(value.value ? value : unit_.UnknownRef(Why::FieldNotInView));
      }
      return items;
    }
  }
  return std::nullopt;
}

Ref Operations::ElementOf(Ref iterable, const Site& site) {
  if (!iterable.value) return unit_.Bottom();
  if (const auto* u = values.If<values::Union>(iterable)) {
    Ref out = unit_.Bottom();
    for (Ref r : std::vector<Ref>(u->alternatives))
      out = values.Join(out, ElementOf({r.value, r.origin ? r.origin : iterable.origin}, site));
    return out;
  }
  if (const auto* t = values.If<values::Tensor>(iterable)) {
    values::Tensor out = *t;
    out.parameter = false;
    if (out.rank > 0) --out.rank;
    out.sizes = WithoutDimension(t->sizes, 0);
    return unit_.recorder.TensorRef(out, OriginKind::Element, site, {}, iterable.origin);
  }
  auto inherit = [&](Ref r) { return Ref{r.value, r.origin ? r.origin : iterable.origin}; };
  if (auto items = ExactElements(iterable)) return inherit(values::JoinAll(values, *items));
  if (const auto* s = values.If<values::Sequence>(iterable))
    return inherit(values::JoinAll(values, s->items));
  if (const auto* d = values.If<values::Dict>(iterable)) {
    Ref out = d->other_key.value ? d->other_key : unit_.UnknownRef(Why::KeyNotInView);
    for (const auto& e : d->entries) out = values.Join(out, {e.key, {}});
    return out;
  }
  if (const auto* c = values.If<values::Constant>(iterable);
      c && c->kind == syntax::LiteralKind::Str)
    return unit_.Guarded(PyType::Str);
  if (const auto* g = values.If<values::Guarded>(iterable); g && g->type == PyType::Str)
    return unit_.Guarded(PyType::Str);
  if (const auto* o = values.If<values::Object>(iterable)) {
    if (Ref contents = unit_.store.Contents(o->id); contents.value)
      return ElementOf(contents, site);
    ClassId owner;
    Ref iter = unit_.classes.ClassAttribute(unit_.Info(o->id).cls, unit_.well_known.iter, &owner);
    if (iter.value) {
      Ref iterator =
          unit_.calls.Call(iter, {{syntax::ArgKind::Positional, {}, iterable, {}}}, site);
      // An iterator gives what __next__ does, also where it is the iterable itself.
      return OverAlternatives(unit_, iterator, [&](Ref r) {
        return values.If<values::Object>(r) ? unit_.calls.CallMethod(r, "__next__", {}, site)
                                            : ElementOf(r, site);
      });
    }
  }
  if (values.IsBottom(iterable)) return iterable;
  if (values.If<values::Param>(iterable)) return unit_.open_values.ItemOfParam(iterable, {}, site);
  return unit_.UnknownRef(Why::Element);
}

namespace {
// What a container of unknown length is known to begin with.
std::vector<Ref> LeadingOf(Unit& unit, Ref container) {
  const auto* s = unit.values.If<values::Sequence>(container);
  if (!s || s->exact) return {};
  return {s->items.begin(), s->items.begin() + values::Leading(*s)};
}
}  // namespace

std::vector<Ref> Operations::UnpackInto(Ref source, std::size_t count, int star, const Site& site) {
  std::vector<Ref> out(count, unit_.Bottom());
  auto items = ExactElements(source);
  std::size_t fixed = star >= 0 ? count - 1 : count;
  if (const auto* u = values.If<values::Union>(source)) {
    for (Ref r : std::vector<Ref>(u->alternatives)) {
      if (r.value == values.none()) continue;
      std::vector<Ref> one =
          UnpackInto({r.value, r.origin ? r.origin : source.origin}, count, star, site);
      for (std::size_t i = 0; i < count; ++i) out[i] = values.Join(out[i], one[i]);
    }
    return out;
  }
  if (items && (star < 0 ? items->size() == fixed : items->size() >= fixed)) {
    std::size_t rest = items->size() - fixed, at = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (static_cast<int>(i) == star) {
        out[i] = {
            values.Sequence_(SequenceKind::List,
                             std::vector<Ref>(items->begin() + at, items->begin() + at + rest)),
            {}};
        at += rest;
      } else {
        out[i] = (*items)[at++];
        if (!out[i].origin) out[i].origin = source.origin;
      }
    }
    return out;
  }
  // A model output iterates over its fields that are set; an exact tuple of another length raises.
  Ref element = ElementOf(source, site);
  const std::vector<Ref> first = LeadingOf(unit_, source);
  for (std::size_t i = 0; i < count; ++i) {
    const bool before = star < 0 || static_cast<int>(i) < star;
    if (static_cast<int>(i) == star) out[i] = {values.SequenceOf(SequenceKind::List, element), {}};
    else if (before && i < first.size())
      out[i] = {first[i].value, first[i].origin ? first[i].origin : source.origin};
    else out[i] = element;
  }
  return out;
}

}  // namespace graphmend::infer
