// What a mask selects to be written to, or read of other tensors beside it: `x[mask]`, `x[mask,
// :]`, `x[:, mask]`, `x[..., mask]`, `x[mask, 0]`, `x[mask, 2:]`, or the first arguments of
// masked_scatter_().
#pragma once

#include <optional>
#include <vector>

#include "fix/code.h"
#include "fix/masks.h"

namespace graphmend::fix {

struct WrittenPart {
  Selection selection;
  syntax::ExprId index;  // the whole index; the mask where there is none
  int before = 0;        // dimensions of the tensor before those of the mask
  bool at_end = false;   // the mask has the last dimensions of the tensor
  bool scatters = false;
  // Numbers and slices behind a mask of known rank, of which some is no whole slice.
  std::vector<syntax::ExprId> behind = {};

  bool HasName(const Finding& finding) const {
    return finding.If<syntax::Name>(selection.tensor) != nullptr;
  }
};

std::optional<WrittenPart> WrittenPartAt(const Finding& finding, const Masks& masks,
                                         syntax::ExprId expr);

// The tensor of which the mask selects: `x`, or a view of it, `x[:, 0]`.
Code TensorOf(const Finding& finding, const WrittenPart& part);
// Its dimensions; -1: not known.
int RankOf(const Finding& finding, const WrittenPart& part);

}  // namespace graphmend::fix
