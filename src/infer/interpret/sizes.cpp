#include "infer/interpret/sizes.h"

#include <algorithm>

#include "infer/interpret/operands.h"

namespace graphmend::infer {

using values::Sizes;

std::optional<std::int64_t> SizeOf(Unit& unit, Ref value) {
  if (!value.value) return std::nullopt;
  const auto* g = unit.values.If<values::Guarded>(value);
  if (g && g->size != Sizes::kUnknown) return g->size;
  const auto* c = unit.values.If<values::Constant>(value);
  const bool told = c && c->kind == LiteralKind::Int && !c->text &&
                    c->integer >= -values::kLargestSize && c->integer <= values::kLargestSize;
  return told ? std::optional(c->integer) : std::nullopt;
}

Ref SizeRef(Unit& unit, std::int64_t size) {
  return {unit.values.Intern(values::Guarded{.type = PyType::Int, .size = Sizes::Told(size)}), {}};
}

Sizes SizesOf(Unit& unit, const std::vector<Ref>& dimensions) {
  Sizes out;
  if (dimensions.size() > Sizes::kMost) return out;
  for (std::size_t i = 0; i < dimensions.size(); ++i)
    if (const auto size = SizeOf(unit, dimensions[i])) out.Set(i, *size);
  return out;
}

Sizes BroadcastSizes(Unit& unit, const std::vector<Ref>& operands) {
  int rank = 0;
  for (Ref operand : operands) {
    const int own = RankOf(unit, operand);
    if (own < 0 || own > static_cast<int>(Sizes::kMost)) return {};
    rank = std::max(rank, own);
  }
  Sizes out;
  for (int i = 0; i < rank; ++i) {
    // One of a known size other than 1 tells the result; else all have to be 1.
    bool ones = true;
    for (Ref operand : operands) {
      const auto* t = unit.values.If<values::Tensor>(operand);
      const int dimension = t ? i - (rank - t->rank) : -1;
      if (dimension < 0) continue;
      const std::int32_t size = t->sizes.At(static_cast<std::size_t>(dimension));
      ones &= size == 1;
      if (size != 1 && size != Sizes::kUnknown) out.Set(static_cast<std::size_t>(i), size);
    }
    if (ones) out.Set(static_cast<std::size_t>(i), 1);
  }
  return out;
}

namespace {

// How many of `size` elements the slice takes.
std::int32_t SliceSize(Unit& unit, const values::Slice& slice, std::int32_t size) {
  const ValueId none = unit.values.none();
  const bool whole = slice.lower.value == none && slice.upper.value == none;
  if (slice.step.value != none || size == Sizes::kUnknown) return Sizes::kUnknown;
  if (whole) return size;
  auto bound = [&](Ref r, std::int64_t fallback) -> std::optional<std::int64_t> {
    if (r.value == none) return fallback;
    const auto at = SizeOf(unit, r);
    if (!at) return std::nullopt;
    return std::clamp<std::int64_t>(*at < 0 ? *at + size : *at, 0, size);
  };
  const auto from = bound(slice.lower, 0), to = bound(slice.upper, size);
  if (!from || !to) return Sizes::kUnknown;
  return static_cast<std::int32_t>(std::max<std::int64_t>(0, *to - *from));
}

}  // namespace

Sizes SizesAfterIndex(Unit& unit, const values::Tensor& tensor, Ref index) {
  std::vector<Ref> parts = {index};
  const auto* tuple = unit.values.If<values::Sequence>(index);
  if (tuple && (tuple->kind != values::SequenceKind::Tuple || !tuple->exact)) return {};
  if (tuple) parts = tuple->items;
  auto is = [&](Ref part, LiteralKind kind) {
    const auto* c = unit.values.If<values::Constant>(part);
    return c && c->kind == kind;
  };
  const auto taken = std::count_if(parts.begin(), parts.end(), [&](Ref part) {
    return !is(part, LiteralKind::None) && !is(part, LiteralKind::Ellipsis);
  });
  const std::ptrdiff_t left = tensor.rank - taken;
  if (tensor.rank < 0 || left < 0) return {};
  std::vector<std::int32_t> out;
  std::size_t at = 0;
  bool filled = false;
  auto keep = [&](std::ptrdiff_t count) {
    for (; count > 0; --count) out.push_back(tensor.sizes.At(at++));
  };
  for (Ref part : parts) {
    const auto* slice = unit.values.If<values::Slice>(part);
    if (is(part, LiteralKind::None)) out.push_back(1);
    else if (is(part, LiteralKind::Ellipsis)) keep(filled ? 0 : left), filled = true;
    else if (slice) out.push_back(SliceSize(unit, *slice, tensor.sizes.At(at++)));
    else if (NumberType(unit, part) == PyType::Int) ++at;
    else return {};
  }
  if (!filled) keep(left);
  Sizes sizes;
  if (out.size() > Sizes::kMost) return sizes;
  for (std::size_t i = 0; i < out.size(); ++i) sizes.Set(i, out[i]);
  return sizes;
}

Sizes WithoutDimension(const Sizes& sizes, std::size_t dimension) {
  Sizes out;
  for (std::size_t i = 0, to = 0; i < Sizes::kMost; ++i)
    if (i != dimension) out.Set(to++, sizes.of[i]);
  return out;
}

Sizes WithDimension(const Sizes& sizes, std::size_t dimension, std::int32_t size) {
  Sizes out;
  for (std::size_t from = 0, i = 0; i < Sizes::kMost; ++i)
    out.Set(i, i == dimension ? size : sizes.of[from++]);
  return out;
}

std::optional<std::int64_t> ElementCount(const values::Tensor& tensor) {
  if (tensor.rank < 0 || tensor.rank > static_cast<int>(Sizes::kMost)) return std::nullopt;
  std::int64_t count = 1;
  bool known = true;
  for (int i = 0; i < tensor.rank; ++i) {
    const std::int32_t size = tensor.sizes.At(static_cast<std::size_t>(i));
    if (size == 0) return 0;
    known &= size != Sizes::kUnknown && count <= values::kLargestSize;
    if (known) count *= size;
  }
  return known ? std::optional(count) : std::nullopt;
}

}  // namespace graphmend::infer
