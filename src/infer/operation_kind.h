// The operations that rules tell apart, as stubs name them.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace graphmend::infer {

enum class OperationKind : std::uint8_t {
#define GM_OPERATION(Name, slug, meaning) Name,
#include "infer/operations.def"
};

inline constexpr std::string_view kOperationSlugs[] = {
#define GM_OPERATION(Name, slug, meaning) slug,
#include "infer/operations.def"
};

constexpr std::optional<OperationKind> FindOperation(std::string_view slug) {
  for (std::size_t i = 0; i < std::size(kOperationSlugs); ++i)
    if (kOperationSlugs[i] == slug) return static_cast<OperationKind>(i);
  return std::nullopt;
}

// What an observation is of: the name that the user knows, and the kind where rules tell it apart.
struct Operation {
  Operation(std::string n, OperationKind k = OperationKind::Other)  // NOLINT: implicit by design
      : name(std::move(n)), kind(k) {}
  Operation(const char* n, OperationKind k = OperationKind::Other)  // NOLINT: implicit by design
      : name(n), kind(k) {}
  std::string name;
  OperationKind kind;
};

}  // namespace graphmend::infer
