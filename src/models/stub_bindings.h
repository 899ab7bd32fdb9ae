// Which names the modules of a set of stubs have at their top, stars followed.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "models/bound_names.h"
#include "models/stub_set.h"

namespace graphmend::models {

class StubBindings {
 public:
  // `set` must stay as it is.
  explicit StubBindings(const StubSet& set) : set_(set) {}

  // Whether the stub of the module binds the name, or may: where a star leads out of the stubs.
  bool MayBind(const std::string& module, std::string_view name) {
    return MayBind(module, name, kDeepest);
  }
  // Nothing where there is no such stub.
  const BoundNames* Of(const std::string& module);

 private:
  static constexpr int kDeepest = 8;  // stars from which stars lead on

  bool MayBind(const std::string& module, std::string_view name, int depth);

  const StubSet& set_;
  std::unordered_map<std::string, BoundNames> known_;
};

}  // namespace graphmend::models
