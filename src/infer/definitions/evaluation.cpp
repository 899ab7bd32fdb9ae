// Definitions as computations: evaluated once asked for, and again when what they read has changed.
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

DefinitionId Definitions::AddDefinition(Definition definition) {
  const auto index = static_cast<std::uint32_t>(definitions_.size());
  definition.node = unit_.computations.AddNode(Computation::Kind::Definition, index);
  definitions_.push_back(std::move(definition));
  return DefinitionId(index);
}

void Definitions::ReadersChanged(DefinitionId definition) {
  unit_.dependencies.Changed(definitions_[definition.index].node);
}

Ref Definitions::Evaluated(DefinitionId id, Aspect aspect) {
  Definition& definition = definitions_[id.index];
  if (definition.runs == 0 && !unit_.dependencies.IsRunning(definition.node)) {
    RunDefinition(id);
    unit_.dependencies.Settle(definition.node);
  }
  if (aspect == Aspect::All) {
    unit_.dependencies.Read(definition.node);
  } else {
    unit_.dependencies.Update(definition.node);
    unit_.computations.ReadLocation(definition.kind_node);
  }
  return definition.value;
}

void Definitions::RunDefinition(DefinitionId id) {
  Definition& definition = definitions_[id.index];
  // Without a budget every computation comes to Unknown; what is known by now is better.
  if (unit_.budget.IsUsedUp() && definition.runs > 0 && !values.IsBottom(definition.value)) return;
  unit_.dependencies.Enter(definition.node);
  const Ref value = ValueOf(definition);
  unit_.dependencies.Leave(definition.node);
  const Ref before = definition.value;
  if (!unit_.computations.Replace(definition.value, value, definition.runs++)) return;
  unit_.dependencies.Changed(definition.node);
  auto both = [&]<class Container>() {
    return before.value && definition.value.value && values.If<Container>(before) &&
           values.If<Container>(definition.value);
  };
  const bool same_kind = both.operator()<values::Dict>() || both.operator()<values::Sequence>();
  if (definition.kind_node && !same_kind) unit_.dependencies.Changed(definition.kind_node);
}

Ref Definitions::ValueOf(const Definition& d) {
  switch (d.kind) {
    case Definition::Kind::Global: return DefinedGlobal(*d.file, d.name);
    case Definition::Kind::ClassAttribute: {
      const names::ScopeId scope = d.scope;
      return EvaluateDefinitions(*d.file, scope, d.cells, d.owner,
                                 d.file->index()[scope].definitions.at(d.name), d.name);
    }
    case Definition::Kind::Expression:
      return Frame::Evaluate(unit_, *d.file, d.file->Expression(d.scope, d.expr), d.cells, d.owner);
    case Definition::Kind::Annotation: return ReadAnnotation(*d.file, d.scope, d.cells, d.expr);
    case Definition::Kind::Instance: return unit_.instances.ConstructGeneric(d.owner);
  }
  return {};
}

}  // namespace graphmend::infer
