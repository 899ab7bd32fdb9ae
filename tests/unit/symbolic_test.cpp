// Shapes and dtypes that are known by what computes them.
#include <doctest/doctest.h>

#include "dataflow/symbolic.h"

namespace graphmend::dataflow {
namespace {

Origin OfValue(std::uint32_t expr) { return {.kind = Origin::Kind::Value, .parts = {expr}}; }

TEST_CASE("symbolic: one origin is one shape and one dtype") {
  Symbols symbols;
  const ShapeId first = symbols.Shape(OfValue(1));
  CHECK(AreSame(first, symbols.Shape(OfValue(1))));
  CHECK_FALSE(AreSame(first, symbols.Shape(OfValue(2))));
  CHECK_FALSE(AreSame(first, symbols.Shape({.kind = Origin::Kind::Read, .parts = {1}})));
  CHECK_FALSE(AreSame(first, kSingle));
  CHECK_FALSE(first.IsKnown());
  CHECK(AreSame(symbols.DType(OfValue(1)), symbols.DType(OfValue(1))));
  CHECK_FALSE(AreSame(symbols.DType(OfValue(1)), kOfNumber));
}

TEST_CASE("symbolic: two of which nothing is said are not the same") {
  CHECK_FALSE(AreSame(ShapeId(), ShapeId()));
  CHECK_FALSE(AreSame(DTypeId(), kBool));
  CHECK(AreSame(kSingle, kSingle));
}

TEST_CASE("symbolic: dtypes with a name differ from each other") {
  Symbols symbols;
  CHECK(AreSame(symbols.DType("bool"), kBool));
  CHECK(AreSame(symbols.DType("float64"), kFloat64));
  const DTypeId half = symbols.DType("float16");
  CHECK(AreSame(half, symbols.DType("float16")));
  CHECK(half.IsKnown());
  CHECK_FALSE(AreSame(half, symbols.DType("float32")));
  CHECK_FALSE(AreSame(half, kUInt8));
}

TEST_CASE("symbolic: what was resized differs from what it was made of, and from nothing else") {
  Symbols symbols;
  const ShapeId whole = symbols.Shape(OfValue(1)), other = symbols.Shape(OfValue(2));
  const ShapeId part = symbols.Shape(OfValue(3), {whole, kSingle});
  CHECK(symbols.AreResized(part, whole));
  CHECK(symbols.AreResized(whole, part));
  CHECK(symbols.AreResized(part, kSingle));
  CHECK_FALSE(symbols.AreResized(part, other));
  CHECK_FALSE(symbols.AreResized(kSingle, kSingle));
  CHECK_FALSE(symbols.AreResized(ShapeId(), ShapeId()));
  // Asked again without what it was made of, it is still the same.
  CHECK(AreSame(symbols.Shape(OfValue(3)), part));
  CHECK(symbols.AreResized(symbols.Shape(OfValue(3)), whole));
}

TEST_CASE("symbolic: either of two is a third, but where they are the same") {
  Symbols symbols;
  const ShapeId a = symbols.Shape(OfValue(1)), b = symbols.Shape(OfValue(2));
  CHECK(AreSame(symbols.Either(a, a), a));
  const ShapeId either = symbols.Either(a, b);
  CHECK_FALSE(AreSame(either, a));
  CHECK_FALSE(AreSame(either, b));
  CHECK(AreSame(either, symbols.Either(a, b)));
  CHECK_FALSE(AreSame(either, symbols.Either(a, kSingle)));
  CHECK_FALSE(AreSame(symbols.Either(kBool, kUInt8), symbols.Either(kBool, kFloat64)));
}

}  // namespace
}  // namespace graphmend::dataflow
