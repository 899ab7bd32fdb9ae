// Frames of which Dynamo compiles nothing: whoever calls them is run by Python by then, since a
// break has skipped the frame around the call, and they see no tensor, so that they are no frames
// of their own to compile either. What would break in them does not (torch 2.13, measured:
// `tests/cases/own_frames.md`).
//
// Nor does it compile what is left of a frame behind a break, where no tensor is left in it:
// `n = x.sum().item()` is followed by Python alone, if only `n` is read there.
#include <algorithm>
#include <unordered_map>

#include "dataflow/liveness.h"
#include "infer/diagnose/block_of.h"
#include "infer/diagnose/break_points.h"
#include "infer/diagnose/frame_tensors.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// Whether an instance may be a tensor, a module or a container to Dynamo, which does not look into
// the fields of any other.
bool MayBeShown(Unit& unit, ClassId cls) {
  const ClassInfo& info = unit.Info(cls);
  if (info.unknown_base || info.is_module || info.is_named_tuple) return true;
  return std::any_of(info.mro.begin(), info.mro.end(), [&](ClassId c) {
    const std::string_view name = unit.Info(c).qualified;
    return unit.Info(c).is_stub && (name.starts_with("torch.") || name.starts_with("numpy.") ||
                                    name == "typing.TypedDict");
  });
}

// Whether Dynamo may find a tensor in the value; it looks into lists, tuples and dicts.
bool MayShowTensor(Unit& unit, Ref value, int depth = 0) {
  constexpr int kDeepest = 4;
  const auto may = [&](Ref part) { return MayShowTensor(unit, part, depth + 1); };
  if (!value.value) return false;
  if (depth > kDeepest) return true;
  if (unit.values.If<values::Unknown>(value) || unit.values.If<values::Param>(value)) return true;
  if (const auto* sequence = unit.values.If<values::Sequence>(value))
    return std::any_of(sequence->items.begin(), sequence->items.end(), may);
  if (const auto* dict = unit.values.If<values::Dict>(value))
    return dict->open || std::any_of(dict->entries.begin(), dict->entries.end(),
                                     [&](const values::DictEntry& e) { return may(e.value); });
  if (const auto* several = unit.values.If<values::Union>(value))
    return std::any_of(several->alternatives.begin(), several->alternatives.end(), may);
  if (const auto* wrapper = unit.values.If<values::Wrapper>(value)) return may(wrapper->inner);
  if (const auto* object = unit.values.If<values::Object>(value))
    return MayBeShown(unit, unit.Info(object->id).cls);
  return HasTensor(unit, value);
}

// Whether the code may name what a tensor is reached by: torch, NumPy, a variable around it.
bool MayNameTensor(Unit& unit, const ParsedFile& file, const flow::Graph& graph) {
  return std::any_of(graph.order.begin(), graph.order.end(), [&](flow::BlockId block) {
    const auto& insts = graph.blocks[block].insts;
    return std::any_of(insts.begin(), insts.end(), [&](const flow::Inst& inst) {
      const auto* name = std::get_if<flow::LoadName>(&inst.node);
      if (!name) return false;
      if (name->binding.kind != names::BindingKind::Global) return true;
      const Ref value = unit.definitions.LookupGlobal(file, name->name);
      return IsOfTensors(unit, value) || MayShowTensor(unit, value);
    });
  });
}

// Whether the result of the instruction is all that is on Python's stack behind it: the value of an
// expression statement or of an assignment.
bool IsWholeOfStatement(const syntax::Tree& tree, const flow::Inst& inst) {
  if (!inst.stmt || !inst.expr) return false;
  const auto& node = tree[inst.stmt].node;
  if (const auto* alone = std::get_if<syntax::ExprStmt>(&node)) return alone->value == inst.expr;
  const auto* assign = std::get_if<syntax::Assign>(&node);
  return assign && assign->value == inst.expr;
}

}  // namespace

// Whether the function reads a variable of a function around it.
bool Frame::NamesVariablesAround() const {
  const auto is_around = [](const flow::Inst& inst) {
    const auto* name = std::get_if<flow::LoadName>(&inst.node);
    return name && name->binding.kind != names::BindingKind::Global;
  };
  if (!names_around_)
    names_around_ =
        std::any_of(graph_.order.begin(), graph_.order.end(), [&](flow::BlockId block) {
          const auto& insts = graph_.blocks[block].insts;
          return std::any_of(insts.begin(), insts.end(), is_around);
        });
  return *names_around_;
}

