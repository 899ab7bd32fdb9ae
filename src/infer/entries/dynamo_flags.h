// Flags of torch._dynamo.config that make a break none, where settings or the source set them.
//
//   on     certainly set where the code is compiled
//   open   set to something that source does not tell: what breaks without the flag is a note
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graphmend::infer {

struct DynamoFlags {
  std::uint8_t on = 0;  // one bit for each flag, see dynamo_flags.cpp
  std::uint8_t open = 0;
  friend bool operator==(DynamoFlags, DynamoFlags) = default;
};

// What holds after both were set: a flag that is on stays on.
constexpr DynamoFlags Join(DynamoFlags a, DynamoFlags b) {
  const auto on = static_cast<std::uint8_t>(a.on | b.on);
  return {on, static_cast<std::uint8_t>((a.open | b.open) & ~on)};
}

constexpr std::uint64_t kDynamoFlagBits = 5;

// No flag of torch: open where a program has told a library, of which `unless=` names this, what to
// do with what it is given.
constexpr std::string_view kLibraryConfigured = "library_configured";

// 0 for what is none of the flags.
std::uint8_t DynamoFlagBit(std::string_view name);

}  // namespace graphmend::infer
