// The kinds of observation, apart from the record that carries one: stubs name them by slug.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace graphmend::infer {

enum class ObservationKind : std::uint8_t {
#define GM_OBSERVATION(Name, slug, meaning) Name,
#include "infer/observations.def"
};

inline constexpr int kObservationKinds = 0
#define GM_OBSERVATION(Name, slug, meaning) +1
#include "infer/observations.def"
    ;

inline constexpr std::string_view kObservationSlugs[] = {
#define GM_OBSERVATION(Name, slug, meaning) slug,
#include "infer/observations.def"
};

// Whether it splits the graph; the others only cost.
constexpr bool IsBreak(ObservationKind kind) { return kind < ObservationKind::ChangingAttribute; }

// Whether calling a function can be of this kind, so that its stub may say so.
constexpr bool NamedByStubs(ObservationKind kind) {
  for (ObservationKind own : {ObservationKind::BranchOn, ObservationKind::LoopOn,
                              ObservationKind::BooleanMask, ObservationKind::ChangingAttribute,
                              ObservationKind::GrowingContainer, ObservationKind::CompileInLoop,
                              ObservationKind::MutatedInput, ObservationKind::UnusedCompile})
    if (kind == own) return false;
  return true;
}

// As stubs write it: @breaks("GB0291", kind="logging").
constexpr std::string_view Slug(ObservationKind kind) {
  return kObservationSlugs[static_cast<int>(kind)];
}
constexpr std::optional<ObservationKind> FindKind(std::string_view slug) {
  for (int i = 0; i < kObservationKinds; ++i)
    if (kObservationSlugs[i] == slug) return static_cast<ObservationKind>(i);
  return std::nullopt;
}

}  // namespace graphmend::infer
