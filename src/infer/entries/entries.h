// Entries: what is compiled, and how it is called from outside. Each call of an entry is a node of
// the fixpoint, called again when what it reads has grown: when uses show a parameter to be a
// tensor.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "infer/calls/call_arguments.h"
#include "infer/calls/callables.h"
#include "infer/part.h"
#include "infer/results.h"
#include "infer/summaries/context.h"

namespace graphmend::infer {

// What is called from outside of all contexts: an entry, as an unknown caller would, or the top
// level of a script.
struct EntryRun {
  const ParsedFile* script = nullptr;
  Ref target = {};
  CallableId signature = {};
  bool skip_self = false;
  Site site = {};
  const HowCompiled* how = nullptr;
  diag::Location place = {};  // where that is said
  NodeId node = {};
  std::vector<CallEdge> roots = {};
};

// What a call of torch.compile asks for.
struct CompileCall {
  HowCompiled how = {};
  bool fullgraph = false;
  std::string options = {};  // the others, as written
  bool cuda_graphs = false;
  bool in_place = false;  // `model.compile()`, which needs no result
};

class Entries : Part {
 public:
  explicit Entries(Unit& unit) : Part(unit) {}

  // ---- explicit ones (entries.cpp, by_frameworks.cpp, named_entries.cpp) ----
  void CompileEntry(Ref target, const Site& site, CompileCall call);
  // A method of something that source does not tell is called; it may compile that.
  void CompileUnseen(const Arguments& args, const Site& site);
  Ref CallCompiled(const values::Wrapper& wrapper, const Arguments& args, const Site& site);
  // What the @compiles rows of a stub say of a call: the modules that are passed are entries, and
  // `bound` has them compiled.
  void CompileArguments(CallableId stub, BoundArguments& bound, const Site& site);
  void RunExplicit(const ParsedFile& file);
  void FinishEntries();
  // Settings say that `name`, a function, a class or a method of the file, is compiled; false: the
  // file has nothing of that name that can be.
  bool CompileNamed(const ParsedFile& file, std::string_view name);
  bool CanBeCompiled(Ref target);
  // ---- assumed ones (modules.cpp) ----
  void RunModules(const ParsedFile& file);
  // Public functions, and methods of modules, that take something and that nothing above runs.
  void RunFunctions(const ParsedFile& file);
  // ---- what is known of them ----
  void CallEntry(std::uint32_t entry);
  // A parameter as an unknown caller passes it. `demand`: its uses may show it to be a tensor.
  Ref EntryParameter(CallableId callable, std::size_t index, bool demand);
  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<Entry> TakeEntries() { return std::move(entries_); }
  std::deque<EntryRun>& runs() { return entry_runs_; }
  // The entry whose analysis begins, and where it is said to be compiled.
  void BeginEntry(const HowCompiled& how, diag::Location place) {
    entry_how_ = &*hows_.insert(how).first;
    entry_place_ = place;
  }
  const HowCompiled* how() const { return entry_how_; }
  const diag::Location& place() const { return entry_place_; }

 private:
  struct PendingEntry {
    Entry entry;
    Ref target;
    Site site;
    Mode mode = {};
    bool called = false;
    bool in_loop = false;
    bool thrown_away = false;
    bool in_place = false;
  };
  struct Begun {
    Ref target;
    HowCompiled how;
    diag::Location place;
  };

  struct Assumed {
    Entry entry;
    Ref target;
    CallableId signature;
    bool skip_self;  // the signature has it, the call does not
    Site site;
  };

  std::optional<Span> CalledInstead(const PendingEntry& entry);
  Ref LikeDefault(Ref fallback, Ref open);
  Arguments EntryArguments(CallableId callable, std::size_t first);
  void RunEntry(Ref target, CallableId signature, bool skip_self, const Site& site, Mode mode);
  void RunEntry(EntryRun run);
  void ConstructAnyway();
  void RunScript(const ParsedFile& file);
  // `mentions`: where the file names something that may compile.
  void EvaluateDecorators(const ParsedFile& file, const std::vector<std::uint32_t>& mentions);
  void RunCompilingFunctions(const ParsedFile& file, const std::vector<std::uint32_t>& mentions);
  Ref TopLevelFunction(const ParsedFile& file, syntax::FunctionId id);
  void RunAssumed(Assumed assumed);
  void AssumeMethods(ClassId cls);
  Ref CompilePassed(Ref passed, const Site& site, bool fullgraph);
  std::vector<Ref> CompiledWith(Ref target, const Site& site);
  Ref AsCalled(Ref target);
  // Takes a method of a module, its own or an inherited one, as compiled; `at` names the entry.
  void AssumeCompiledMethod(ClassId cls, Symbol name, const CallableInfo& method,
                            const ParsedFile& file, Span at);
  void AssumeCompiledFunction(const ParsedFile& file, syntax::FunctionId function);
  void AssumeOtherMethod(const ParsedFile& file, syntax::FunctionId function);
  // Functions of the file that run in compiled code, as far as it was followed.
  std::unordered_set<std::uint32_t> CompiledFunctions(const ParsedFile& file) const;
  CallableInfo MethodOf(ClassId cls, syntax::FunctionId function);
  bool OverridesWhatRuns(ClassId cls, Symbol method);

  std::deque<EntryRun> entry_runs_;
  std::size_t settled_contexts_ = 0;                      // looked at by `ConstructAnyway`
  std::unordered_set<std::uint32_t> constructed_anyway_;  // objects
  std::vector<PendingEntry> pending_;
  std::vector<Begun> begun_;  // the explicit entries so far
  std::vector<Entry> entries_;
  std::set<HowCompiled> hows_;  // whose elements stay where they are
  const HowCompiled* entry_how_ = nullptr;
  diag::Location entry_place_;
};

}  // namespace graphmend::infer
