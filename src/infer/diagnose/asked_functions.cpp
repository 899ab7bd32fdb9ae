#include "infer/diagnose/asked_functions.h"

#include <algorithm>
#include <limits>

namespace graphmend::infer {
namespace {

// Which rewrites look beyond the function: a number is taken from the list that a caller made the
// tensor of (fix/reuse_source_list.cpp); what raises, or makes a text, may be caught by a caller
// (Calls::IsCaught).
bool AsksCallers(const Observation& observation) {
  constexpr ObservationKind kAsking[] = {
      ObservationKind::HostRead, ObservationKind::TensorAsInt,   ObservationKind::BranchOn,
      ObservationKind::AssertOn, ObservationKind::DataPredicate, ObservationKind::Print,
      ObservationKind::Logging,  ObservationKind::Warning};
  return std::find(std::begin(kAsking), std::end(kAsking), observation.kind()) != std::end(kAsking);
}

// Numbers and sizes that may become symbols go where other functions have to bear them, of any file
// (fix/captured_uses.h), as do numbers that are drawn, or selected by a branch, and become tensors
// (fix/number_uses.h); and what a cached property is made from is read where it is computed
// (fixes/cache_in_graph.cpp).
bool AsksAll(const Observation& observation) {
  constexpr ObservationKind kAsking[] = {ObservationKind::HostRead,
                                         ObservationKind::TensorAsInt,
                                         ObservationKind::DynamicShape,
                                         ObservationKind::BooleanMask,
                                         ObservationKind::UnsupportedContext,
                                         ObservationKind::Random,
                                         ObservationKind::BranchOn};
  return std::find(std::begin(kAsking), std::end(kAsking), observation.kind()) != std::end(kAsking);
}

// Both sides of a branch are computed, or more iterations of a loop, and what they call with them
// (fix/pure_calls.h).
bool AsksCallees(const Observation& observation) {
  return observation.kind() == ObservationKind::BranchOn ||
         observation.kind() == ObservationKind::LoopOn ||
         observation.kind() == ObservationKind::TruthInCall ||
         observation.kind() == ObservationKind::DataPredicate;
}
constexpr int kCalleesAsked = 3;  // how many calls deep

std::vector<bool> LiveContexts(Unit& unit) {
  std::vector<ContextId> open;
  for (const CallEdge& edge : unit.summaries.Roots()) open.push_back(edge.callee);
  std::vector<bool> live(unit.summaries.contexts().size());
  while (!open.empty()) {
    const ContextId id = open.back();
    open.pop_back();
    if (live[id.index]) continue;
    live[id.index] = true;
    const Context& context = unit.Info(id);
    for (const CallEdge& edge : context.callees) open.push_back(edge.callee);
  }
  return live;
}

}  // namespace

AskedFunctions::AskedFunctions(Unit& unit) : unit_(unit), live_(LiveContexts(unit)) {
  FindObserved();
  AddCallees(CallersInFile(std::move(asking_all_)), std::numeric_limits<int>::max());
  AddCallees(std::move(asking_callees_), kCalleesAsked);
  CallersInFile(std::move(asking_callers_));
}

const CallableInfo& AskedFunctions::Add(std::uint32_t i) {
  const CallableInfo& info = unit_.Info(unit_.Info(ContextId(i)).callable);
  graphs_.insert(&info.file->Function(info.function));
  return info;
}

void AskedFunctions::FindObserved() {
  callers_.resize(live_.size());
  for (std::uint32_t i = 0; i < live_.size(); ++i) {
    if (!live_[i]) continue;
    const Context& context = unit_.Info(ContextId(i));
    for (const CallEdge& edge : context.callees) callers_[edge.callee.index].push_back(i);
    bool any = false, asks = false, asks_all = false, asks_callees = false;
    for (const auto& block : context.observations)
      for (const Observation& observation : block) {
        any = true;
        asks |= AsksCallers(observation);
        asks_all |= AsksAll(observation);
        asks_callees |= AsksCallees(observation);
      }
    if (any) Add(i);
    if (asks) asking_callers_.push_back(i);
    if (asks_all) asking_all_.push_back(i);
    if (asks_callees) asking_callees_.push_back(i);
  }
}

std::vector<std::uint32_t> AskedFunctions::CallersInFile(std::vector<std::uint32_t> open) {
  std::vector<bool> seen(live_.size());
  std::vector<std::uint32_t> all;
  while (!open.empty()) {
    const std::uint32_t i = open.back();
    open.pop_back();
    if (seen[i]) continue;
    seen[i] = true;
    all.push_back(i);
    const ParsedFile* file = Add(i).file;
    for (std::uint32_t caller : callers_[i])
      if (unit_.Info(unit_.Info(ContextId(caller)).callable).file == file) open.push_back(caller);
  }
  return all;
}

void AskedFunctions::AddCallees(std::vector<std::uint32_t> open, int depth) {
  std::vector<bool> seen(live_.size());
  for (; !open.empty() && depth >= 0; --depth) {
    std::vector<std::uint32_t> next;
    for (std::uint32_t i : open) {
      if (seen[i]) continue;
      seen[i] = true;
      Add(i);
      for (const CallEdge& edge : unit_.Info(ContextId(i)).callees)
        next.push_back(edge.callee.index);
    }
    open = std::move(next);
  }
}

}  // namespace graphmend::infer
