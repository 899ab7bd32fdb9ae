// Which functions' facts fixes ask for (infer/facts.h): those with observations, and where a fix
// looks further, functions that lead there or are called there.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "infer/unit.h"

namespace graphmend::infer {

class AskedFunctions {
 public:
  explicit AskedFunctions(Unit& unit);

  bool Has(const flow::Graph& graph) const { return graphs_.contains(&graph); }
  bool empty() const { return graphs_.empty(); }
  // Whether an entry leads to the context.
  bool IsLive(std::uint32_t context) const { return live_[context]; }

 private:
  const CallableInfo& Add(std::uint32_t context);
  void FindObserved();
  // These, and those of the same file that lead there.
  std::vector<std::uint32_t> CallersInFile(std::vector<std::uint32_t> open);
  // These, and what they call so many calls deep, in all files.
  void AddCallees(std::vector<std::uint32_t> open, int depth);

  Unit& unit_;
  std::vector<bool> live_;
  std::vector<std::vector<std::uint32_t>> callers_;
  std::vector<std::uint32_t> asking_callers_, asking_callees_, asking_all_;
  std::unordered_set<const flow::Graph*> graphs_;
};

}  // namespace graphmend::infer
