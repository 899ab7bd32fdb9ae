#include "dataflow/symbolic.h"

#include <algorithm>

namespace graphmend::dataflow {
namespace {

template <class Id>
std::uint32_t Count(const std::map<Origin, Id>& known) {
  return static_cast<std::uint32_t>(known.size());
}

// Which id is none, known or unknown, and which of them it is, as parts of an origin.
template <class Id>
Origin OriginOfEither(Id a, Id b) {
  const auto code = [](Id id) { return id ? 2 * id.nth() + (id.IsKnown() ? 1U : 2U) : 0U; };
  return {.kind = Origin::Kind::Either, .parts = {code(a), code(b)}};
}

}  // namespace

DTypeId Symbols::DType(std::string_view name) {
  if (const auto known = names_.find(name); known != names_.end()) return known->second;
  const auto nth = static_cast<std::uint32_t>(names_.size());
  return names_.emplace(name, DTypeId::Known(nth)).first->second;
}

DTypeId Symbols::DType(const Origin& origin) {
  // kOfNumber is the first.
  return dtypes_.try_emplace(origin, DTypeId::Unknown(Count(dtypes_) + 1)).first->second;
}

ShapeId Symbols::Shape(const Origin& origin, const std::vector<ShapeId>& from) {
  const auto [known, added] = shapes_.try_emplace(origin, ShapeId::Unknown(Count(shapes_)));
  if (added) made_of_.emplace_back();
  std::vector<ShapeId>& made = made_of_[known->second.nth()];
  if (made.empty()) made = from;
  return known->second;
}

DTypeId Symbols::Either(DTypeId a, DTypeId b) { return a == b ? a : DType(OriginOfEither(a, b)); }

ShapeId Symbols::Either(ShapeId a, ShapeId b) { return a == b ? a : Shape(OriginOfEither(a, b)); }

bool Symbols::IsMadeOf(ShapeId made, ShapeId base) const {
  if (!made || made.IsKnown() || !base) return false;
  const std::vector<ShapeId>& from = made_of_[made.nth()];
  return std::find(from.begin(), from.end(), base) != from.end();
}

bool Symbols::AreResized(ShapeId a, ShapeId b) const { return IsMadeOf(a, b) || IsMadeOf(b, a); }

}  // namespace graphmend::dataflow
