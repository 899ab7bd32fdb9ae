#include "infer/heap/heap.h"

#include <algorithm>

namespace graphmend::infer {

using values::AddressId;
using values::Ref;
using values::ValueId;
using values::Values;

namespace {
bool Before(const Heap::Entry& entry, AddressId address) {
  return entry.address.index < address.index;
}
}  // namespace

const Heap::Entry* Heap::Find(AddressId address) const {
  if (!entries_) return nullptr;
  auto at = std::lower_bound(entries_->begin(), entries_->end(), address, Before);
  return at != entries_->end() && at->address == address ? &*at : nullptr;
}

std::vector<Heap::Entry>& Heap::Own() {
  if (!entries_) entries_ = std::make_shared<std::vector<Entry>>();
  else if (entries_.use_count() > 1) entries_ = std::make_shared<std::vector<Entry>>(*entries_);
  return *entries_;
}

void Heap::Set(AddressId address, Ref contents, Ref before) {
  std::vector<Entry>& entries = Own();
  auto at = std::lower_bound(entries.begin(), entries.end(), address, Before);
  if (at != entries.end() && at->address == address) at->contents = contents;
  else entries.insert(at, {address, contents, before});
}

void Heap::Erase(AddressId address) {
  if (!Find(address)) return;
  std::erase_if(Own(), [&](const Entry& entry) { return entry.address == address; });
}

bool Heap::JoinWith(const Heap& other, Values& values, Merge how) {
  if (entries_ == other.entries_) return false;
  bool changed = false;
  auto join = [&](Ref& into, Ref from) {
    if (how == Merge::Join) return values.JoinInto(into, from);
    const Values::Widened widened = values.Widen(into, from);
    const bool gives_up = how == Merge::GiveUp && widened.effect == values::Effect::Changed;
    into = gives_up ? Ref{values.Intern(values::Unknown{.anything = true}), {}} : widened.value;
    return widened.effect == values::Effect::Changed;
  };
  std::vector<Entry> out;
  const std::span<const Entry> mine = entries(), theirs = other.entries();
  std::size_t i = 0, k = 0;
  while (i < mine.size() || k < theirs.size()) {
    if (k == theirs.size() ||
        (i < mine.size() && mine[i].address.index < theirs[k].address.index)) {
      Entry entry = mine[i++];
      changed |= join(entry.contents, entry.before);
      out.push_back(entry);
    } else if (i == mine.size() || theirs[k].address.index < mine[i].address.index) {
      Entry entry = theirs[k++];
      entry.contents = values.Join(entry.contents, entry.before);
      changed = true;
      out.push_back(entry);
    } else {
      Entry entry = mine[i++];
      changed |= join(entry.contents, theirs[k].contents);
      changed |= join(entry.before, theirs[k++].before);
      out.push_back(entry);
    }
  }
  if (changed) entries_ = std::make_shared<std::vector<Entry>>(std::move(out));
  return changed;
}

// Whether something that the value holds was written to.
bool Heap::Concerns(ValueId id, const Values& values) const {
  return values.MayHoldAny(id, [this](AddressId at) { return Find(at) != nullptr; });
}

Ref Heap::Refresh(Ref ref, Values& values) const {
  if (empty()) return ref;
  std::vector<AddressId> inside;
  return {Refreshed(ref.value, values, inside), ref.origin};
}

ValueId Heap::Refreshed(ValueId id, Values& values, std::vector<AddressId>& inside) const {
  if (!Concerns(id, values)) return id;
  const AddressId address = values.AddressOf(id);
  ValueId now = id;
  if (address) {
    // What holds itself has no finite snapshot.
    if (std::find(inside.begin(), inside.end(), address) != inside.end())
      return values.UnknownBecause(values::Why::Unsaid);
    Ref joined;
    for (AddressId member : values.addresses.Members(address)) {
      const Entry* entry = Find(member);
      const Ref there = entry ? entry->contents : Ref{id, {}};
      joined = joined.value ? values.Join(joined, there) : there;
    }
    now = values.AddressOf(joined.value) ? values.WithAddress(joined.value, address) : joined.value;
    inside.push_back(address);
  }
  const ValueId fresh =
      values.MapParts(now, [&](ValueId part) { return Refreshed(part, values, inside); });
  if (address) inside.pop_back();
  return fresh;
}

}  // namespace graphmend::infer
