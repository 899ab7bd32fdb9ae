// Widening: what a value becomes that changes with each round of a loop or of a recursion.
#include "values/value.h"

namespace graphmend::values {

Values::Widened Values::Widen(Ref previous, Ref next) {
  Ref joined = previous;
  if (!JoinInto(joined, next)) return {previous, Effect::Unchanged};
  const Ref flat = WithoutStructure(joined, false);
  // What the join added may be of what is given up anyway.
  if (Same(flat.value, previous.value)) return {previous, Effect::Unchanged};
  return {flat, Effect::Changed};
}

// Entries under texts stay: a program has few of them, and one that a loop computes soon is any
// text.
ValueId Values::DictWithoutStructure(const Dict& d) {
  auto flat = [&](Ref r) { return r.value ? WithoutStructure(r, true) : r; };
  const bool few = d.entries.size() <= kMaxWidenedEntries;
  Dict out;
  out.open = d.open;
  out.address = d.address;
  out.other_key = d.other_key;
  out.other_value = d.other_value;
  for (const DictEntry& e : d.entries) {
    if (few && IsText(values_[e.key.index])) {
      out.entries.push_back({e.key, flat(e.value), e.maybe});
      continue;
    }
    out.open = true;
    out.other_key = Join(out.other_key, {e.key, {}});
    out.other_value = Join(out.other_value, e.value);
  }
  out.other_key = flat(out.other_key);
  out.other_value = flat(out.other_value);
  return Intern(std::move(out));
}

// Containers keep their kind and the join of what they hold; what is nested in them, and callables
// made of values, keep nothing. What is left is of small height.
Ref Values::WithoutStructure(Ref ref, bool nested) {
  const Ref unknown{Intern(Unknown{.anything = true}), ref.origin};
  const Value value = values_[ref.value.index];
  auto flat = [&](Ref r) { return r.value ? WithoutStructure(r, true) : r; };
  if (const auto* u = std::get_if<Union>(&value)) {
    Ref out{bottom_, {}};
    for (Ref r : u->alternatives)
      out = Join(out, WithoutStructure({r.value, r.origin ? r.origin : ref.origin}, nested));
    return out;
  }
  if (const auto* s = std::get_if<Sequence>(&value))
    return nested
               ? unknown
               : Ref{WithAddress(SequenceOf(s->kind, flat(JoinAll(*this, s->items))), s->address),
                     ref.origin};
  if (const auto* d = std::get_if<Dict>(&value)) {
    return nested ? unknown : Ref{DictWithoutStructure(*d), ref.origin};
  }
  if (std::holds_alternative<Partial>(value) || std::holds_alternative<Slice>(value))
    return unknown;
  if (const auto* b = std::get_if<Bound>(&value))
    return {Intern(Bound{flat(b->self), flat(b->callee)}), ref.origin};
  // Of its fields the store tells.
  if (const auto* o = std::get_if<Object>(&value); o && !o->fields.empty())
    return {Intern(Object{o->id, o->address, {}}), ref.origin};
  return ref;
}

}  // namespace graphmend::values
