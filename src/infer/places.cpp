// Facts about attribute and item places, stores to them, and write-back of mutated containers.
#include <algorithm>

#include "infer/frame.h"

namespace graphmend::infer {

using flow::BlockId;
using flow::PlaceId;
using flow::TempId;

std::optional<Ref> Frame::Fact(PlaceId place) const {
  if (!place) return std::nullopt;
  auto it = std::lower_bound(now_.facts.begin(), now_.facts.end(), place,
                             [](const auto& f, PlaceId p) { return f.first.index < p.index; });
  if (it == now_.facts.end() || it->first != place) return std::nullopt;
  return it->second;
}

void Frame::SetFact(PlaceId place, Ref value) {
  auto it = std::lower_bound(now_.facts.begin(), now_.facts.end(), place,
                             [](const auto& f, PlaceId p) { return f.first.index < p.index; });
  if (it != now_.facts.end() && it->first == place) it->second = value;
  else now_.facts.insert(it, {place, value});
}

void Frame::ForgetBelow(flow::Slot slot) {
  std::erase_if(now_.facts, [&](const auto& fact) {
    PlaceId p = fact.first;
    while (graph_.places[p].parent) p = graph_.places[p].parent;
    return graph_.places[p].kind == flow::PlaceKind::Slot && graph_.places[p].slot == slot;
  });
}

void Frame::StoreSlot(flow::Slot slot, Ref value) {
  now_.slots[slot] = value;
  if (!now_.facts.empty()) ForgetBelow(slot);
  CaptureSlot(slot, value);
}

// Captured variables live in the cells too, where inner functions find them.
void Frame::CaptureSlot(flow::Slot slot, Ref value) {
  if (graph_.kind != flow::GraphKind::Function || !cells_ || !value.value) return;
  const names::Scope& scope = file_.index()[graph_.scope];
  if (slot >= scope.captured.size() || !scope.captured[slot]) return;
  if (unit_.cells_[cells_.index].scope != graph_.scope) return;
  unit_.values.JoinInto(unit_.cells_[cells_.index].values[graph_.slots[slot]], value);
}

PlaceId Frame::FindPlace(PlaceId parent, Symbol attribute) const {
  if (!parent) return {};
  for (std::uint32_t i = 0; i < graph_.places.size(); ++i) {
    const flow::Place& p = graph_.places[PlaceId(i)];
    if (p.kind == flow::PlaceKind::Attr && p.parent == parent && p.name == attribute)
      return PlaceId(i);
  }
  return {};
}

void Frame::StorePlace(PlaceId place, Ref value, const Site& site) {
  const flow::Place& p = graph_.places[place];
  switch (p.kind) {
    case flow::PlaceKind::Slot:
      now_.slots[p.slot] = value;
      CaptureSlot(p.slot, value);
      break;
    case flow::PlaceKind::Name: {
      for (CellsId c = cells_; c; c = unit_.cells_[c.index].parent) {
        auto found = unit_.cells_[c.index].values.find(p.name);
        if (found == unit_.cells_[c.index].values.end()) continue;
        unit_.values.JoinInto(found->second, value);
        return;
      }
      auto key = std::make_pair(file_.id().index, p.name);
      if (auto known = unit_.globals_.find(key);
          known != unit_.globals_.end() && known->second.value)
        unit_.values.JoinInto(known->second, value);
      break;
    }
    case flow::PlaceKind::Attr: {
      SetFact(place, value);
      // The object that the attribute belongs to: loaded by the same path.
      const flow::Place& root = graph_.places[p.parent];
      Ref object = root.kind == flow::PlaceKind::Slot ? now_.slots[root.slot]
                                                      : Fact(p.parent).value_or(Ref{});
      if (object.value) unit_.SetAttribute(object, p.name, value, site);
      break;
    }
    case flow::PlaceKind::Item: SetFact(place, value); break;
  }
}

void Frame::WriteBack(TempId temp, Ref value) {
  if (!temp) return;
  PlaceId place = temp.index < graph_.place_of.size() ? graph_.place_of[temp.index] : PlaceId();
  Set(temp, value);
  if (!place) return;
  const flow::Place& p = graph_.places[place];
  if (p.kind == flow::PlaceKind::Slot && p.slot < graph_.param_count && context_) {
    auto& out = unit_.Info(context_).parameters_out;
    if (out.size() < graph_.param_count) out.resize(graph_.param_count);
    unit_.values.JoinInto(out[p.slot], value);
  }
  StorePlace(place, value, inst_ ? SiteOf(*inst_) : Site{&file_, {}, {}, {}, this});
}

}  // namespace graphmend::infer
