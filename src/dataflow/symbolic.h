// Shapes and dtypes of tensors as they are known before the program runs: as ids, of which two that
// are equal stand for the same, whatever it is.
//
//   none      nothing was said of it; the same as nothing, not even another none (AreSame)
//   known     no dimensions (kSingle), or a dtype that has a name: two different ones differ
//   unknown   what something has that the program computes (its origin): two different ones may be
//             the same all the same, but where one was made of the other by what gives another
//             shape for all sizes but trivial ones (AreResized)
//
// What an id means is kept by the Symbols that gave it out, but for the constants below.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace graphmend::dataflow {

template <class Of>
class SymbolicId {
 public:
  constexpr SymbolicId() = default;  // none
  static constexpr SymbolicId Known(std::uint32_t nth) { return SymbolicId(2 * nth + 1); }
  static constexpr SymbolicId Unknown(std::uint32_t nth) { return SymbolicId(2 * nth + 2); }

  explicit constexpr operator bool() const { return bits_ != 0; }
  constexpr bool IsKnown() const { return bits_ % 2 == 1; }
  constexpr std::uint32_t nth() const { return (bits_ - 1) / 2; }
  friend constexpr auto operator<=>(SymbolicId, SymbolicId) = default;
  // Certainly: of two of which nothing was said nobody knows.
  friend constexpr bool AreSame(SymbolicId a, SymbolicId b) { return a && a == b; }

 private:
  explicit constexpr SymbolicId(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};
using ShapeId = SymbolicId<struct ShapeTag>;
using DTypeId = SymbolicId<struct DTypeTag>;

inline constexpr ShapeId kSingle = ShapeId::Known(0);  // of a tensor without dimensions
inline constexpr DTypeId kBool = DTypeId::Known(0);
inline constexpr DTypeId kUInt8 = DTypeId::Known(1);
inline constexpr DTypeId kFloat64 = DTypeId::Known(2);
// That of numbers of Python's: whatever they are combined with keeps its own.
inline constexpr DTypeId kOfNumber = DTypeId::Unknown(0);

// What gives a shape or dtype that is unknown. Two of the same origin are the same.
struct Origin {
  enum class Kind : std::uint8_t {
    Value,     // of an expression, each time by itself: {expression}
    Read,      // of what an expression reads that may have been reshaped: {expression}
    Part,      // of what one target of several is given: {expression}
    Variable,  // of a variable after one of some definitions: {slot, positions…}
    Place,     // of an attribute, within one statement: its text
    Computed,  // of an operation on variables: its text, {slot, position, …}
    Either,    // of one of two, by what Python decides: {ids}
    Selected,  // of one of two numbers, by what a tensor decides: the text that selects
  };
  static constexpr std::uint32_t kEntry = UINT32_MAX;  // position of what a parameter is given

  Kind kind;
  std::vector<std::uint32_t> parts = {};
  std::string text = {};
  friend auto operator<=>(const Origin&, const Origin&) = default;
};

// Of the functions of one file: positions and expressions are those of its tree.
class Symbols {
 public:
  DTypeId DType(std::string_view name);  // "float32"
  DTypeId DType(const Origin& origin);
  // `from`: the shapes that it was made of, but is not.
  ShapeId Shape(const Origin& origin, const std::vector<ShapeId>& from = {});
  // Where the two are the same, that; else an unknown one.
  DTypeId Either(DTypeId a, DTypeId b);
  ShapeId Either(ShapeId a, ShapeId b);
  // Whether one was made of the other, so that they differ but for trivial sizes.
  bool AreResized(ShapeId a, ShapeId b) const;

 private:
  bool IsMadeOf(ShapeId made, ShapeId base) const;

  std::map<std::string, DTypeId, std::less<>> names_ = {
      {"bool", kBool}, {"uint8", kUInt8}, {"float64", kFloat64}};
  std::map<Origin, DTypeId> dtypes_;
  std::map<Origin, ShapeId> shapes_;
  std::vector<std::vector<ShapeId>> made_of_;  // by what shape they are unknown as
};

}  // namespace graphmend::dataflow
