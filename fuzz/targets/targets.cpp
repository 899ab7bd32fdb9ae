#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "targets/target.h"

namespace graphmend::fuzz {
namespace {

constexpr std::array kTargets = {
    Target{"check", Check, "check", true},
    Target{"reparse", Reparse, "check", true},
    Target{"server", Serve, "server"},
    Target{"settings", ReadSettings, "settings"},
    Target{"notebook", ReadNotebook, "notebook"},
    Target{"baseline", ReadBaseline, "baseline"},
    Target{"ignore", ReadIgnoreFile, "ignore"},
    Target{"record", ReadRecord, "record", false, ExampleOfRecord},
};

}  // namespace

std::span<const Target> Targets() { return kTargets; }

const Target* FindTarget(std::string_view name) {
  const auto found = std::find_if(kTargets.begin(), kTargets.end(),
                                  [&](const Target& target) { return target.name == name; });
  return found == kTargets.end() ? nullptr : &*found;
}

void Fail(std::string_view what, std::string_view detail) {
  std::fprintf(stderr, "FAILED: %.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(detail.size()), detail.data());
  std::fflush(stderr);
  std::abort();
}

std::shared_ptr<names::SharedStubs> Stubs() {
  // Names of all inputs pile up: now and then all is made anew.
  constexpr std::size_t kMostRuns = 20000;
  static std::shared_ptr<names::SharedStubs> stubs;
  static std::size_t runs = 0;
  if (!stubs || ++runs % kMostRuns == 0) stubs = std::make_shared<names::SharedStubs>();
  return stubs;
}

}  // namespace graphmend::fuzz
