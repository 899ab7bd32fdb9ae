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

#include "base/path.h"
#include "infer/diagnose/block_of.h"
#include "infer/diagnose/break_points.h"
#include "infer/diagnose/comprehensions.h"
#include "infer/diagnose/frame_tensors.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

using flow::TempId;

bool IsModuleInit(Unit& unit, const CallableInfo& info) {
  return IsModuleInit(unit, *info.file, info.owner, info.function);
}

bool IsModuleInit(Unit& unit, const ParsedFile& file, ClassId owner, syntax::FunctionId function) {
  return owner && unit.Info(owner).is_module && function &&
         file.tree()[function].name == "__init__";
}

// Whether iterating the value gives an iterator on which a frame breaks.
bool Frame::BreaksAsArgument(TempId iterable) const {
  const auto& made = graph_.Definition(iterable).node;
  const auto is_constant = [&](TempId item) {
    return std::holds_alternative<flow::Const>(graph_.Definition(item).node);
  };
  // A display of constants is a tuple to the compiler of Python.
  if (const auto* build = std::get_if<flow::Build>(&made))
    if (std::all_of(build->items.begin(), build->items.end(), is_constant)) return false;
  if (IsRange(Kept(), iterable)) return false;
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
  for (const flow::Slot slot : VariablesAround(graph_, comprehension))
    if (HasTensor(unit_, now_.slots[slot])) return true;
  return std::any_of(comprehension.begin(), comprehension.end(),
                     [this](flow::BlockId block) { return NamesTensors(block); });
}

// Whether the block loads a module of torch or NumPy by its global name.
bool Frame::NamesTensors(flow::BlockId block) const {
  const auto& insts = graph_.blocks[block].insts;
  return std::any_of(insts.begin(), insts.end(), [this](const flow::Inst& inst) {
    const auto* name = std::get_if<flow::LoadName>(&inst.node);
    return name && name->binding.kind == names::BindingKind::Global &&
           IsOfTensors(unit_, unit_.definitions.LookupGlobal(file_, name->name));
  });
}

bool Frame::NamesTensors() const {
  if (!names_tensors_)
    names_tensors_ = std::any_of(graph_.order.begin(), graph_.order.end(),
                                 [this](flow::BlockId block) { return NamesTensors(block); });
  return *names_tensors_;
}

void Frame::ObserveComprehension(const flow::Inst& inst) {
  const auto* comprehension =
      inst.expr ? std::get_if<syntax::Comprehension>(&file_.tree()[inst.expr].node) : nullptr;
  if (!comprehension || !mode_.compiled || !unit_.options.MayBeOldPython()) return;
  const flow::Block& block = graph_.blocks[block_];
  for (flow::RegionId r = block.region; r; r = graph_.regions[r].parent)
    if (graph_.regions[r].kind == flow::RegionKind::Comprehension) return;  // traced with that one
  if (&block.insts.back() != &inst) return;
  const Iterated iterated = IteratedIn(block);
  if (!iterated.iterator || iterated.generator) return;
  ObserveKeptIterator(inst, iterated.iterator->iterable);
  if (!BreaksAsArgument(iterated.iterator->iterable)) return;
  if (!ReadsTensors(BlocksOfComprehension(graph_, iterated.header, file_.tree()[inst.expr].span)))
    return;
  using observed::SkippedCall;
  Observation* seen = unit_.recorder.Observe(
      SkippedCall{{""}, SkippedCall::Form::Comprehension}, SiteOf(inst), TempValue(inst.result),
      {"GB4347"}, OpenIf(!unit_.options.python_minor, {OpenKind::OldPython}));
  if (!seen) return;
  seen->only = Observation::Only::InSkippedFrame;
  seen->skips_frame = false;
}

// Where the constructor first asks for the module on every way to this instruction, at the latest
// here.
const flow::Inst& Frame::FirstUseOfSelf(const flow::Inst& last) {
  const flow::Dominance& dominators = Dominators();
  for (const flow::BlockId block : graph_.order) {
    if (!dominators.Dominates(block, block_)) continue;
    for (const flow::Inst& inst : graph_.blocks[block].insts) {
      const auto* load = std::get_if<flow::Load>(&inst.node);
      if (load && load->slot == flow::Slot{0} && inst.stmt) return inst;
      if (block == block_ && inst.stmt == last.stmt) return last;
    }
  }
  return last;
}

