// Of code that no call leads to, what its names would be: what the imports of its file say, or that
// it is a builtin (`torch.zeros`, `min`); and what an attribute of anything else would be of a
// tensor (`y.pow`).
#pragma once

#include "infer/unit.h"

namespace graphmend::infer {

class UnreachedNames {
 public:
  UnreachedNames(Unit& unit, const ParsedFile& file, const flow::Graph& graph)
      : unit_(unit), file_(file), graph_(graph) {}

  // What the instruction would give; None where nothing tells.
  Ref At(const flow::Inst& inst) const;

 private:
  Ref Imported(const flow::Inst& inst) const;
  bool IsFixed(const flow::LoadName& load) const;

  Unit& unit_;
  const ParsedFile& file_;
  const flow::Graph& graph_;
};

}  // namespace graphmend::infer
