// How far a run is, on standard error, when that is a terminal and the run takes over a second.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>

namespace graphmend::cli {

class Progress {
 public:
  Progress();
  // Takes the line away.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // From any thread.
  void Step(std::size_t done, std::size_t total);

 private:
  using Clock = std::chrono::steady_clock;

  const bool is_terminal_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  Clock::time_point shown_at_ = start_;
  bool shown_ = false;
};

}  // namespace graphmend::cli