// `super().__init__()` in the constructor of a module. Where it asks for the module before that, it
// breaks there.
void Frame::ObserveModuleInit(const flow::Inst& inst, const flow::Call& call, Ref callee) {
  if (!mode_.compiled || !BuildsModule()) return;
  const auto* get = std::get_if<flow::GetAttr>(&graph_.Definition(call.callee).node);
  const auto* bound = callee.value ? unit_.values.If<values::Bound>(callee) : nullptr;
  if (!get || get->name != "__init__") return;
  const Ref of = TempValue(get->object);  // `torch.nn.Module.__init__(self)`
  const auto* cls = !bound && of.value ? unit_.values.If<values::Class>(of) : nullptr;
  if (!bound && !(cls && unit_.Info(cls->id).is_module)) return;
  Observation* seen = unit_.recorder.Observe(
      observed::ModuleCall{{""}, observed::ModuleCall::Form::Uninitialized},
      SiteOf(FirstUseOfSelf(inst)), bound ? bound->self : now_.slots[0], {"GB0119"});
  if (!seen) return;
  seen->only = Observation::Only::InOwnFrame;
  seen->skips_frame = seen->cannot_resume = false;
}

// Python calls a constructor that breaks anew, whose frame Dynamo leaves to Python: what comes
// behind the break is not traced.
bool Frame::BuildsModule() const { return IsModuleInit(unit_, file_, owner_, graph_.function); }

// Whether a constructor is run by Python somewhere, and so compiled for itself: a caller's frame is
// skipped or begins with such a constructor, or it breaks, which no frame around it survives. Where
// none of these is sure to come up, the condition says what may.
std::optional<OpenConditions> Recorder::OwnFrame(ContextId context, BreakPoints& breaks) const {
  constexpr std::size_t kMost = 64;
  std::vector<ContextId> reached = {context};
  std::optional<OpenConditions> possible;
  const auto is_possible = [&](ContextId in, const BreakPoint* point) {
    if (!point || possible) return;
    const source::SourceFile& file = unit_.Info(unit_.Info(in).callable).file->source();
    const std::string line = std::to_string(file.LineOf(point->span.begin));
    const bool here = file.path() == unit_.Info(unit_.Info(context).callable).file->source().path();
    const std::string name = base::ToText(base::ToPath(file.path()).filename());
    possible = {{OpenKind::LineBreaks, here ? line : line + " of " + name}};
  };
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const ContextId at = reached[i];
    const auto& callers = breaks.CallersOf(at);
    if (callers.empty()) continue;
    if (breaks.Certain(at)) return OpenConditions();
    for (const auto& [from, call] : callers) {
      const CallableInfo& caller = unit_.Info(unit_.Info(from).callable);
      const flow::Graph& around = caller.file->Function(caller.function);
      const auto skips = breaks.SkippingAt(from, call->span.begin);
      if (breaks.Find(from, BlockOf(around, call->span), skips)) return OpenConditions();
      is_possible(from, breaks.Find(from, BlockOf(around, call->span), skips, true));
      is_possible(from, breaks.FindPossible(from, skips));
      const bool known = std::find(reached.begin(), reached.end(), from) != reached.end();
      if (IsModuleInit(unit_, caller) && !known && reached.size() < kMost) reached.push_back(from);
    }
    is_possible(at, breaks.FindPossible(at, [](const BreakPoint&) { return true; }));
  }
  return possible;
}

// What needs a frame of its own stays where it has one; where what skips the frame around it is not
// sure to come up, it is said to depend on that.
void Recorder::SettleOwnFrames(ContextId id, BreakPoints& breaks) {
  std::optional<std::optional<OpenConditions>> own;
  Context& context = unit_.Info(id);
  const CallableInfo& info = unit_.Info(context.callable);
  const auto is_gone = [&](Observation& o, flow::BlockId place) {
    if (o.only == Observation::Only::Always || o.only == Observation::Only::WhereInput)
      return false;
    if (o.only == Observation::Only::WhereCallBreaks) return true;
    if (o.only == Observation::Only::InOwnFrame) {
      if (!own) own = OwnFrame(id, breaks);
      if (*own) o.conditions.insert(o.conditions.end(), (*own)->begin(), (*own)->end());
      return !*own;
    }
    const auto skips = breaks.SkippingAt(id, o.statement.begin);
    if (breaks.Find(id, place, skips)) return false;
    const BreakPoint* other = breaks.Find(id, place, skips, true);
    const OpenKind open = other ? OpenKind::LineReached : OpenKind::LineBreaks;
    if (!other) other = breaks.FindPossible(id, skips);
    if (!other) return true;
    const std::uint32_t line = info.file->source().LineOf(other->span.begin);
    o.conditions.push_back({open, std::to_string(line)});
    return false;
  };
  for (std::uint32_t b = 0; b < context.observations.size(); ++b)
    for (Observation& o : context.observations[b]) o.dropped = is_gone(o, flow::BlockId(b));
}

}  // namespace graphmend::infer
