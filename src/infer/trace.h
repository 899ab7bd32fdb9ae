// What an analysis executes, for the tests that ask whether cases reach it: recorded only where
// `Options::trace` names one. Not for several threads.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "models/stub_function.h"

namespace graphmend::infer {

struct Trace {
  std::set<models::Transfer> transfers;  // whose function was called
  // What `when=` of stubs tested; false: it does not hold.
  std::set<std::pair<models::ConditionWord, bool>> conditions;
  // By the index of a file: at which byte offsets instructions of compiled frames begin.
  std::map<std::uint32_t, std::set<std::uint32_t>> reached;
};

}  // namespace graphmend::infer
