// What the functions of a file are found to do with their variables, kept from one proposal to the
// next: proposals for findings of the same function ask the same.
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>

#include "fix/budget.h"
#include "fix/calls.h"
#include "fix/dataflow.h"
#include "fix/terms.h"
#include "names/program.h"

namespace graphmend::fix {

class FunctionFlows {
 public:
  // Valid until another file is asked for.
  const Dataflow& Of(const names::ParsedFile& file, syntax::FunctionId function) {
    return EntryOf(file, function).flow;
  }
  // The calls of the file, and whether they have not been looked for yet.
  std::pair<CallIndex&, bool> CallsOf(const names::ParsedFile& file);
  // What is known of terms where nothing is assumed.
  TermMemo& TermsOf(const names::ParsedFile& file, syntax::FunctionId function) {
    return EntryOf(file, function).terms;
  }
  // What was found while the budget ran out.
  void ForgetTerms();
  Budget& budget() { return budget_; }

 private:
  struct Entry {
    Entry(const flow::Graph& graph, Budget& budget) : flow(graph, budget) {}
    Dataflow flow;
    TermMemo terms;
  };
  Entry& EntryOf(const names::ParsedFile& file, syntax::FunctionId function);
  void TurnTo(const names::ParsedFile& file);

  Budget budget_;
  names::FileId file_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Entry>> entries_;  // by function
  std::unique_ptr<CallIndex> calls_;
};

}  // namespace graphmend::fix
