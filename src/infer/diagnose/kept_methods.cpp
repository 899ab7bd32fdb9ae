// Methods of objects that the graph has made, across a break.
//
// Where a call breaks inside of its callee, or while its arguments are computed, Dynamo ends the
// graph before it and puts the callee onto the stack for Python to call. A method of an object that
// came into the graph, or that was made before an earlier break, it can fetch again. One of an
// object that this graph has made it cannot rebuild: a break of its own at the call (GB0092), with
// which all of the frame since it was last resumed runs uncompiled.
//
// The calls are observed wherever they stand and dropped where nothing breaks in them. Measured on
// torch 2.13: `tests/cases/kept_methods.md`.
#include <algorithm>

#include "infer/diagnose/break_points.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using AddressKind = values::Address::Kind;

// The instruction of this frame that has made the object at the address; None id: it may have come
// from elsewhere.
flow::TempId MadeBy(const values::Values& values, values::AddressId id) {
  constexpr int kDeepest = 8;
  for (int depth = 0; id && depth < kDeepest; ++depth) {
    const values::Address& address = values.addresses[id];
    switch (address.kind) {
      case AddressKind::Site:
      case AddressKind::Fresh: return flow::TempId(static_cast<std::uint32_t>(address.b));
      case AddressKind::Nested:
      case AddressKind::Old: id = address.of; break;
      case AddressKind::Formal:
      case AddressKind::Place:
      case AddressKind::Other:
      case AddressKind::Several: return {};
    }
  }
  return {};
}

flow::TempId MakerOfSelf(const Unit& unit, Ref callee) {
  const auto* bound = callee.value ? unit.values.If<values::Bound>(callee) : nullptr;
  const auto* self = bound ? unit.values.If<values::Object>(bound->self) : nullptr;
  if (!self || !unit.values.If<values::Function>(bound->callee)) return {};
  return MadeBy(unit.values, self->address);
}

}  // namespace

void Frame::ObserveKeptMethod(const flow::Inst& inst, Ref callee) {
  if (!mode_.compiled || !MakerOfSelf(unit_, callee)) return;
  Observation* seen =
      unit_.recorder.Observe(observed::SkippedCall{{""}, observed::SkippedCall::Form::KeptMethod},
                             SiteOf(inst), callee, {"GB0092"});
  if (!seen) return;
  seen->only = Observation::Only::WhereCallBreaks;
  seen->skips_frame = false;
  seen->within = {};
}

// Of the points of a context: those at calls of such methods, or in their arguments, skip the
// frame.
void BreakPoints::SettleKeptMethods(ContextId context) {
  const CallableInfo& info = unit_.Info(unit_.Info(context).callable);
  const std::vector<Ref>& temps = unit_.Info(context).temps;
  for (auto& block : unit_.Info(context).observations)
    for (Observation& o : block) {
      if (o.only != Observation::Only::WhereCallBreaks) continue;
      const std::optional<Place> place = PlaceOf(context, o.location.span);
      const auto* call = place ? std::get_if<flow::Call>(&place->inst->node) : nullptr;
      if (!call || call->callee.index >= temps.size()) continue;
      const flow::TempId maker = MakerOfSelf(unit_, temps[call->callee.index]);
      if (!maker) continue;
      const flow::Graph& graph = GraphOf(context);
      const source::Span callee = graph.Definition(call->callee).span;
      const flow::Inst& made = graph.Definition(maker);
      const source::Span since = made.stmt ? info.file->tree()[made.stmt].header : made.span;
      const auto keeps = [&](const BreakPoint& point) {
        if (point.skips_frame || point.block != place->block) return false;
        const bool in_callee = point.at_call && point.span == o.location.span;
        const bool in_argument =
            point.span.begin >= callee.end && point.span.end < o.location.span.end;
        return in_callee || in_argument;
      };
      auto& points = points_[context.index];
      const auto point = std::find_if(points.begin(), points.end(), keeps);
      if (point == points.end() || ResumesBetween(context, since.begin, point->statement.begin))
        continue;
      point->skips_frame = point->since_resumed = true;
      if (!point->at_call) {  // it is said where it stands
        point->cause->skips_frame = true;
        continue;
      }
      o.location.span = point->span;
      o.only = Observation::Only::Always;
      o.skips_frame = true;
    }
}

}  // namespace graphmend::infer
