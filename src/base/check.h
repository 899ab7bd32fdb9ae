// Internal invariants. `GM_CHECK` throws `InternalError`, which only `project` and `cli` catch (one
// file or one unit of analysis at a time) and report as GM000, so that a defect of graphmend costs
// one file and never the run.
#pragma once

#include <stdexcept>
#include <string>

namespace graphmend::base {

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] inline void FailCheck(const char* condition, const char* file, int line,
                                   const std::string& detail) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + condition +
                      (detail.empty() ? "" : ": " + detail));
}

}  // namespace graphmend::base

#define GM_CHECK(condition, detail)                                                         \
  do {                                                                                      \
    if (!(condition)) ::graphmend::base::FailCheck(#condition, __FILE__, __LINE__, detail); \
  } while (false)
