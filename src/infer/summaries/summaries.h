// Summaries: one for each callable, mode and tuple of abstract arguments, interpreted when it is
// first asked for and again when what it read has changed. What is asked for while it runs gives
// what it has so far, at first Bottom. A callable has a limited number of contexts: further calls
// share one, whose arguments are the join of theirs.
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "infer/keys.h"
#include "infer/part.h"
#include "infer/summaries/context.h"

namespace graphmend::infer {

// How many contexts a callable may have before further calls share one, and what counts them.
struct ContextBudget {
  std::uint64_t counter;
  std::size_t most;
};

class Summaries : Part {
 public:
  explicit Summaries(Unit& unit) : Part(unit) {}

  static constexpr int kMaxDepth = 48;

  // None id: the call is not followed.
  ContextId Interpret(CallableId callable, std::vector<Ref> arguments, Mode mode, const Site& site);
  void RunContext(ContextId context);
  Context& Info(ContextId id) { return *contexts_[id.index]; }
  const std::vector<std::unique_ptr<Context>>& contexts() const { return contexts_; }
  bool HasReached(FileId file) const { return reached_.contains(file.index); }
  void StartFile();  // the limits on contexts start anew

  // The contexts in which compiled code begins, each with where it is said to be compiled.
  std::vector<CallEdge> Starts() const;
  // Calls outside of contexts, by entries or as in decorators.
  std::vector<CallEdge> Roots() const;
  // Of the contexts that call one: the one nearest to an entry.
  void LinkCallers();

  // How deeply interpretations are inside of each other.
  int depth() const { return depth_; }
  void Descend() { ++depth_; }
  void Ascend() { --depth_; }

 private:
  static constexpr std::size_t kMaxContexts = 16;
  static constexpr std::size_t kMaxContextsOfOne = 6;  // outside of compiled code, by instance
  // Decorators and constructors are called with another function or class each time.
  static constexpr std::size_t kMaxSetupContexts = 2000;
  static constexpr std::size_t kMaxCellsOfOne = 4;
  // What gives instances their fields and submodules is a constructor, or called by one: a method,
  // a factory, the registry that it asks. Deeper lies what fills and saves what was made.
  static constexpr std::uint8_t kMaxBelowConstructor = 3;

  CellsId CellsOf(CallableId callable, Mode mode);
  ContextId AddContext(CallableId callable, std::vector<Ref> arguments, Mode mode);
  ContextBudget BudgetOf(CallableId callable, const std::vector<Ref>& arguments, Mode mode) const;
  void JoinRecursion(CallableId callable, std::vector<Ref>& arguments, const Site& site) const;
  bool HoldsContainer(ValueId id) const;
  bool MayFollow(CallableId callable, Mode mode, const Site& site);
  void Reached(ContextId context, const Site& site);
  void GiveUp(ContextId context);
  ObjectId Constructs(const Context& context) const;

  std::vector<std::unique_ptr<Context>> contexts_;
  Table<std::uint32_t> context_table_;
  // By callable, and instance outside of compiled code: arguments past kMaxContexts.
  std::unordered_map<std::uint64_t, std::vector<Ref>> widened_;
  std::unordered_map<std::uint64_t, std::size_t> context_counts_;
  std::unordered_map<std::uint32_t, std::vector<CellsId>> cells_made_;  // compiled, by callable
  std::unordered_set<std::uint32_t> reached_;                           // files
  std::vector<CallEdge> roots_;  // calls outside of contexts and entries, as in decorators
  int depth_ = 0;
};

}  // namespace graphmend::infer
