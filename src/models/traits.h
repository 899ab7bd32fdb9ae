// What a library's function does beyond its result and its breaks, as stubs say it by @op, @grad,
// @effect, @accepts and @result (vocabulary.def): what fixes and hazards ask, in place of names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/symbol.h"

namespace graphmend::models {

// What a call computes; Unknown: it may have effects, draw random numbers, or ask for data.
enum class OpKind : std::uint8_t {
  Unknown,
#define GM_OP(name, word, meaning) name,
#include "models/vocabulary.def"
};

enum class Trait : std::uint8_t {
#define GM_TRAIT(decorator, name, word, meaning) name,
#include "models/vocabulary.def"
};

// A parameter whose argument a call changes in place.
struct ChangedParameter {
  base::Symbol name;
  std::uint8_t at = kByName;  // among the positional arguments of a call, `self` apart
  bool rest = false;          // `*args`: all from there on

  static constexpr std::uint8_t kByName = 255;
  bool operator==(const ChangedParameter&) const = default;
};

inline constexpr std::size_t kMostChanged = 4;

struct Traits {
  OpKind op = OpKind::Unknown;
  std::uint64_t bits = 0;
  // Which positional argument says that the call changes its first tensor: `inplace` of a function
  // of torch. 0: none does.
  std::uint8_t in_place_at = 0;
  // Of a method that writes to its tensor (`mul_`): what kind of operation gives what it writes,
  // and whether that is whole where all it is given is.
  OpKind writes = OpKind::Unknown;
  bool writes_whole = false;
  // What it changes besides its first tensor, as `mutates(p)` names it; then empty ones.
  std::array<ChangedParameter, kMostChanged> changed;

  // Whether it changes the data of anything that it is passed.
  bool ChangesArguments() const { return Has(Trait::Mutates) || changed[0].name; }
  bool Has(Trait trait) const { return (bits & Bit(trait)) != 0; }
  void Add(Trait trait) { bits |= Bit(trait); }
  void Drop(Trait trait) { bits &= ~Bit(trait); }
  bool operator==(const Traits&) const = default;

 private:
  static constexpr std::uint64_t Bit(Trait trait) {
    return std::uint64_t{1} << static_cast<unsigned>(trait);
  }
};

}  // namespace graphmend::models
