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

#include "infer/known_value.h"
#include "infer/options.h"
#include "infer/results.h"
#include "names/program.h"

namespace graphmend::infer {

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
  // From this unit on, units hold only what is assumed to be compiled.
  std::size_t FirstAssumedUnit() const;
  // Given the results of all units before that one, cuts those from there on anew: what is left
  // out, for source compiles something else, is in units of its own. `AnalyzeFiles` runs nothing of
  // it. To be told again where results are others: false, where that leaves the units as they are.
  bool Follow(const std::vector<UnitResult>& results);
  // After some of the files were given other texts: whether the units would be made of the same
  // files to look for the same there, so that a unit which saw none of them need not be run again.
  bool IsStillDivided(const std::vector<names::FileId>& replaced) const;
  const std::vector<names::FileId>& UnitFiles(std::size_t unit) const;
  // `stop`: asked now and then; once it says true, the rest is left out, and the result means
  // nothing.
  using Stop = std::function<bool()>;
  UnitResult AnalyzeUnit(std::size_t unit, const Stop& stop = {}) const;  // thread-safe
  // The same for some files at once, whatever unit they are in, as their text is now; what is
  // compiled elsewhere and leads into them is left out. A file that was not looked at when units
  // were made is judged by itself.
  UnitResult AnalyzeFiles(const std::vector<names::FileId>& files, const Stop& stop = {}) const;
  // Everything known on one line of a selected file: values, and for each whether it can break.
  std::vector<RevealedValue> Reveal(names::FileId file, std::uint32_t line) const;
  // What the innermost expression at an offset of the first of `files` comes to, in all calls that
  // analysing these files leads to; what is not compiled is not looked at.
  std::vector<KnownValue> RevealAt(const std::vector<names::FileId>& files, std::uint32_t offset,
                                   const Stop& stop = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphmend::infer
