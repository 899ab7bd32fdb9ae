// Why a value is unknown. What is the same but for its reason is the same value.
#pragma once

#include <cstdint>

namespace graphmend::values {

enum class Why : std::uint8_t {
#define GM_UNKNOWN(Name, words) Name,
#include "values/unknown_reasons.def"
};

}  // namespace graphmend::values
