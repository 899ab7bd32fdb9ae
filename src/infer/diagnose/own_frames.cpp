// Code that is compiled for itself once Dynamo has skipped the frame around it.
//
//   comprehensions   Before 3.12 Python runs each but generator expressions as a function of its
//                    own, whose argument is an iterator. Dynamo inlines it with the frame around
//                    it; where that is skipped, the comprehension is a frame, which breaks on
//                    iterators other than those of tuples and ranges. Frames that see no tensor are
//                    not compiled.
//   constructors     The `__init__` of a module is a frame that gets the module before it is
//                    initialized, which no frame may read.
//
// They are observed wherever they stand, as `Observation::Only` says, and dropped where nothing
// skips the frame. Measured on torch 2.13: `tests/cases/own_frames.md`.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "infer/diagnose/block_of.h"
#include "infer/diagnose/break_points.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

using flow::TempId;

namespace {

bool IsInside(const flow::Graph& graph, flow::BlockId block, Span comprehension) {
  for (flow::RegionId r = graph.blocks[block].region; r; r = graph.regions[r].parent)
    if (graph.regions[r].kind == flow::RegionKind::Comprehension &&
        graph.regions[r].span == comprehension)
      return true;
  return false;
}

// The blocks of a comprehension, whose loop begins at `header`: they are numbered in a row, but for
// the one that follows it.
std::vector<flow::BlockId> BlocksOf(const flow::Graph& graph, flow::BlockId header, Span span) {
  std::vector<flow::BlockId> blocks;
  const auto* loop = std::get_if<flow::ForIter>(&graph.blocks[header].terminator.node);
  for (std::uint32_t b = header.index; b < graph.blocks.size(); ++b) {
    const flow::BlockId block(b);
    if (IsInside(graph, block, span)) blocks.push_back(block);
    else if (!loop || block != loop->exit) break;
  }
  return blocks;
}

// What Dynamo looks for among the variables of a frame before it compiles it.
bool HasTensor(Unit& unit, Ref value, int depth = 0) {
  constexpr int kDeepest = 4;
  const auto has = [&](Ref part) { return HasTensor(unit, part, depth + 1); };
  if (!value.value || depth > kDeepest) return false;
  if (unit.values.If<values::Tensor>(value)) return true;
  if (const auto* object = unit.values.If<values::Object>(value))
    return unit.Info(unit.Info(object->id).cls).is_module;
  if (const auto* cls = unit.values.If<values::Class>(value)) return unit.Info(cls->id).is_module;
  if (const auto* sequence = unit.values.If<values::Sequence>(value))
    return (sequence->kind == values::SequenceKind::List ||
            sequence->kind == values::SequenceKind::Tuple) &&
           std::any_of(sequence->items.begin(), sequence->items.end(), has);
  if (const auto* dict = unit.values.If<values::Dict>(value))
    return std::any_of(dict->entries.begin(), dict->entries.end(),
                       [&](const values::DictEntry& e) { return !e.maybe && has(e.value); });
  const auto* several = unit.values.If<values::Union>(value);
  return several && std::all_of(several->alternatives.begin(), several->alternatives.end(), has);
}

// The modules at whose names Dynamo takes a frame for one with tensors.
bool IsOfTensors(Unit& unit, Ref global) {
  const auto* module = global.value ? unit.values.If<values::Module>(global) : nullptr;
  if (!module) return false;
  const std::string& name = unit.program.Info(module->file).module;
  const std::string top = name.substr(0, name.find('.'));
  return top == "torch" || top == "numpy";
}

bool IsModuleInit(Unit& unit, const CallableInfo& info) {
  return info.owner && unit.Info(info.owner).is_module && info.function &&
         info.file->tree()[info.function].name == "__init__";
}

}  // namespace

// Whether iterating the value gives an iterator on which a frame breaks.
bool Frame::BreaksAsArgument(TempId iterable) const {
  const auto& made = graph_.Definition(iterable).node;
  const auto is_constant = [&](TempId item) {
    return std::holds_alternative<flow::Const>(graph_.Definition(item).node);
  };
  // A display of constants is a tuple to the compiler of Python.
  if (const auto* build = std::get_if<flow::Build>(&made))
    if (std::all_of(build->items.begin(), build->items.end(), is_constant)) return false;
  if (const auto* call = std::get_if<flow::Call>(&made)) {
    const Ref callee = TempValue(call->callee);
    const auto* cls = callee.value ? unit_.values.If<values::Class>(callee) : nullptr;
    if (cls && unit_.Info(cls->id).is_stub && unit_.Info(cls->id).name == "range") return false;
  }
  const Ref value = TempValue(iterable);
  if (!value.value) return false;
  if (const auto* sequence = unit_.values.If<values::Sequence>(value))
    return sequence->kind != values::SequenceKind::Tuple;
  if (const auto* object = unit_.values.If<values::Object>(value))
    return unit_.Info(unit_.Info(object->id).cls).is_module;
  const auto* guarded = unit_.values.If<values::Guarded>(value);
  return unit_.values.If<values::Dict>(value) || values::IsText(unit_.values[value.value]) ||
         (guarded && guarded->type == values::PyType::Str);
}

