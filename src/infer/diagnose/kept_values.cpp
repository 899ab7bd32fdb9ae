// See kept_values.h. The calls at which such values are lost: kept_across.cpp.
#include "infer/diagnose/kept_values.h"

#include <algorithm>

#include "infer/diagnose/comprehensions.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using AddressKind = values::Address::Kind;
using models::Transfer;

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

// A module has no address: it is known by the call that has made it.
flow::TempId MakerOfModule(const KeptIn& kept, Ref module) {
  const std::optional<Span> made = kept.unit.recorder.ConstructedAt(module, kept.file);
  if (!made) return {};
  for (flow::BlockId block : kept.graph.order)
    for (const flow::Inst& inst : kept.graph.blocks[block].insts)
      if (inst.span == *made && std::holds_alternative<flow::Call>(inst.node)) return inst.result;
  return {};
}

flow::TempId MakerOfInstance(const KeptIn& kept, Ref self) {
  const auto* object = kept.unit.values.If<values::Object>(self);
  if (!object) return {};
  const bool module = kept.unit.Info(kept.unit.Info(object->id).cls).is_module;
  return module ? MakerOfModule(kept, self) : MadeBy(kept.unit.values, object->address);
}

// Whether the instance has stored a method of itself: `self.step = self.plain_step`.
bool HoldsOwnMethod(Unit& unit, Ref self) {
  const auto* object = unit.values.If<values::Object>(self);
  if (!object) return false;
  const ClassId cls = unit.Info(object->id).cls;
  for (Symbol name : unit.store.FieldNames(object->id)) {
    const Ref field = unit.store.FieldOf(self, name).value;
    const auto* bound = field.value ? unit.values.If<values::Bound>(field) : nullptr;
    const auto* of = bound ? unit.values.If<values::Object>(bound->self) : nullptr;
    if (of && of->id == object->id && unit.values.If<values::Function>(bound->callee) &&
        !unit.classes.AssignedLate(cls, name))
      return true;
  }
  return false;
}

bool IsGenerator(const flow::Graph& graph, flow::TempId temp) {
  const auto* build = std::get_if<flow::Build>(&graph.Definition(temp).node);
  return build && build->kind == flow::BuildKind::Generator;
}

// Whether the class is one of these containers of nn.Module, or of one of them.
bool IsContainer(Unit& unit, ClassId cls, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    const ClassId container = unit.classes.StubClass("torch.nn", name);
    return container && unit.classes.DerivesFrom(cls, container);
  });
}

IteratorAcross OfValue(Unit& unit, Ref value) {
  using enum IteratorAcross;
  if (!value.value) return IsRebuilt;
  if (unit.values.If<values::Dict>(value)) return IsLost;
  if (const auto* sequence = unit.values.If<values::Sequence>(value))
    return sequence->kind == values::SequenceKind::Set ? IsLost : IsRebuilt;
  const auto* object = unit.values.If<values::Object>(value);
  if (!object) return IsRebuilt;
  const ClassId cls = unit.Info(object->id).cls;
  if (IsContainer(unit, cls, {"ParameterList"})) return GivesUp;
  return IsContainer(unit, cls, {"ModuleList", "ModuleDict", "Sequential"}) ? IsLost : IsRebuilt;
}

// What the stub of the function says, of a class that of its constructor; null: there is none.
const models::StubFunction* StubOf(Unit& unit, Ref callee) {
  Ref called = callee;
  if (const auto* cls = callee.value ? unit.values.If<values::Class>(callee) : nullptr)
    called = unit.classes.ClassAttribute(cls->id, unit.well_known.init);
  const auto* bound = called.value ? unit.values.If<values::Bound>(called) : nullptr;
  if (bound) called = bound->callee;
  const auto* function = called.value ? unit.values.If<values::Function>(called) : nullptr;
  return function && unit.Info(function->id).is_stub ? &unit.callables.Stub(function->id) : nullptr;
}

// Of a function, not of a constructor.
Transfer TransferOf(Unit& unit, Ref callee) {
  const bool cls = callee.value && unit.values.If<values::Class>(callee);
  const models::StubFunction* stub = cls ? nullptr : StubOf(unit, callee);
  return stub ? stub->transfer : Transfer::None;
}

