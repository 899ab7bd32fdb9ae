// What is known of functions that branches call: enough to say that a call of one is speculatable,
// and what its result has in common with its arguments.
//
//   Operation   by qualified name ("torch.relu", "torch.Tensor.clamp", "torch.nn.GELU"); functions
//               that are not listed may do anything
#pragma once

#include <cstdint>
#include <string_view>

namespace graphmend::fix {

enum class OpKind : std::uint8_t {
  Unknown,      // may have effects, draw random numbers, or ask for data
  Host,         // no tensor comes out: torch.finfo, len, Tensor.dim
  Elementwise,  // of one tensor: its shape; its dtype too, where that is floating
  Combining,    // elementwise of several tensors: shapes broadcast, dtypes promote
  Test,         // elementwise, and the result is bool
  Reduction,    // of floats, or of bools for any and all; the result has other elements
  View,         // may share storage with its argument
  Shaping,      // another shape or dtype, a copy
  Costly,       // matrix products, convolutions, and modules that hold parameters
};

struct Operation {
  OpKind kind = OpKind::Unknown;
  // A gradient of zeros that comes in goes out as zeros, whatever the values are.
  bool keeps_zero_gradients = false;
};

Operation OperationOf(std::string_view qualified);

}  // namespace graphmend::fix