// Whether the comprehension refers to variables around it that hold tensors, or to torch.
bool Frame::ReadsTensors(const std::vector<flow::BlockId>& comprehension) const {
  std::vector<flow::Slot> own;
  for (const flow::BlockId b : comprehension)
    for (const flow::Inst& inst : graph_.blocks[b].insts)
      if (const auto* store = std::get_if<flow::Store>(&inst.node)) own.push_back(store->slot);
  for (const flow::BlockId b : comprehension)
    for (const flow::Inst& inst : graph_.blocks[b].insts) {
      const auto* load = std::get_if<flow::Load>(&inst.node);
      if (load && std::find(own.begin(), own.end(), load->slot) == own.end() &&
          HasTensor(unit_, now_.slots[load->slot]))
        return true;
      const auto* name = std::get_if<flow::LoadName>(&inst.node);
      if (name && name->binding.kind == names::BindingKind::Global &&
          IsOfTensors(unit_, unit_.definitions.LookupGlobal(file_, name->name)))
        return true;
    }
  return false;
}

void Frame::ObserveComprehension(const flow::Inst& inst) {
  const auto* comprehension =
      inst.expr ? std::get_if<syntax::Comprehension>(&file_.tree()[inst.expr].node) : nullptr;
  const bool is_frame =
      comprehension && comprehension->kind != syntax::ComprehensionKind::Generator;
  if (!is_frame || !mode_.compiled || !unit_.options.MayBeOldPython()) return;
  const flow::Block& block = graph_.blocks[block_];
  for (flow::RegionId r = block.region; r; r = graph_.regions[r].parent)
    if (graph_.regions[r].kind == flow::RegionKind::Comprehension) return;  // traced with that one
  const auto* jump = std::get_if<flow::Jump>(&block.terminator.node);
  if (block.insts.size() < 2 || &block.insts.back() != &inst) return;
  const auto* iterator = std::get_if<flow::GetIter>(&block.insts[block.insts.size() - 2].node);
  if (!jump || !iterator || !BreaksAsArgument(iterator->iterable)) return;
  if (!ReadsTensors(BlocksOf(graph_, jump->target, file_.tree()[inst.expr].span))) return;
  using observed::SkippedCall;
  Observation* seen = unit_.recorder.Observe(
      SkippedCall{{""}, SkippedCall::Form::Comprehension}, SiteOf(inst), TempValue(inst.result),
      {"GB4347"}, OpenIf(!unit_.options.python_minor, {OpenKind::OldPython}));
  if (!seen) return;
  seen->only = Observation::Only::InSkippedFrame;
  seen->skips_frame = false;
}

// `super().__init__()` in the constructor of a module.
void Frame::ObserveModuleInit(const flow::Inst& inst, const flow::Call& call, Ref callee) {
  const bool in_init = mode_.compiled && owner_ && graph_.function &&
                       unit_.Info(owner_).is_module &&
                       file_.tree()[graph_.function].name == "__init__";
  if (!in_init) return;
  const auto* get = std::get_if<flow::GetAttr>(&graph_.Definition(call.callee).node);
  const auto* bound = callee.value ? unit_.values.If<values::Bound>(callee) : nullptr;
  if (!get || !bound || get->name != "__init__") return;
  Observation* seen =
      unit_.recorder.Observe(observed::ModuleCall{{""}, observed::ModuleCall::Form::Uninitialized},
                             SiteOf(inst), bound->self, {"GB0119"});
  if (!seen) return;
  seen->only = Observation::Only::InOwnFrame;
  seen->skips_frame = false;
}

// Whether a constructor is run by Python, and so compiled for itself: its caller's frame is skipped
// or begins with such a constructor, or it breaks, which no frame around it survives.
bool Recorder::IsOwnFrame(ContextId context, const BreakPoints& breaks) const {
  constexpr int kDeepest = 8;
  ContextId at = context;
  for (int depth = 0; depth < kDeepest; ++depth) {
    const CallerLink& call = unit_.Info(at).caller;
    if (!call.context) return false;
    if (breaks.Certain(at)) return true;
    const CallableInfo& caller = unit_.Info(unit_.Info(call.context).callable);
    const flow::Graph& around = caller.file->Function(caller.function);
    if (breaks.Find(call.context, BlockOf(around, call.span),
                    breaks.SkippingAt(call.context, call.span.begin)))
      return true;
    if (!IsModuleInit(unit_, caller)) return false;
    at = call.context;
  }
  return false;
}

// What needs a frame of its own stays where it has one; where what skips the frame around it is not
// sure to come up, it is said to depend on that.
void Recorder::SettleOwnFrames(ContextId id, const BreakPoints& breaks) {
  std::optional<bool> own;
  Context& context = unit_.Info(id);
  const CallableInfo& info = unit_.Info(context.callable);
  const auto is_gone = [&](Observation& o, flow::BlockId place) {
    if (o.only == Observation::Only::Always || o.only == Observation::Only::WhereInput)
      return false;
    if (o.only == Observation::Only::WhereCallBreaks) return true;
    if (o.only == Observation::Only::InOwnFrame) {
      if (!own) own = IsOwnFrame(id, breaks);
      return !*own;
    }
    const auto skips = breaks.SkippingAt(id, o.statement.begin);
    if (breaks.Find(id, place, skips)) return false;
    const BreakPoint* other = breaks.Find(id, place, skips, true);
    if (!other) return true;
    const std::uint32_t line = info.file->source().LineOf(other->span.begin);
    o.conditions.push_back({OpenKind::LineReached, std::to_string(line)});
    return false;
  };
  for (std::uint32_t b = 0; b < context.observations.size(); ++b)
    for (Observation& o : context.observations[b]) o.dropped = is_gone(o, flow::BlockId(b));
}

}  // namespace graphmend::infer
