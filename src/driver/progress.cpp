#include "driver/progress.h"

#include <unistd.h>

#include <string>

namespace graphmend::driver {
namespace {

constexpr std::chrono::milliseconds kFirst{1000}, kNext{100};

void Write(const std::string& text) {
  // Nothing hangs on it.
  [[maybe_unused]] ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

Progress::Progress() : is_terminal_(::isatty(STDERR_FILENO) == 1) {}

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

}  // namespace graphmend::driver
