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
  switch (kind) {
    case ObservationKind::BranchOn:
    case ObservationKind::LoopOn:
    case ObservationKind::BooleanMask:
    case ObservationKind::ChangingAttribute:
    case ObservationKind::GrowingContainer:
    case ObservationKind::CompileInLoop:
    case ObservationKind::MutatedInput: return false;
    case ObservationKind::AssertOn:
    case ObservationKind::TruthInCall:
    case ObservationKind::HostRead:
    case ObservationKind::TensorAsInt:
    case ObservationKind::DataPredicate:
    case ObservationKind::DynamicShape:
    case ObservationKind::Print:
    case ObservationKind::Logging:
    case ObservationKind::Warning:
    case ObservationKind::Numpy:
    case ObservationKind::Random:
    case ObservationKind::InputOutput:
    case ObservationKind::SkippedCall:
    case ObservationKind::UnsupportedContext:
    case ObservationKind::Autograd:
    case ObservationKind::StateMutation:
    case ObservationKind::TensorText:
    case ObservationKind::ModuleCall:
    case ObservationKind::Disabled:
    case ObservationKind::Exception:
    case ObservationKind::DeviceCopy: return true;
  }
  return false;
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
