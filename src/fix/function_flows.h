// What the functions of a file are found to do with their variables, kept from one proposal to the
// next: proposals for findings of the same function ask the same.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "fix/budget.h"
#include "fix/calls.h"
#include "fix/dataflow.h"
#include "fix/terms.h"
#include "names/program.h"

namespace graphmend::fix {

// What was answered of a function as a whole, where nothing is assumed of its expressions.
struct FunctionAnswers {
  std::optional<bool> changes_tensors;  // failures.cpp
  std::optional<bool> changes_held;     // fixes/captured.h
};

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
  FunctionAnswers& AnswersFor(const names::ParsedFile& file, syntax::FunctionId function) {
    return EntryOf(file, function).answers;
  }
  // What was found while the budget ran out.
  void ForgetTerms();
  Budget& budget() { return budget_; }

 private:
  struct Entry {
    Entry(const flow::Graph& graph, Budget& budget) : flow(graph, budget) {}
    Dataflow flow;
    TermMemo terms;
    FunctionAnswers answers;
  };
  Entry& EntryOf(const names::ParsedFile& file, syntax::FunctionId function);
  void TurnTo(const names::ParsedFile& file);

  Budget budget_;
  names::FileId file_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Entry>> entries_;  // by function
  std::unique_ptr<CallIndex> calls_;
};

// What `ask` says of the finding's function, kept from one finding of it to the next.
bool AskedOnce(const Finding& finding, std::optional<bool> FunctionAnswers::* answer,
               bool (*ask)(const Finding&));

}  // namespace graphmend::fix
