// Where something happens, and how the code that it happens in runs.
//
//   Mode   whether the code runs under the compiler, with fullgraph=True, and with which flags.
//          Only compiled contexts make observations; module level, constructors and decorators
//          do not.
//   Site   the place in source: for origins and observations
#pragma once

#include <cstdint>
#include <optional>

#include "infer/entries/dynamo_flags.h"
#include "infer/ids.h"

namespace graphmend::infer {

struct Mode {
  bool compiled = false;
  bool fullgraph = false;
  DynamoFlags flags = {};
  bool cuda_graphs = false;  // asked for: mode="reduce-overhead" and the like
  // Of what a decorator does to its function only the part counts that it defines itself: which
  // function comes back shows there, and the rest is docstrings and registries.
  bool decorates = false;
  // Outside of compiled code: how many calls lie between this and the nearest constructor, which
  // counts as one; 0: no constructor leads here.
  std::uint8_t below = 0;
  // Below the `backward` of an autograd.Function, which is traced beside its forward, but only
  // where an input takes part in autograd.
  bool backward = false;
  // Below a `__torch_function__` of the program: operations are those of torch.Tensor.
  bool within_torch_function = false;
  friend bool operator==(Mode, Mode) = default;
  std::uint64_t Key() const {
    return std::uint64_t{compiled} | std::uint64_t{fullgraph} << 1 |
           std::uint64_t{cuda_graphs} << 2 | std::uint64_t{decorates} << 3 |
           std::uint64_t{below} << 4 | std::uint64_t{backward} << 8 |
           std::uint64_t{within_torch_function} << 9 | std::uint64_t{flags.on} << 10 |
           std::uint64_t{flags.open} << (10 + kDynamoFlagBits);
  }
};

struct Site {
  const ParsedFile* file = nullptr;
  Span span;
  syntax::StmtId stmt;
  syntax::ExprId expr;
  Frame* frame = nullptr;  // null outside any function
  std::optional<Mode> mode =
      {};  // overrides the frame's: a compiled callable is called, or a disabled one
  values::AddressId made = {};  // a class is called here: the address of the instance
};

// The same place, as Python runs it outside of compiled code.
inline Site Untraced(Site site) {
  site.mode = Mode{};
  return site;
}

}  // namespace graphmend::infer
