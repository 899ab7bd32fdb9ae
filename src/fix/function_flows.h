// What the functions of the program are found to do with their variables, kept from one proposal to
// the next: proposals for findings of the same function ask the same.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dataflow/symbolic.h"
#include "fix/assigned.h"
#include "fix/budget.h"
#include "fix/calls.h"
#include "fix/dataflow.h"
#include "fix/held.h"
#include "fix/pure_calls.h"
#include "fix/terms.h"
#include "names/program.h"

namespace graphmend::fix {

// What was answered of a function as a whole, where nothing is assumed of its expressions.
struct FunctionAnswers {
  std::optional<bool> changes_tensors;  // failures.cpp
  std::optional<HeldChanges> held;
  std::optional<bool> changed_by_calls;  // see ChangesByCalls
  std::optional<bool> changed_apart;     // see ChangesApart
  std::optional<bool> followed;          // reads.h
  std::optional<Purity> purity;
  std::optional<std::string> change;  // see KnownChange
};

// A file of the program, as proposals look at it.
struct FileView {
  const names::ParsedFile& file;
  std::string_view module;  // its dotted name
  ParentMap parents;
};

// What is given out is valid until a file is begun.
class FunctionFlows {
 public:
  FunctionFlows(const names::Program& program, const std::vector<diag::Diagnostic>& diagnostics);

  // Proposals for the findings of the file come next. Files that they lead to are kept as well, as
  // many as memory should hold.
  void BeginFile(names::FileId file);
  // Null where it cannot be read, has errors, or is no code but a stub.
  const FileView* View(names::FileId file);
  const names::Program& program() const { return program_; }
  // Whether the graph breaks at exactly this code, whatever it is given: numbers and sizes are
  // Python's there.
  bool BreaksAt(const names::ParsedFile& file, source::Span code) const;

  const Dataflow& Of(const names::ParsedFile& file, syntax::FunctionId function) {
    return EntryOf(file, function).flow;
  }
  // The calls of the file, and whether they have not been looked for yet.
  std::pair<CallIndex&, bool> CallsOf(const names::ParsedFile& file);
  // What functions of the file assign, see fix/assigned.h; null where it was not looked for yet.
  std::unique_ptr<Assigned>& AssignedOf(const names::ParsedFile& file) {
    return files_[file.id().index].assigned;
  }
  // By name: whether a star import of the file may give it, see MayComeByStar.
  std::unordered_map<std::string, bool>& StarNamesOf(const names::ParsedFile& file) {
    return files_[file.id().index].star_names;
  }
  // What is known of terms where nothing is assumed.
  TermMemo& TermsOf(const names::ParsedFile& file, syntax::FunctionId function) {
    return EntryOf(file, function).terms;
  }
  // What terms of the file's functions name shapes and dtypes by.
  dataflow::Symbols& SymbolsOf(const names::ParsedFile& file) {
    return files_[file.id().index].symbols;
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
  struct FileEntry {
    std::unordered_map<std::uint32_t, std::unique_ptr<Entry>> functions;
    std::unique_ptr<CallIndex> calls;
    std::unique_ptr<Assigned> assigned;
    std::unordered_map<std::string, bool> star_names;
    dataflow::Symbols symbols;
    std::optional<std::unique_ptr<FileView>> view;  // null: looked for in vain
  };
  static constexpr std::size_t kMostFiles = 32;

  Entry& EntryOf(const names::ParsedFile& file, syntax::FunctionId function);

  const names::Program& program_;
  Budget budget_;
  std::set<std::tuple<const source::SourceFile*, std::uint32_t, std::uint32_t>> breaks_;
  std::unordered_map<std::uint32_t, FileEntry> files_;
};

// What `ask` says of the finding's function, kept from one finding of it to the next.
bool AskedOnce(const Finding& finding, std::optional<bool> FunctionAnswers::* answer,
               bool (*ask)(const Finding&));

}  // namespace graphmend::fix
