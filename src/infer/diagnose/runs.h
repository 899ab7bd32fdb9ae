// Of the expressions of a graph, by their places, what they call.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "infer/facts.h"
#include "infer/unit.h"

namespace graphmend::infer {

class Runs {
 public:
  void Add(Unit& unit, const Context& context) {
    for (const CallEdge& edge : context.callees) {
      const CallableInfo& callee = unit.Info(unit.Info(edge.callee).callable);
      if (!edge.file || callee.is_stub) continue;
      at_[KeyOf(edge.span)].push_back({callee.file->id(), callee.function});
    }
  }

  std::vector<SourceFunction> At(const Span& span) const {
    const auto found = at_.find(KeyOf(span));
    if (found == at_.end()) return {};
    std::vector<SourceFunction> runs = found->second;
    std::sort(runs.begin(), runs.end());
    runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
    return runs;
  }

 private:
  static std::uint64_t KeyOf(const Span& span) {
    return static_cast<std::uint64_t>(span.begin) << 32 | span.end;
  }

  std::unordered_map<std::uint64_t, std::vector<SourceFunction>> at_;
};

}  // namespace graphmend::infer
