// Values that source does not tell: undeclared parameters of entries, items of them, and results of
// unknown callables. Each is a `values::Param` until one of its uses demands a tensor; what has
// read it is then interpreted again with a tensor in its place. Demands are only added, so this
// terminates.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "infer/keys.h"
#include "infer/part.h"
#include "infer/site.h"
#include "infer/summaries/dependencies.h"

namespace graphmend::infer {

class OpenValues : Part {
 public:
  explicit OpenValues(Unit& unit) : Part(unit) {}

  // The number of a parameter of a callable.
  std::uint32_t ParamOf(CallableId callable, std::size_t index);
  // Its uses show the parameter to be a tensor.
  void Demand(std::uint32_t param);
  bool IsDemanded(std::uint32_t param);
  bool IsOpen(Ref value) const {  // source does not tell it; its uses may
    return !value.value || values.If<values::Unknown>(value) || values.If<values::Param>(value);
  }
  // An item of a parameter that nothing declares, which may be a tensor, a list or a mapping: its
  // uses may show the item to be a tensor, and say nothing of the parameter. `key` of a mapping.
  Ref ItemOfParam(Ref param, Symbol key, const Site& site);
  // The result of a callable that source does not tell: its uses in the frame that makes the call,
  // and in what that calls, may show it to be a tensor.
  Ref ResultOfUnknown(const Site& site);
  // What a call gave, where it made an unknown result of its own: one of the calling frame.
  Ref Adopted(Ref result, const Site& site);

 private:
  Table<std::uint32_t> param_ids_;
  std::uint32_t next_param_ = 0;
  std::unordered_set<std::uint32_t> demanded_;
  std::vector<NodeId> param_nodes_;                // by parameter
  std::unordered_set<std::uint32_t> param_items_;  // which of them are items of others
  std::unordered_map<std::uint32_t, ContextId> unknown_results_;  // which are results, and whose
};

}  // namespace graphmend::infer
