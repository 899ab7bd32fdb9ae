// The calls that are observed because something may be kept there: kept_across.cpp says what is.
#include <algorithm>

#include "dataflow/liveness.h"
#include "infer/diagnose/comprehensions.h"
#include "infer/diagnose/frame_tensors.h"
#include "infer/diagnose/kept_values.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using Form = observed::SkippedCall::Form;

bool IsTensorMethod(Unit& unit, Ref callee) {
  const auto* bound = callee.value ? unit.values.If<values::Bound>(callee) : nullptr;
  if (!bound || !unit.values.If<values::Tensor>(bound->self)) return false;
  const auto* function = unit.values.If<values::Function>(bound->callee);
  return function && unit.Info(function->id).is_stub;
}

// It comes up only where something breaks in it, or in front of it.
void WaitForBreak(Observation* seen) {
  if (!seen) return;
  seen->only = Observation::Only::WhereCallBreaks;
  seen->skips_frame = false;
  seen->within = {};
}

// Whether a call, or something else that may break, is in an argument.
bool ComputesArguments(const flow::Graph& graph, const flow::Call& call) {
  return std::any_of(call.args.begin(), call.args.end(), [&](const flow::CallArg& a) {
    const flow::InstNode& node = graph.Definition(a.value).node;
    return !std::holds_alternative<flow::Load>(node) && !std::holds_alternative<flow::Const>(node);
  });
}

// Whether Dynamo goes through what the call takes as code in Python would, and does not take it as
// one list.
bool IteratesInPython(Unit& unit, Ref callee) {
  if (const auto* cls = unit.values.If<values::Class>(callee))
    return cls->id == unit.classes.StubClass("builtins", "dict");
  const auto* bound = unit.values.If<values::Bound>(callee);
  const auto* function = unit.values.If<values::Function>(bound ? bound->callee : callee);
  if (!function) return false;
  if (!unit.Info(function->id).is_stub) return true;
  const models::Transfer transfer = unit.callables.Stub(function->id).transfer;
  return transfer == models::Transfer::sum || transfer == models::Transfer::any_all;
}

// Whether Dynamo cannot write back what a generator that has begun has changed: how far the
// iterator of a list or tuple is, or a variable that the generator shares with the function.
bool IsLostOnceBegun(const KeptIn& kept, const flow::Inst& generator) {
  const flow::Block& block = kept.graph.blocks[kept.graph.defined_at[generator.result.index].first];
  const Iterated iterated = IteratedIn(block);
  if (!iterated.iterator) return false;
  const flow::TempId over = iterated.iterator->iterable;
  if (AcrossBreak(kept, over) == IteratorAcross::IsLost) return false;
  if (ChangesIterator(kept, over)) return true;
  const auto blocks = BlocksOfComprehension(kept.graph, iterated.header, generator.span);
  return !VariablesAround(kept.graph, blocks).empty();
}

}  // namespace

KeptIn Frame::Kept() const { return {unit_, file_, graph_, temps_}; }

// Whether a frame that begins behind the instruction is compiled: it sees a tensor in a variable,
// or names torch.
bool Frame::SeesTensorBehind(const flow::Inst& inst) const {
  constexpr int kMostLookedAt = 64;
  if (NamesTensors()) return true;
  if (!liveness_) liveness_ = std::make_unique<dataflow::Liveness>(graph_);
  const auto& [block, index] = graph_.defined_at[inst.result.index];
  int looked_at = 0;
  // Before Clang 16, a lambda sees a structured binding only through a copy that it names.
  return now_.slots.AnyOf([&, block = block, index = index](std::size_t slot, Ref value) {
    return HasTensor(unit_, value) &&
           (++looked_at > kMostLookedAt ||
            liveness_->After(block, index, static_cast<flow::Slot>(slot)));
  });
}

void Frame::ObserveKept(const flow::Inst& inst, const flow::Call& call, Ref callee) {
  if (!mode_.compiled) return;
  const KeptIn kept = Kept();
  const auto observe = [&](Form form, std::string_view id, bool sees_tensor = false) {
    WaitForBreak(unit_.recorder.Observe(observed::SkippedCall{{""}, form, sees_tensor},
                                        SiteOf(inst), callee, {std::string(id)}));
  };
  if (keeps_ || kept.OperandOf(call).second) observe(Form::KeptMethod, "GB0092");
  if (keeps_sparse_) observe(Form::KeptSparse, "GB0015");
  if (IsTensorMethod(unit_, callee) && ComputesArguments(graph_, call))
    observe(Form::KeptTensorMethod, "GB0007",
            unit_.recorder.diagnosing() && SeesTensorBehind(inst));
  const flow::Inst* generator = GeneratorIn(graph_, call);
  if (generator && IteratesInPython(unit_, callee) && IsLostOnceBegun(kept, *generator))
    observe(Form::KeptGenerator, "GB8335");
}

// The iterator that a comprehension takes, where it is lost in a break.
void Frame::ObserveKeptIterator(const flow::Inst& inst, flow::TempId iterable) {
  const IteratorAcross across = AcrossBreak(Kept(), iterable);
  if (across == IteratorAcross::IsRebuilt) return;
  WaitForBreak(unit_.recorder.Observe(observed::SkippedCall{{""}, Form::KeptIterator}, SiteOf(inst),
                                      TempValue(inst.result),
                                      {across == IteratorAcross::IsLost ? "GB0092" : "GB8335"},
                                      OpenIf(!unit_.options.python_minor, {OpenKind::OldPython})));
}

}  // namespace graphmend::infer