// Whether a frame that begins behind the instruction may be compiled. Of a function with very many
// breaks that is taken to be so from some break on.
bool Frame::MaySeeTensorBehind(const flow::Inst& inst) {
  constexpr int kMostAsked = 200;
  if (!IsWholeOfStatement(file_.tree(), inst) || NamesTensors() || NamesVariablesAround() ||
      ++asked_behind_ > kMostAsked)
    return true;
  const Ref result = TempValue(inst.result);
  if (!result.value || MayShowTensor(unit_, result)) return true;
  if (!liveness_) liveness_ = std::make_unique<dataflow::Liveness>(graph_);
  const auto& [block, index] = graph_.defined_at[inst.result.index];
  return now_.slots.AnyOf([&, block = block, index = index](std::size_t slot, Ref value) {
    return MayShowTensor(unit_, value) &&
           liveness_->After(block, index, static_cast<flow::Slot>(slot));
  });
}

// Of what has been observed at this instruction: whether anything behind it is compiled.
void Frame::MarkLastCompiled(const flow::Inst& inst, std::size_t first_observed) {
  if (ObservedHere() <= first_observed || !ResumesBehind(inst) || MaySeeTensorBehind(inst)) return;
  auto& observed = unit_.Info(context_).observations[block_.index];
  for (std::size_t i = first_observed; i < observed.size(); ++i)
    observed[i].ends_compiling = IsBreak(observed[i].kind()) && observed[i].conditions.empty() &&
                                 observed[i].only == Observation::Only::Always;
}

bool Recorder::MaySeeTensor(ContextId context) const {
  const Context& frame = unit_.Info(context);
  const CallableInfo& info = unit_.Info(frame.callable);
  return std::any_of(frame.arguments.begin(), frame.arguments.end(),
                     [this](Ref value) { return MayShowTensor(unit_, value); }) ||
         MayNameTensor(unit_, *info.file, info.file->Function(info.function));
}

// Whether nothing of the context is ever compiled. `known` has the answers so far; a context that
// is asked of while it is looked at calls itself, which makes no difference.
bool Recorder::IsLeftToPython(ContextId context, const BreakPoints& breaks,
                              std::unordered_map<std::uint32_t, bool>& known, int depth) const {
  constexpr int kMostCallers = 100;  // one calling the other
  const auto [answer, added] = known.try_emplace(context.index, true);
  if (!added) return answer->second;
  const auto& callers = breaks.CallersOf(context);
  const bool left = depth < kMostCallers && !unit_.Info(context).entry && !callers.empty() &&
                    !MaySeeTensor(context) &&
                    std::all_of(
                        callers.begin(), callers.end(),
                        [&](const auto& edge) {
                          const ContextId from = edge.first;
                          const CallEdge* call = edge.second;
                          if (IsLeftToPython(from, breaks, known, depth + 1)) return true;
                          const CallableInfo& caller = unit_.Info(unit_.Info(from).callable);
                          if (call->file != caller.file)
                            return false;  // where it is called is not told
                          const auto skipping = breaks.SkippingAt(from, call->span.begin);
                          // What breaks in the call itself comes too late for it.
                          const auto before = [&](const BreakPoint& point) {
                            const bool own =
                                point.span == call->span && point.cause == breaks.Certain(context);
                            return !own && skipping(point);
                          };
                          const flow::Graph& around = caller.file->Function(caller.function);
                          return breaks.Find(from, BlockOf(around, call->span), before) != nullptr;
                        });
  return known[context.index] = left;
}

void Recorder::DropLeftToPython(const BreakPoints& breaks) {
  std::unordered_map<std::uint32_t, bool> known;
  for (std::uint32_t i = 0; i < unit_.summaries.contexts().size(); ++i) {
    Context& context = unit_.Info(ContextId(i));
    if (!context.linked || context.observations.empty()) continue;
    if (!IsLeftToPython(ContextId(i), breaks, known)) continue;
    for (auto& block : context.observations)
      for (Observation& o : block) o.dropped = true;
  }
}

}  // namespace graphmend::infer
