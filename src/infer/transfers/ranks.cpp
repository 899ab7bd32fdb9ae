// Results of which the rank is known, if it is known of what they are made of.
#include <algorithm>

#include "infer/interpret/operands.h"
#include "infer/transfers/arguments.h"
#include "infer/transfers/tensor_facts.h"

namespace graphmend::infer::transfers {
namespace {

Ref OfRank(const TransferCall& call, int rank) {
  Tensor out = Like(call);
  out.rank = static_cast<std::int8_t>(std::max(rank, -1));
  return call.Made(out);
}

int RankOfFirst(const TransferCall& call) {
  const Tensor* of = FirstArgument(call);
  return of ? of->rank : -1;
}

int RankOfSecond(const TransferCall& call) {
  const Ref second = call.Passed(1);
  const Tensor* other = second.value ? call.unit.values.If<Tensor>(second) : nullptr;
  return other ? other->rank : -1;
}

bool IsPassed(const TransferCall& call, const char* parameter) {
  const Ref value = call.Parameter(parameter);
  return value.value && value.value != call.unit.values.none();
}

}  // namespace

Ref rank_up(const TransferCall& call) {
  Tensor out = Like(call);
  if (out.rank >= 0) ++out.rank;
  const Tensor* of = FirstArgument(call);
  const auto at = DimensionOf(call, call.Parameter("dim"), out.rank);
  const bool one = call.name.ends_with(".unsqueeze");
  if (one && of && at) out.sizes = WithDimension(of->sizes, *at, 1);
  return call.Made(out);
}

Ref rank_down(const TransferCall& call) {
  const int rank = Like(call).rank;
  return OfRank(call, rank > 0 ? rank - 1 : -1);
}

Ref unknown_rank(const TransferCall& call) { return OfRank(call, -1); }

Ref rank_of_second(const TransferCall& call) { return OfRank(call, RankOfSecond(call)); }

// A dimension takes the place of those from one to another; of all, if none is named.
Ref flatten(const TransferCall& call) {
  if (!IsPassed(call, "start_dim") && !IsPassed(call, "end_dim")) return OfRank(call, 1);
  const int rank = RankOfFirst(call);
  if (rank == 0) return OfRank(call, 1);
  const Ref zero{call.unit.values.Int(0), {}}, last{call.unit.values.Int(-1), {}};
  const auto named = [&](const char* parameter, Ref otherwise) {
    return DimensionOf(call, IsPassed(call, parameter) ? call.Parameter(parameter) : otherwise,
                       rank);
  };
  const auto start = named("start_dim", zero), end = named("end_dim", last);
  const bool known = start && end && *start <= *end;
  return OfRank(call, known ? rank - static_cast<int>(*end - *start) : -1);
}

Ref kept_unless_flat(const TransferCall& call) {
  const Ref axis = call.Parameter("axis");
  if (axis.value == call.unit.values.none()) return OfRank(call, 1);
  const bool kept = !axis.value || NumberType(call.unit, axis) == PyType::Int;
  return OfRank(call, kept ? RankOfFirst(call) : -1);
}

Ref loss(const TransferCall& call) {
  const Ref reduction = call.Parameter("reduction");
  const auto* asked = reduction.value ? StringOf(call, reduction) : nullptr;
  const bool reduced = reduction.value ? asked && asked->text.text() != "none" : true;
  const bool old = IsPassed(call, "size_average") || IsPassed(call, "reduce");
  Tensor out;
  out.dtype = DType::Float;
  out.rank = reduced && !old ? 0 : -1;
  return call.Made(out);
}

// Several dimensions take the place of one.
Ref unflatten(const TransferCall& call) {
  const int rank = RankOfFirst(call);
  const Ref sizes = call.Parameter("sizes");
  const auto given = sizes.value ? call.unit.operations.ExactElements(sizes) : std::nullopt;
  const bool known = rank >= 0 && given && !given->empty();
  return OfRank(call, known ? rank - 1 + static_cast<int>(given->size()) : -1);
}

// Without a dimension the tensor is taken for a flat one.
Ref along_dim(const TransferCall& call) {
  return OfRank(call, IsPassed(call, "dim") ? RankOfFirst(call) : 1);
}

Ref product(const TransferCall& call) {
  return OfRank(call, RankOfProduct(RankOfFirst(call), RankOfSecond(call)));
}

}  // namespace graphmend::infer::transfers
