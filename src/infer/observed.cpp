#include "infer/observed.h"

#include <array>
#include <cstddef>
#include <type_traits>

#include "base/check.h"

namespace graphmend::infer::observed {
namespace {

template <class Kind>
constexpr bool kByFunction = std::is_base_of_v<ByFunction, Kind>;

template <class Kind>
Any Make(Operation by) {
  if constexpr (std::is_same_v<Kind, AssertOn>) {
    return AssertOn{AssertOn::Form::Function};
  } else if constexpr (kByFunction<Kind>) {
    Kind kind{};
    kind.by = std::move(by);
    return kind;
  } else {
    GM_CHECK(false, by.name + ": no stub is of this kind");
  }
}

using Maker = Any (*)(Operation);
constexpr Maker kMakers[] = {
#define GM_OBSERVATION(Name, slug, meaning) Make<Name>,
#include "infer/observations.def"
};

#define GM_OBSERVATION(Name, slug, meaning)            \
  static_assert(NamedByStubs(ObservationKind::Name) == \
                (kByFunction<Name> || ObservationKind::Name == ObservationKind::AssertOn));
#include "infer/observations.def"

}  // namespace

const Operation* ByOf(const Any& any) {
  return std::visit(
      [](const auto& kind) -> const Operation* {
        if constexpr (kByFunction<std::decay_t<decltype(kind)>>) return &kind.by;
        else return nullptr;
      },
      any);
}

Any OfCall(ObservationKind kind, Operation by) {
  return kMakers[static_cast<std::size_t>(kind)](std::move(by));
}

bool InputSuffices(const Any& any) {
  return std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.input_suffices; }) return kind.input_suffices;
        else return false;
      },
      any);
}

}  // namespace graphmend::infer::observed
