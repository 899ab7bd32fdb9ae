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

// What is known of parts that did not meet themselves holds wherever they are met again.
struct Heap::Walk {
  Values& values;
  std::uint64_t parts = 0;
  std::vector<AddressId> inside = {};
  std::uint64_t cut = 0;  // how often something met itself
  Values::SharedParts known = {};
};

Ref Heap::Refresh(Ref ref, Values& values, std::uint64_t& parts) const {
  if (empty()) return ref;
  Walk walk{values};
  const ValueId fresh = Refreshed(ref.value, walk);
  parts += walk.parts;
  return {fresh, ref.origin};
}

ValueId Heap::Refreshed(ValueId id, Walk& walk) const {
  if (!Concerns(id, walk.values)) return id;
  if (auto found = walk.known.find(id.index); found != walk.known.end()) return found->second;
  if (++walk.parts > kMaxRefreshed) return walk.values.UnknownBecause(values::Why::Budget);
  const std::uint64_t cut = walk.cut;
  const ValueId fresh = RefreshedAnew(id, walk);
  if (cut == walk.cut) walk.known[id.index] = fresh;
  return fresh;
}

ValueId Heap::RefreshedAnew(ValueId id, Walk& walk) const {
  Values& values = walk.values;
  const AddressId address = values.AddressOf(id);
  ValueId now = id;
  if (address) {
    // What holds itself has no finite snapshot: of an instance in itself nothing is said but which
    // it is, so that whoever reads it looks here again.
    if (std::find(walk.inside.begin(), walk.inside.end(), address) != walk.inside.end()) {
      ++walk.cut;
      if (const auto* itself = values.If<values::Object>(Ref{id, {}}))
        return values.Intern(values::Object{itself->id, address, {}});
      return values.UnknownBecause(values::Why::Unsaid);
    }
    Ref joined;
    for (AddressId member : values.addresses.Members(address)) {
      const Entry* entry = Find(member);
      const Ref there = entry ? entry->contents : Ref{id, {}};
      joined = joined.value ? values.Join(joined, there) : there;
    }
    now = values.AddressOf(joined.value) ? values.WithAddress(joined.value, address) : joined.value;
    walk.inside.push_back(address);
  }
  const ValueId fresh = values.MapParts(now, [&](ValueId part) { return Refreshed(part, walk); });
  if (address) walk.inside.pop_back();
  return fresh;
}

}  // namespace graphmend::infer
