// The units of an analysis: how they are divided, run on threads, and kept from one time to the
// next where they saw nothing of what changed.
#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <unordered_set>

#include "project/session.h"

namespace graphmend::project {

// Runs what a stage asks for on the pool; a step that fails costs that step only.
infer::Analysis::ParallelFor Session::Guarded() {
  return [this](std::size_t count, const std::function<void(std::size_t)>& step) {
    pool_.Run(count, [&](std::size_t i) {
      try {
        step(i);
      } catch (const std::exception& error) {
        AddProblem(InternalProblem("", error));
      }
    });
  };
}

// First what source compiles: it tells what becomes of the rest.
std::vector<infer::UnitResult> Session::AnalyseUnits() {
  const std::size_t assumed = analysis_->FirstAssumedUnit();
  std::vector<infer::UnitResult> results(assumed);
  std::atomic<std::size_t> done{0};
  kept_.resize(analysis_->UnitCount());
  AnalyseUnits(0, assumed, results, done);
  if (analysis_->Follow(results)) kept_.resize(assumed);
  results.resize(analysis_->UnitCount());
  kept_.resize(results.size());
  AnalyseUnits(assumed, results.size(), results, done);
  for (const infer::UnitResult& result : results) {
    for (const infer::UnitResult::Failure& failure : result.failures)
      AddProblem(InternalProblem(program_.Info(failure.file).shown_path,
                                 std::runtime_error(failure.message)));
    for (names::FileId file : result.unfinished)
      AddProblem({lint::ProblemKind::Incomplete, program_.Info(file).shown_path, 0,
                  "too much to follow: part of what is compiled here was not analysed", ""});
  }
  return results;
}

void Session::AnalyseUnits(std::size_t begin, std::size_t end,
                           std::vector<infer::UnitResult>& results,
                           std::atomic<std::size_t>& done) {
  pool_.Run(end - begin, [&](std::size_t i) {
    const std::size_t unit = begin + i;
    if (setup_.stop && setup_.stop()) return;
    results[unit] = kept_[unit] ? *kept_[unit] : AnalyseUnit(unit);
    if (setup_.progress) setup_.progress(++done, analysis_->UnitCount());
  });
}

infer::UnitResult Session::AnalyseUnit(std::size_t unit) {
  try {
    infer::UnitResult result = analysis_->AnalyzeUnit(unit, setup_.stop);
    // What a file is like that graphmend failed at, nobody knows.
    const bool whole = result.failures.empty() && (!setup_.stop || !setup_.stop());
    if (setup_.again && whole) kept_[unit] = result;
    return result;
  } catch (const std::exception& error) {
    AddProblem(InternalProblem("", error));
    return {};
  }
}

// What saw one of the files that have another text now would see something else.
void Session::ForgetReplaced() {
  const std::unordered_set<names::FileId> replaced(replaced_.begin(), replaced_.end());
  const auto saw_one = [&](const std::vector<names::FileId>& files) {
    return std::any_of(files.begin(), files.end(),
                       [&](names::FileId file) { return replaced.contains(file); });
  };
  for (std::optional<infer::UnitResult>& result : kept_)
    if (result && (saw_one(result->read) || saw_one(result->searched))) result.reset();
  program_.DropReplaced();
}

// The units of what is analysed: those of the last time where they are still the same.
void Session::Discover() {
  const bool divided = setup_.again && analysis_ && analysis_->IsStillDivided(replaced_);
  if (divided) {
    ForgetReplaced();
  } else {
    kept_.clear();
    program_.DropReplaced();
    analysis_ = std::make_unique<infer::Analysis>(program_, setup_.analysis);
    analysis_->Discover(Guarded());
  }
  replaced_.clear();
}

}  // namespace graphmend::project
