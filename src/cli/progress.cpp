#include "cli/progress.h"

#include <string>

#include "os/streams.h"

namespace graphmend::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{1000}, kNext{100};

void Write(const std::string& text) {
  static_cast<void>(os::Write(os::Stream::Error, text));  // nothing depends on it
}

}  // namespace

Progress::Progress() : is_terminal_(os::IsTerminal(os::Stream::Error)) {}

Progress::~Progress() {
  if (shown_) Write("\r\x1b[K");
}

void Progress::Step(std::size_t done, std::size_t total) {
  if (!is_terminal_) return;
  std::lock_guard lock(mutex_);
  Clock::time_point now = Clock::now();
  if (now - start_ < kFirst || now - shown_at_ < kNext) return;
  shown_at_ = now;
  shown_ = true;
  Write("\rgraphmend: " + std::to_string(done) + " of " + std::to_string(total) +
        " parts analysed\x1b[K");
}

}  // namespace graphmend::cli