// What nn.Module has written as a generator, such as `parameters`.
bool IsGeneratorOfModule(const KeptIn& kept, Ref callee, Ref result) {
  const auto* bound = kept.unit.values.If<values::Bound>(callee);
  const auto* self = bound ? kept.unit.values.If<values::Object>(bound->self) : nullptr;
  const auto* given = result.value ? kept.unit.values.If<values::Sequence>(result) : nullptr;
  const auto* function = bound ? kept.unit.values.If<values::Function>(bound->callee) : nullptr;
  return self && function && given && given->kind == values::SequenceKind::Iterator &&
         kept.unit.Info(function->id).is_stub &&
         kept.unit.Info(kept.unit.Info(self->id).cls).is_module;
}

Ref CalleeOf(const KeptIn& kept, flow::TempId made) {
  const auto* call = std::get_if<flow::Call>(&kept.graph.Definition(made).node);
  return call ? kept.Value(call->callee) : Ref{};
}

// What `enumerate` gives has a list or a tuple inside, which it changes.
IteratorAcross OfEnumerated(const KeptIn& kept, const flow::Call& call) {
  using enum IteratorAcross;
  if (call.args.empty()) return IsRebuilt;
  const Ref value = kept.Value(call.args[0].value);
  const auto* sequence = value.value ? kept.unit.values.If<values::Sequence>(value) : nullptr;
  const bool listed = sequence && (sequence->kind == values::SequenceKind::List ||
                                   sequence->kind == values::SequenceKind::Tuple);
  const bool tensor = value.value && kept.unit.values.If<values::Tensor>(value);
  const bool made = std::holds_alternative<flow::Call>(
      kept.graph.Definition(call.args[0].value).node);  // a range, a view
  return tensor || (listed && !made) ? GivesUp : IsRebuilt;
}

}  // namespace

flow::TempId KeptIn::MakerOf(Ref value) const {
  constexpr std::size_t kMostItems = 16;
  const auto among = [&](auto begin, auto end, auto part) -> flow::TempId {
    for (auto at = begin; at != end; ++at)
      if (const flow::TempId maker = MakerOf(part(*at))) return maker;
    return {};
  };
  const auto itself = [](Ref part) { return part; };
  if (!value.value) return {};
  if (const auto* bound = unit.values.If<values::Bound>(value))
    return unit.values.If<values::Function>(bound->callee) ? MakerOfInstance(*this, bound->self)
                                                           : flow::TempId();
  if (unit.values.If<values::Object>(value)) {
    const flow::TempId maker = MakerOfInstance(*this, value);
    return maker && HoldsOwnMethod(unit, value) ? maker : flow::TempId();
  }
  if (const auto* partial = unit.values.If<values::Partial>(value)) {
    if (const flow::TempId maker = MakerOf(partial->callee)) return maker;
    return among(partial->args.begin(), partial->args.end(), itself);
  }
  if (const auto* sequence = unit.values.If<values::Sequence>(value))
    return sequence->exact && sequence->items.size() <= kMostItems
               ? among(sequence->items.begin(), sequence->items.end(), itself)
               : flow::TempId();
  const auto* dict = unit.values.If<values::Dict>(value);
  return dict && dict->entries.size() <= kMostItems
             ? among(dict->entries.begin(), dict->entries.end(),
                     [](const values::DictEntry& e) { return e.maybe ? Ref{} : e.value; })
             : flow::TempId();
}

std::pair<flow::TempId, flow::TempId> KeptIn::OperandOf(const flow::Call& call) const {
  // A method that a subclass of Tensor has in its own source is made where it is read.
  const Ref callee = Value(call.callee);
  const auto* method = callee.value ? unit.values.If<values::Bound>(callee) : nullptr;
  const auto* function = method ? unit.values.If<values::Function>(method->callee) : nullptr;
  if (function && !unit.Info(function->id).is_stub && unit.classes.TensorSubclass(method->self))
    return {call.callee, call.callee};
  if (const flow::TempId maker = MakerOf(Value(call.callee))) return {call.callee, maker};
  for (const flow::CallArg& a : call.args)
    if (const flow::TempId maker = MakerOf(Value(a.value))) return {a.value, maker};
  return {};
}

namespace {

// `enumerate`, `zip`, `map`, `filter`, `iter`: lost with what they go through.
bool IsLostWithArguments(const KeptIn& kept, const flow::Call& call, Transfer by) {
  const auto any = [&](auto is_lost) {
    return std::any_of(call.args.begin(), call.args.end(),
                       [&](const flow::CallArg& a) { return is_lost(a.value); });
  };
  const auto lost = [&](flow::TempId over) {
    return OfValue(kept.unit, kept.Value(over)) == IteratorAcross::IsLost || kept.IsLostAt(over);
  };
  const auto iterator = [&](flow::TempId over) {
    const Ref value = kept.Value(over);
    const auto* made = value.value ? kept.unit.values.If<values::Sequence>(value) : nullptr;
    return made && made->kind == values::SequenceKind::Iterator &&
           TransferOf(kept.unit, CalleeOf(kept, over)) == Transfer::zip;
  };
  if (by == Transfer::enumerate)
    return OfEnumerated(kept, call) == IteratorAcross::GivesUp || any(iterator);
  const bool through =
      by == Transfer::zip || by == Transfer::map || by == Transfer::filter || by == Transfer::iter;
  return through && any(lost);
}

}  // namespace

