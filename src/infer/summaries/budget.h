// The budget of a unit, counted anew for each file: how many instructions may be interpreted, how
// many of them outside of compiled code, and how deeply evaluation may nest. What is due when it is
// used up gives Unknown, never Bottom.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "names/program.h"

namespace graphmend::infer {

class Budget {
 public:
  // `steps`: instructions for one file.
  explicit Budget(std::uint64_t steps) : most_(steps) {}

  // Asked now and then; once it says true, the budget of this file and of the next ones is used up.
  void StopWhen(std::function<bool()> stop) { stop_ = std::move(stop); }

  bool Step() {  // false: there are none left
    Spend(1);
    return steps_ < most_;
  }
  void Spend(std::uint64_t steps) {  // for what takes as long as so many instructions
    steps_ += steps;
    since_asked_ += steps;
    if (since_asked_ < kStepsBetweenAsking) return;
    since_asked_ = 0;
    if (stop_ && stop_()) Stop();
  }
  bool IsUsedUp() const { return steps_ >= most_; }
  void StepOutside(std::uint64_t steps) { setup_steps_ += steps; }
  bool IsUsedUpOutside() const { return setup_steps_ > kMaxSetupSteps; }

  void StartFile() {
    steps_ = setup_steps_ = 0;
    if (stopped_) Stop();
  }
  void FinishFile(names::FileId file) {
    if (IsUsedUp()) unfinished_.push_back(file);
    all_steps_ += steps_;
    steps_ = 0;
  }
  std::uint64_t all_steps() const { return all_steps_; }  // of all finished files
  std::vector<names::FileId> TakeUnfinished() { return std::move(unfinished_); }

 private:
  friend class Nesting;
  static constexpr std::uint64_t kMaxSetupSteps = 300'000;  // per file, outside compiled code
  static constexpr int kMaxNesting = 500;
  static constexpr std::uint64_t kStepsBetweenAsking = 1 << 12;

  void Stop() {
    stopped_ = true;
    steps_ = most_;
  }

  std::uint64_t most_;
  std::uint64_t steps_ = 0, setup_steps_ = 0, all_steps_ = 0, since_asked_ = 0;
  std::vector<names::FileId> unfinished_;
  int nesting_ = 0;
  std::function<bool()> stop_;
  bool stopped_ = false;
};

// Guards the native stack where values, not calls, decide how deep evaluation goes.
class Nesting {
 public:
  explicit Nesting(Budget& budget) : budget_(budget) { ++budget_.nesting_; }
  ~Nesting() { --budget_.nesting_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;
  explicit operator bool() const { return budget_.nesting_ < Budget::kMaxNesting; }

 private:
  Budget& budget_;
};

}  // namespace graphmend::infer
