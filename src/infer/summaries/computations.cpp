#include "infer/summaries/computations.h"

#include <algorithm>

#include "infer/unit.h"

namespace graphmend::infer {

NodeId Computations::AddNode(Computation::Kind kind, std::uint32_t index) {
  computations_.push_back({kind, index});
  return unit_.dependencies.Add();
}

void Computations::ReadLocation(NodeId& node) {
  if (!unit_.dependencies.Innermost()) return;
  if (!node) node = AddNode(Computation::Kind::Location, 0);
  unit_.dependencies.Read(node);
}

void Computations::Compute(NodeId node) {
  const Computation& computation = computations_[node.index];
  switch (computation.kind) {
    case Computation::Kind::Location: return;
    case Computation::Kind::Context:
      return unit_.summaries.RunContext(ContextId(computation.index));
    case Computation::Kind::Definition:
      return unit_.definitions.RunDefinition(DefinitionId(computation.index));
    case Computation::Kind::Entry: return unit_.entries.CallEntry(computation.index);
  }
}

// The first computations of a value take its place: what was read too early, before a field was
// stored or a callee returned, is forgotten. Should they go on changing it, they climb.
bool Computations::Replace(Ref& slot, Ref value, int runs) {
  if (runs < kFreeRuns) {
    const bool changed = slot.value != value.value &&
                         (!slot.value || !value.value || !values.Same(slot.value, value.value));
    if (changed) slot = value;
    return changed;
  }
  // `x = x` gives something where there was nothing, and then nothing, in turn.
  if (!value.value) return false;
  if (!slot.value) return slot = value, true;
  if (runs < kJoinedRuns) return values.JoinInto(slot, value);
  const Values::Widened widened = values.Widen(slot, value);
  slot = widened.value;
  return widened.effect == values::Effect::Changed;
}

bool Computations::ReplaceHeap(Heap& known, Heap heap, int runs) {
  if (runs >= Computations::kFreeRuns)
    return known.JoinWith(heap, values,
                          runs >= kWidenedRuns  ? Heap::Merge::GiveUp
                          : runs >= kJoinedRuns ? Heap::Merge::Widen
                                                : Heap::Merge::Join);
  auto same = [this](const Heap::Entry& a, const Heap::Entry& b) {
    return a.address == b.address && values.Same(a.contents.value, b.contents.value);
  };
  if (std::equal(known.entries().begin(), known.entries().end(), heap.entries().begin(),
                 heap.entries().end(), same))
    return false;
  known = std::move(heap);
  return true;
}

}  // namespace graphmend::infer
