// The front door of the infer stage: what is compiled, and what Dynamo will object to there.
//
//   Entry   a function, method or module that is compiled: an explicit torch.compile (call,
//           decorator, `model.compile()`), or, where nothing says so, an nn.Module.forward that is
//           assumed to be
//   Unit    a run of neighbouring files with entries, so that what they share is analysed once;
//           units are cut by size alone and analysed independently of one another, in any order and
//           on any thread, with the same result
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "infer/facts.h"
#include "infer/observation.h"
#include "names/program.h"

namespace graphmend::infer {

enum class AssumeCompiled : std::uint8_t { Auto, Modules, Explicit };

struct Release {
  int major = 2;
  int minor = 13;
  friend auto operator<=>(const Release&, const Release&) = default;
};

struct Trace;

struct Options {
  Release target;
  AssumeCompiled assume = AssumeCompiled::Auto;
  bool fullgraph = false;                      // of assumed entries and of `entry_points`
  std::vector<std::string> dynamo_flags = {};  // those of torch._dynamo.config that are on
  // What is compiled though no code in view says so: dotted names of functions, of module classes
  // and of their methods; a colon may stand between module and name.
  std::vector<std::string> entry_points = {};
  Trace* trace = nullptr;  // where to record what is executed (trace.h); null: nowhere
};

struct Entry {
  diag::Location location;  // the torch.compile call or decorator, or the assumed forward's name
  std::string target;       // qualified name of what is compiled: "pkg.mod.Model.forward"
  std::string how;  // "torch.compile(model)", "@torch.compile", "nn.Module.forward (assumed)"
  bool assumed = false;
  bool module = false;  // explicit, and an nn.Module whose forward is in view
  bool open = false;    // explicit, but what is compiled is not in view: any module may be
  bool fullgraph = false;
  std::string options;  // other options as written: `mode="reduce-overhead"`
};

struct UnitResult {
  std::vector<Observation> observations;
  std::vector<Entry> entries;
  std::vector<FoundFact> facts;  // of the functions with observations
  std::uint64_t steps = 0;       // instructions interpreted
  std::vector<names::FileId>
      unfinished;  // files whose analysis ran out of budget; said to the user
  struct Failure {
    names::FileId file;
    std::string message;
  };
  std::vector<Failure> failures;  // files at which graphmend itself failed (GM000)
};

// Values known at each instruction of a function, for `dump --stage=facts`, `why` and tests.
struct RevealedValue {
  diag::Location location;
  std::string value;    // printed abstract value
  std::string because;  // reason chain, one line
};

class Analysis {
 public:
  Analysis(const names::Program& program, Options options);
  ~Analysis();

  // Finds the units among the selected files (reads them, parses those that can matter).
  // `pool_run(n, f)` runs f(0)…f(n-1), possibly in parallel.
  using ParallelFor = std::function<void(std::size_t, const std::function<void(std::size_t)>&)>;
  void Discover(const ParallelFor& parallel_for);
  // Those of `Options::entry_points` that no file in view has.
  std::vector<std::string> UnknownEntryPoints() const;
  std::size_t UnitCount() const;
  const std::vector<names::FileId>& UnitFiles(std::size_t unit) const;
  UnitResult AnalyzeUnit(std::size_t unit) const;  // thread-safe
  // The same for some files at once, whatever unit they are in, as their text is now; what is
  // compiled elsewhere and leads into them is left out. A file that was not looked at when units
  // were made is judged by itself.
  UnitResult AnalyzeFiles(const std::vector<names::FileId>& files) const;
  // Everything known on one line of a selected file: values, and for each whether it can break.
  std::vector<RevealedValue> Reveal(names::FileId file, std::uint32_t line) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphmend::infer
