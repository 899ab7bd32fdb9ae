// Facts about attribute and item places, and stores to slots.
#include <algorithm>

#include "infer/interpret/frame.h"

namespace graphmend::infer {

using flow::BlockId;
using flow::PlaceId;
using flow::TempId;

namespace {

struct EarlierPlace {
  bool operator()(const std::pair<PlaceId, Ref>& fact, PlaceId place) const {
    return fact.first.index < place.index;
  }
};

}  // namespace

const Ref* Environment::FactOf(PlaceId place) const {
  auto it = std::lower_bound(facts.begin(), facts.end(), place, EarlierPlace());
  return it != facts.end() && it->first == place ? &it->second : nullptr;
}

void Environment::SetFact(PlaceId place, Ref value) {
  auto it = std::lower_bound(facts.begin(), facts.end(), place, EarlierPlace());
  if (it != facts.end() && it->first == place) it->second = value;
  else facts.insert(it, {place, value});
}

std::optional<Ref> Frame::Fact(PlaceId place) const {
  const Ref* known = place ? now_.FactOf(place) : nullptr;
  return known ? std::optional(*known) : std::nullopt;
}

void Frame::ForgetBelow(flow::Slot slot) {
  std::erase_if(now_.facts, [&](const auto& fact) {
    PlaceId p = fact.first;
    while (graph_.places[p].parent) p = graph_.places[p].parent;
    return graph_.places[p].kind == flow::PlaceKind::Slot && graph_.places[p].slot == slot;
  });
}

void Frame::StoreSlot(flow::Slot slot, Ref value) {
  now_.slots.Set(slot, value);
  if (!now_.facts.empty()) ForgetBelow(slot);
  CaptureSlot(slot, value);
}

// A tensor has been changed in place so that its shape, or all of it, is another one: for what
// holds the same value here, since it may be the same tensor.
void Frame::ForgetTensor(Ref changed, ForgetWhat what) {
  const ValueId now = unit_.values.Canonical(changed.value);
  const auto forget = [&](Ref value) {
    const auto* t = value.value ? unit_.values.If<values::Tensor>(value) : nullptr;
    if (!t || unit_.values.Canonical(value.value) != now) return value;
    values::Tensor left = *t;
    left.rank = -1, left.sizes = {};
    if (what == ForgetWhat::All) left.dtype = values::DType::Unknown, left.exact = {};
    return Ref{unit_.values.Intern(left), value.origin};
  };
  now_.slots.Replace(forget);
  for (auto& fact : now_.facts) fact.second = forget(fact.second);
}

// Captured variables live in the cells too, where inner functions find them.
void Frame::CaptureSlot(flow::Slot slot, Ref value) {
  if (graph_.kind != flow::GraphKind::Function || !cells_ || !value.value) return;
  const names::Scope& scope = file_.index()[graph_.scope];
  if (slot >= scope.captured.size() || !scope.captured[slot]) return;
  unit_.store.Capture(cells_, graph_.scope, graph_.slots[slot], value);
}

// An inner function declares the variable nonlocal: calls may store to it.
bool Frame::IsReboundInside(flow::Slot slot) const {
  if (graph_.kind != flow::GraphKind::Function) return false;
  const names::Index& index = file_.index();
  const names::Scope& scope = index[graph_.scope];
  if (slot >= scope.captured.size() || !scope.captured[slot]) return false;
  const Symbol name = graph_.slots[slot];
  return std::any_of(index.scopes.begin(), index.scopes.end(), [&](const names::Scope& inner) {
    if (std::find(inner.nonlocals.begin(), inner.nonlocals.end(), name) == inner.nonlocals.end())
      return false;
    names::ScopeId outer = inner.parent;
    while (outer && outer != graph_.scope) outer = index[outer].parent;
    return outer == graph_.scope;
  });
}

PlaceId Frame::FindPlace(PlaceId parent, Symbol attribute) const {
  if (!parent) return {};
  for (std::uint32_t i = 0; i < graph_.places.size(); ++i) {
    const flow::Place& p = graph_.places[PlaceId(i)];
    if (p.kind == flow::PlaceKind::Attr && p.parent == parent && p.name == attribute)
      return PlaceId(i);
  }
  return {};
}

void Frame::WriteBack(TempId temp, Ref after) {
  if (!temp || !after.value) return;
  const Ref container = TempValue(temp);
  Mutate(container, after);
  // What has no address is where it was loaded from, and nowhere else.
  if (container.value && unit_.values.AddressOf(container.value)) return;
  const PlaceId place =
      temp.index < graph_.place_of.size() ? graph_.place_of[temp.index] : PlaceId();
  temps_[temp.index] = after;
  if (place && graph_.places[place].kind == flow::PlaceKind::Slot)
    StoreSlot(graph_.places[place].slot, after);
}

}  // namespace graphmend::infer