bool KeptIn::IsLostAt(flow::TempId made) const {
  const flow::Inst& inst = graph.Definition(made);
  if (IsGenerator(graph, made)) {
    const auto [block, index] = graph.defined_at[made.index];
    const Iterated iterated = IteratedIn(graph.blocks[block]);
    return iterated.iterator && ChangesIterator(*this, iterated.iterator->iterable);
  }
  const auto* call = std::get_if<flow::Call>(&inst.node);
  const Ref callee = call ? Value(call->callee) : Ref{};
  if (!callee.value) return false;
  const auto is_range = [&](const flow::CallArg& a) { return IsRange(*this, a.value); };
  const models::StubFunction* stub = StubOf(unit, callee);
  if (stub && stub->traits.Has(models::Trait::NotRebuilt))
    return unit.values.If<values::Class>(callee) ||
           std::none_of(call->args.begin(), call->args.end(), is_range);
  const Transfer by = TransferOf(unit, callee);
  if (by == Transfer::children || by == Transfer::named_children) return false;
  return IsLostWithArguments(*this, *call, by) || IsGeneratorOfModule(*this, callee, Value(made));
}

KeptIn::Assigned KeptIn::AnyAssigned() const {
  Assigned any;
  for (flow::BlockId block : graph.order)
    for (const flow::Inst& inst : graph.blocks[block].insts) {
      const auto* store = std::get_if<flow::Store>(&inst.node);
      if (!store) continue;
      any.made = any.made || MakerOf(Value(store->value)) || IsLostAt(store->value);
      any.sparse = any.sparse || IsSparseTensor(unit, Value(store->value));
    }
  return any;
}

bool IsSparseTensor(Unit& unit, Ref value) {
  const auto* tensor = unit.values.If<values::Tensor>(value);
  return tensor && tensor->layout == values::Layout::Sparse;
}

IteratorAcross AcrossBreak(const KeptIn& kept, flow::TempId iterable) {
  using enum IteratorAcross;
  const auto* call = std::get_if<flow::Call>(&kept.graph.Definition(iterable).node);
  if (IsGenerator(kept.graph, iterable)) return GivesUp;
  if (!call) return OfValue(kept.unit, kept.Value(iterable));
  const Ref callee = kept.Value(call->callee);
  if (!callee.value) return IsRebuilt;
  const Transfer by = TransferOf(kept.unit, callee);
  const auto is_lost = [&](const flow::CallArg& a) { return AcrossBreak(kept, a.value) == IsLost; };
  if (by == Transfer::dict_items || by == Transfer::dict_keys || by == Transfer::dict_values)
    return IsLost;
  if (by == Transfer::children || by == Transfer::named_children || by == Transfer::modules ||
      by == Transfer::named_modules || IsGeneratorOfModule(kept, callee, kept.Value(iterable)))
    return GivesUp;
  if (by == Transfer::enumerate) return OfEnumerated(kept, *call);
  if (by == Transfer::zip)
    return std::any_of(call->args.begin(), call->args.end(), is_lost) ? IsLost : IsRebuilt;
  return OfValue(kept.unit, kept.Value(iterable));
}

bool IsRange(const KeptIn& kept, flow::TempId iterable) {
  const auto* call = std::get_if<flow::Call>(&kept.graph.Definition(iterable).node);
  const Ref callee = call ? kept.Value(call->callee) : Ref{};
  const auto* cls = callee.value ? kept.unit.values.If<values::Class>(callee) : nullptr;
  return cls && cls->id == kept.unit.classes.StubClass("builtins", "range");
}

bool ChangesIterator(const KeptIn& kept, flow::TempId iterable) {
  if (AcrossBreak(kept, iterable) == IteratorAcross::IsLost || IsRange(kept, iterable))
    return false;
  const Ref over = kept.Value(iterable);
  const auto* sequence = over.value ? kept.unit.values.If<values::Sequence>(over) : nullptr;
  return sequence && (sequence->kind == values::SequenceKind::List ||
                      sequence->kind == values::SequenceKind::Tuple);
}

}  // namespace graphmend::infer
