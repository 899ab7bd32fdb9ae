// The Sequentials that are called right now. Their forward is no function of source, so it has no
// summary: without a memory of its own, a Sequential of Sequentials of several kinds would be gone
// through once for each path that leads to it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "values/value.h"

namespace graphmend::infer {

class SequentialCalls {
 public:
  // What `forward` of the object gives for `input`: `pass()`, at most once for each object and
  // input until the outermost call of a Sequential ends. No Sequential is inside of itself: one
  // that is called while it runs is another one of the same abstract object, and what that gives is
  // among what this one gives (`bottom`).
  template <class F>
  values::Ref Pass(values::ObjectId object, values::ValueId input, values::Ref bottom, F&& pass) {
    if (std::find(running_.begin(), running_.end(), object) != running_.end()) return bottom;
    const std::pair<std::uint32_t, std::uint32_t> key(object.index, input.index);
    if (auto known = results_.find(key); known != results_.end()) return known->second;
    running_.push_back(object);
    const values::Ref result = pass();
    running_.pop_back();
    if (running_.empty()) results_.clear();
    else results_.emplace(key, result);
    return result;
  }

 private:
  std::vector<values::ObjectId> running_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, values::Ref> results_;
};

}  // namespace graphmend::infer
