// Definitions as computations: evaluated once asked for, and again when what they read has changed.
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

NodeId Unit::AddNode(Computation::Kind kind, std::uint32_t index) {
  computations_.push_back({kind, index});
  return dependencies_.Add();
}

DefinitionId Unit::AddDefinition(Definition definition) {
  const auto index = static_cast<std::uint32_t>(definitions_.size());
  definition.node = AddNode(Computation::Kind::Definition, index);
  definitions_.push_back(std::move(definition));
  return DefinitionId(index);
}

void Unit::Compute(NodeId node) {
  const Computation& computation = computations_[node.index];
  switch (computation.kind) {
    case Computation::Kind::Location: return;
    case Computation::Kind::Context: return RunContext(ContextId(computation.index));
    case Computation::Kind::Definition: return RunDefinition(DefinitionId(computation.index));
    case Computation::Kind::Entry: return CallEntry(computation.index);
  }
}

// The first computations of a value take its place: what was read too early, before a field was
// stored or a callee returned, is forgotten. Should they go on changing it, they climb.
bool Unit::Replace(Ref& slot, Ref value, int runs) {
  if (!value.value || !slot.value || runs < kFreeRuns) {
    const bool changed = slot.value != value.value &&
                         (!slot.value || !value.value || !values.Same(slot.value, value.value));
    if (changed) slot = value;
    return changed;
  }
  if (runs < kJoinedRuns) return values.JoinInto(slot, value);
  const Values::Widened widened = values.Widen(slot, value);
  slot = widened.value;
  return widened.effect == values::Effect::Changed;
}

Ref Unit::Evaluated(DefinitionId id, Aspect aspect) {
  Definition& definition = definitions_[id.index];
  if (definition.runs == 0 && !dependencies_.IsRunning(definition.node)) {
    RunDefinition(id);
    dependencies_.Settle(definition.node);
  }
  if (aspect == Aspect::All) {
    dependencies_.Read(definition.node);
  } else {
    dependencies_.Update(definition.node);
    if (!definition.kind_node) {
      const NodeId made = AddNode(Computation::Kind::Location, 0);
      definitions_[id.index].kind_node = made;
    }
    dependencies_.Read(definition.kind_node);
  }
  return definition.value;
}

void Unit::RunDefinition(DefinitionId id) {
  Definition& definition = definitions_[id.index];
  // Without a budget every computation comes to Unknown; what is known by now is better.
  if (OverBudget() && definition.runs > 0 && !values.IsBottom(definition.value)) return;
  dependencies_.Enter(definition.node);
  const Ref value = ValueOf(definition);
  dependencies_.Leave(definition.node);
  const Ref before = definition.value;
  if (!Replace(definition.value, value, definition.runs++)) return;
  dependencies_.Changed(definition.node);
  auto both = [&]<class Container>() {
    return before.value && definition.value.value && values.If<Container>(before) &&
           values.If<Container>(definition.value);
  };
  const bool same_kind = both.operator()<values::Dict>() || both.operator()<values::Sequence>();
  if (definition.kind_node && !same_kind) dependencies_.Changed(definition.kind_node);
}

Ref Unit::ValueOf(const Definition& d) {
  switch (d.kind) {
    case Definition::Kind::Global: return DefinedGlobal(*d.file, d.name);
    case Definition::Kind::ClassAttribute: {
      const names::ScopeId scope = d.scope;
      return EvaluateDefinitions(*d.file, scope, d.cells, d.owner,
                                 d.file->index()[scope].definitions.at(d.name), d.name);
    }
    case Definition::Kind::Expression:
      return Frame::Evaluate(*this, *d.file, d.file->Expression(d.scope, d.expr), d.cells, d.owner);
    case Definition::Kind::Annotation: return ReadAnnotation(*d.file, d.scope, d.cells, d.expr);
    case Definition::Kind::Instance: return ConstructGeneric(d.owner);
  }
  return {};
}

Ref Unit::ReadLocation(Location& location) {
  if (dependencies_.Innermost()) {
    if (!location.node) location.node = AddNode(Computation::Kind::Location, 0);
    dependencies_.Read(location.node);
  }
  return location.value;
}

void Unit::WriteLocation(Location& location, Ref value) {
  if (Grow(location, value) && location.node) dependencies_.Changed(location.node);
}

// A registry that everybody adds to would have everybody run again with each entry.
bool Unit::Grow(Location& location, Ref value) {
  constexpr int kFreeChanges = 3;
  if (!location.value.value || location.changes < kFreeChanges) {
    const bool changed = values.JoinInto(location.value, value);
    location.changes += changed;
    return changed;
  }
  if (!value.value) return false;
  const Values::Widened widened = values.Widen(location.value, value);
  location.value = widened.value;
  return widened.effect == values::Effect::Changed;
}

Ref Unit::Field(ObjectId object, Symbol name) {
  return Loaded(ReadLocation(Info(object).fields[name]), StoreKind::Field, object.index, name);
}

Unit::FieldValue Unit::FieldOf(Ref object, Symbol name) {
  const auto* o = values.If<values::Object>(object);
  if (!o) return {};
  for (const values::FieldEntry& field : o->fields) {
    if (field.name != name) continue;
    if (field.value.value) return {field.value, false, false};
    if (!field.maybe) return {{}, true, true};
    return {Field(o->id, name), false, true};
  }
  return {Field(o->id, name), false, false};
}

void Unit::StoreField(ObjectId object, Symbol name, Ref value) {
  WriteLocation(Info(object).fields[name], ForStore(value, StoreKind::Field, object.index, name));
}

}  // namespace graphmend::infer
