// How a frame writes to what has an address, and how addresses change their names at calls.
#include <algorithm>
#include <span>

#include "infer/interpret/frame.h"

namespace graphmend::infer {

using flow::PlaceId;
using flow::TempId;
using values::Address;
using values::AddressId;

// What this frame computes: the summary of its context, or what is being evaluated.
NodeId Frame::Computation() const {
  return context_ ? unit_.Info(context_).node : unit_.dependencies.Innermost();
}

Ref Environment::AsNow(Ref ref, Unit& unit) const {
  if (!ref.value) return ref;
  std::uint64_t parts = 0;
  const Ref fresh = heap.Refresh(ref, unit.values, parts);
  unit.budget.Spend(parts / kPartsOfStep);
  return fresh;
}

Ref Frame::Refreshed(Ref ref) const { return now_.AsNow(ref, unit_); }

// The address of what this instruction makes. In a loop, what it made before becomes one of many.
AddressId Frame::NewAddress(const flow::Inst& inst) {
  const AddressId site = unit_.values.addresses.Site(&graph_, inst.result.index);
  if (IsRepeated()) Retire(site);
  return site;
}

void Frame::Retire(AddressId site) {
  const AddressId old = unit_.values.addresses.Old(site);
  auto rename = [&](AddressId at) {
    if (at == site) return old;
    const Address& address = unit_.values.addresses[at];
    if (address.kind != Address::Kind::Several) return at;
    AddressId out = old;
    bool has = false;
    for (AddressId member : unit_.values.addresses.Members(at)) {
      has |= member == site;
      if (member != site) out = unit_.values.addresses.Join(out, member);
    }
    return has ? out : at;
  };
  auto apply = [&](Ref& ref) {
    if (ref.value && unit_.values.MayHold(ref.value, site))
      ref.value = unit_.values.MapAddresses(ref.value, rename);
  };
  const Heap::Entry* entry = now_.heap.Find(site);
  if (entry) {
    const Ref contents{unit_.values.WithAddress(entry->contents.value, old),
                       entry->contents.origin};
    const Heap::Entry* known = now_.heap.Find(old);
    const Ref joined = known ? unit_.values.Join(known->contents, contents) : contents;
    now_.heap.Erase(site);
    now_.heap.Set(old, joined, contents);
  }
  now_.slots.Replace([&](Ref slot) { return apply(slot), slot; });
  for (auto& fact : now_.facts) apply(fact.second);
  for (auto& name : now_.names) apply(name.second);
  for (const auto& [temp, block] : graph_.used_elsewhere) apply(temps_[temp.index]);
  Heap renamed = now_.heap;
  for (const Heap::Entry& e : now_.heap.entries()) {
    Ref contents = e.contents;
    apply(contents);
    if (contents.value != e.contents.value) renamed.Set(e.address, contents, e.before);
  }
  now_.heap = renamed;
}

void Frame::Mutate(Ref container, Ref after) {
  Values& values = unit_.values;
  const AddressId address = container.value ? values.AddressOf(container.value) : AddressId();
  if (!address || !after.value) return;
  const bool strong = values.addresses.IsOne(address);
  for (AddressId member : values.addresses.Members(address))
    if (values.addresses[member].kind != Address::Kind::Other)
      WriteTo(member, container, after, strong);
  ForgetItems(address);
}

// `was`: a snapshot from before.
void Frame::WriteTo(AddressId address, Ref was, Ref after, bool strong) {
  Values& values = unit_.values;
  const Heap::Entry* entry = now_.heap.Find(address);
  const Ref before{values.WithAddress(was.value, address), was.origin};
  Ref contents{values.WithAddress(after.value, address), after.origin};
  if (!strong) contents = values.Join(entry ? entry->contents : before, contents);
  now_.heap.Set(address, contents, before);
  const NodeId by = Computation();
  unit_.store.Publish(address, contents, by);
  for (AddressId other : unit_.store.PublishedAs(address, by)) {
    const Heap::Entry* there = now_.heap.Find(other);
    if (!there) continue;
    const Ref joined =
        values.Join(there->contents, {values.WithAddress(contents.value, other), contents.origin});
    now_.heap.Set(other, joined, there->before);
  }
}

// What was narrowed of the items of a container holds no more once it is written to.
void Frame::ForgetItems(AddressId address) {
  if (now_.facts.empty()) return;
  const std::span<const AddressId> written = unit_.values.addresses.Members(address);
  std::erase_if(now_.facts, [&](const auto& fact) {
    for (PlaceId p = fact.first; p; p = graph_.places[p].parent) {
      if (graph_.places[p].kind != flow::PlaceKind::Item) continue;
      const Ref parent = ValueAt(graph_.places[p].parent);
      const AddressId at = parent.value ? unit_.values.AddressOf(parent.value) : AddressId();
      if (!at) return true;
      for (AddressId member : unit_.values.addresses.Members(at))
        if (std::find(written.begin(), written.end(), member) != written.end()) return true;
    }
    return false;
  });
}

// What is known of the attribute elsewhere: another path may lead to the same object.
void Frame::ForgetAttribute(Ref object, Symbol name, PlaceId except) {
  std::erase_if(now_.facts, [&](const auto& fact) {
    for (PlaceId p = fact.first; p; p = graph_.places[p].parent) {
      const flow::Place& place = graph_.places[p];
      if (place.kind != flow::PlaceKind::Attr || place.name != name || p == except) continue;
      if (MayBeSame(ValueAt(place.parent), object)) return true;
    }
    return false;
  });
}

bool Frame::MayBeSame(Ref a, Ref b) const {
  if (!a.value || !b.value) return true;
  auto ids = [&](Ref r, std::vector<std::uint32_t>& out) {
    auto add = [&](Ref one) {
      const auto* o = unit_.values.If<values::Object>(one);
      if (o) out.push_back(o->id.index);
      return o != nullptr || one.value == unit_.values.none();
    };
    const auto* u = unit_.values.If<values::Union>(r);
    if (!u) return add(r);
    return std::all_of(u->alternatives.begin(), u->alternatives.end(), add);
  };
  std::vector<std::uint32_t> of_a, of_b;
  if (!ids(a, of_a) || !ids(b, of_b)) return true;
  return std::any_of(of_a.begin(), of_a.end(), [&](std::uint32_t id) {
    return std::find(of_b.begin(), of_b.end(), id) != of_b.end();
  });
}

// The value that is known at a place; None id: none is.
Ref Frame::ValueAt(PlaceId place) const {
  if (!place) return {};
  const flow::Place& p = graph_.places[place];
  if (p.kind == flow::PlaceKind::Slot) return Refreshed(now_.slots[p.slot]);
  if (auto fact = Fact(place)) return Refreshed(*fact);
  const Ref parent = p.kind == flow::PlaceKind::Attr ? ValueAt(p.parent) : Ref{};
  const auto* object = parent.value ? unit_.values.If<values::Object>(parent) : nullptr;
  return object ? unit_.store.Field(object->id, p.name) : Ref{};
}

// A variable that holds what is at this address; None id: none does.
Ref Frame::SlotWith(AddressId address) const {
  Ref found;
  now_.slots.AnyOf([&](std::size_t, Ref slot) {
    if (unit_.values.AddressOf(slot.value) != address) return false;
    found = Refreshed(slot);
    return true;
  });
  return found;
}

void Frame::LeaveWith(Ref value) {
  result_ = unit_.values.Join(result_, Refreshed(value));
  Heap heap;
  for (const Heap::Entry& entry : now_.heap.entries()) {
    const Address::Kind kind = unit_.values.addresses[entry.address].kind;
    if (kind == Address::Kind::Formal || kind == Address::Kind::Place ||
        kind == Address::Kind::Nested)
      heap.Set(entry.address, Refreshed(entry.contents), entry.before);
  }
  if (returns_) exit_heap_.JoinWith(heap, unit_.values, Heap::Merge::Join);
  else exit_heap_ = heap;
  returns_ = true;
}

// ---- calls --------------------------------------------------------------------------------------

// What the callee wrote to containers and instances that outlive it.
void Frame::ApplyEffects(const Context& callee, const Renaming& renaming) {
  Values& values = unit_.values;
  for (const Heap::Entry& entry : callee.heap.entries()) {
    const AddressId actual = renaming.ActualOf(values, entry.address);
    if (!actual) continue;  // its own
    const Ref contents = renaming.Leave(values, entry.contents);
    const Heap::Entry* known = now_.heap.Find(actual);
    const Ref was = known ? known->contents : renaming.Leave(values, entry.before);
    const Ref snapshot{values.WithAddress(was.value, actual), was.origin};
    const bool strong = values.addresses.IsOne(actual) && values.addresses.IsOne(entry.address);
    for (AddressId member : values.addresses.Members(actual))
      WriteTo(member, snapshot, contents, strong);
    ForgetItems(actual);
    // A place of the store: what this function has put there itself.
    for (AddressId alias : unit_.store.AliasesOf(actual, Computation()))
      if (const Ref here = SlotWith(alias); here.value) {
        WriteTo(alias, here, contents, false);
        ForgetItems(alias);
      }
  }
  // Where the callee has put what came in through its arguments.
  for (AddressId formal : std::vector<AddressId>(unit_.store.PublishedBy(callee.node)))
    if (const AddressId actual = renaming.ActualOf(values, formal); actual)
      for (AddressId place : std::vector<AddressId>(unit_.store.PublishedAs(formal, callee.node)))
        for (AddressId member : values.addresses.Members(actual))
          if (member != place && values.addresses[member].kind != Address::Kind::Other)
            unit_.store.AddAlias(member, place, Computation());
  for (const auto& [object, name] : callee.writes) {
    const Ref written{values.Intern(values::Object{object}), {}};
    ForgetAttribute(written, name, {});
    Wrote(object, name);
  }
}

void Frame::Wrote(ObjectId object, Symbol name) {
  if (!context_) return;
  auto& writes = unit_.Info(context_).writes;
  const std::pair<ObjectId, Symbol> write(object, name);
  auto order = [](const auto& a, const auto& b) {
    return std::pair(a.first.index, a.second.address()) <
           std::pair(b.first.index, b.second.address());
  };
  const auto at = std::lower_bound(writes.begin(), writes.end(), write, order);
  if (at == writes.end() || *at != write) writes.insert(at, write);
}

}  // namespace graphmend::infer
