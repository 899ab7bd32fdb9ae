#include "infer/definitions/resolution_order.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace graphmend::infer {
namespace {

// C3 linearisation; falls back to first-seen order for hierarchies that have none.
std::vector<ClassId> Linearise(ClassId self, std::vector<std::vector<ClassId>> chains,
                               std::vector<ClassId> bases) {
  std::vector<ClassId> out = {self};
  std::vector<ClassId> seen_order;
  std::unordered_map<ClassId, std::size_t> behind;  // in how many chains it is not the first
  chains.push_back(std::move(bases));
  std::size_t left = 0;
  for (const auto& chain : chains) {
    left += chain.size();
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const auto [seen, first] = behind.try_emplace(chain[i], 0);
      if (first) seen_order.push_back(chain[i]);
      if (i > 0) ++seen->second;
    }
  }
  std::vector<std::size_t> heads(chains.size());
  while (left > 0) {
    ClassId next;
    for (std::size_t c = 0; c < chains.size() && !next; ++c)
      if (heads[c] < chains[c].size() && behind[chains[c][heads[c]]] == 0)
        next = chains[c][heads[c]];
    if (!next) break;
    out.push_back(next);
    for (std::size_t c = 0; c < chains.size(); ++c) {
      if (heads[c] == chains[c].size() || chains[c][heads[c]] != next) continue;
      --left;
      if (++heads[c] < chains[c].size()) --behind[chains[c][heads[c]]];
    }
  }
  if (left == 0) return out;
  out.resize(1);
  out.insert(out.end(), seen_order.begin(), seen_order.end());
  return out;
}

// `object` is the last class of each, also of those that do not name it, and have it nowhere here.
void MoveObjectToEnd(Unit& unit, std::vector<ClassId>& mro) {
  const auto object = std::find_if(mro.begin() + 1, mro.end(), [&](ClassId c) {
    const ClassInfo& info = unit.Info(c);
    return info.is_stub && info.qualified == "builtins.object";
  });
  if (object != mro.end()) std::rotate(object, object + 1, mro.end());
}

}  // namespace

std::vector<ClassId> ResolutionOrder(Unit& unit, ClassId self,
                                     std::vector<std::vector<ClassId>> chains,
                                     std::vector<ClassId> bases) {
  std::vector<ClassId> order = Linearise(self, std::move(chains), std::move(bases));
  MoveObjectToEnd(unit, order);
  return order;
}

}  // namespace graphmend::infer
