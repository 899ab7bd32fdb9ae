// Releases of torch as settings name them: "2.11".
#pragma once

#include <string_view>

#include "base/result.h"
#include "infer/options.h"

namespace graphmend::settings {

inline constexpr int kNewestMinor = 13;  // of torch 2.x: what the stubs were checked against

inline constexpr int kOldestMinor = 6;  // whose sources were read

// From the oldest to the newest; a patch release ("2.11.1") breaks where its minor release does.
base::Result<infer::Release> ParseRelease(std::string_view text);

}  // namespace graphmend::settings
