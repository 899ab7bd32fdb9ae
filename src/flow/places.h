// Interns the places of one graph: equal places get equal ids.
#pragma once

#include <cstdint>
#include <vector>

#include "flow/graph.h"

namespace graphmend::flow {

class PlaceTable {
 public:
  explicit PlaceTable(base::Store<PlaceId, Place>& places) : places_(places) {}
  PlaceId Intern(const Place& place);

 private:
  void Grow();

  base::Store<PlaceId, Place>& places_;
  std::vector<PlaceId> table_;  // open addressing; a power of two, at most half full
};

}  // namespace graphmend::flow
