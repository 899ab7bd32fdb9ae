// Sizes of tensors as the calls in view tell them (values/sizes.h): what operations make of them,
// and as Python's ints.
#pragma once

#include <optional>
#include <vector>

#include "infer/unit.h"

namespace graphmend::infer {

// The int that the value is: a constant, or a size of a tensor at the calls in view.
std::optional<std::int64_t> SizeOf(Unit& unit, Ref value);
// The size as an int of Python; any int where it is not known, or not told.
Ref SizeRef(Unit& unit, std::int64_t size);
// Of a tensor with these dimensions.
values::Sizes SizesOf(Unit& unit, const std::vector<Ref>& dimensions);
// Of what is computed element by element of these: tensors, and Python's numbers.
values::Sizes BroadcastSizes(Unit& unit, const std::vector<Ref>& operands);
// Of `tensor[index]`, where ints, slices, `None` and `...` index it.
values::Sizes SizesAfterIndex(Unit& unit, const values::Tensor& tensor, Ref index);
// Without this dimension.
values::Sizes WithoutDimension(const values::Sizes& sizes, std::size_t dimension);
// With this one before `dimension`.
values::Sizes WithDimension(const values::Sizes& sizes, std::size_t dimension, std::int32_t size);
// How many elements there are.
std::optional<std::int64_t> ElementCount(const values::Tensor& tensor);

}  // namespace graphmend::infer
