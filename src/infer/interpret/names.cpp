// Variables that are no slots of the frame: captured ones, those of modules and of class bodies.
#include <algorithm>

#include "infer/interpret/frame.h"

namespace graphmend::infer {

// Whether the value of the instruction is but the container that the statement stores an item in.
bool Frame::IsOnlyStoredInto(const flow::Inst& inst) const {
  const auto* assign =
      inst.stmt && inst.expr ? std::get_if<syntax::Assign>(&file_.tree()[inst.stmt].node) : nullptr;
  if (!assign) return false;
  for (const syntax::ExprId target : assign->targets)
    if (const auto* item = std::get_if<syntax::Subscript>(&file_.tree()[target].node))
      if (item->object == inst.expr) return true;
  return false;
}

Ref Frame::LoadVariable(const flow::Inst& inst, const flow::LoadName& load) {
  if (load.binding.kind == names::BindingKind::Free ||
      load.binding.kind == names::BindingKind::Local) {
    Ref value = unit_.store.CapturedValue(cells_, load.name);
    return value.value ? value : unit_.UnknownRef(Why::Enclosing);
  }
  if (load.binding.kind == names::BindingKind::ClassMember && owner_)
    if (Ref value = unit_.classes.ClassAttribute(owner_, load.name); value.value) return value;
  if (load.name == "__class__" && owner_) return {unit_.values.Intern(values::Class{owner_}), {}};
  for (const auto& [name, value] : now_.names)
    if (name == load.name) return Refreshed(value);
  // An expression is a computation of its own, which runs again outside of its definition.
  if (graph_.kind == flow::GraphKind::Expression)
    if (Ref value = unit_.definitions.EarlierGlobal(file_, load.name, inst.span.begin); value.value)
      return value;
  // What is in a registry does not matter to whoever adds to it.
  const Aspect aspect = IsOnlyStoredInto(inst) ? Aspect::Kind : Aspect::All;
  const Ref value = unit_.store.Loaded(unit_.definitions.LookupGlobal(file_, load.name, aspect),
                                       StoreKind::Global, file_.id().index, load.name);
  return mode_.compiled ? unit_.values.Entering(value) : value;
}

void Frame::StoreVariable(const flow::StoreName& store, Span at) {
  Ref value = TempValue(store.value);
  if (!value.value) return;
  if (store.binding.kind == names::BindingKind::Free) {
    unit_.store.StoreCaptured(cells_, store.name, value);
    return;
  }
  if (store.binding.kind != names::BindingKind::Global) return;
  // `global x`: later reads see the join. Module level itself is evaluated on demand instead.
  if (graph_.kind == flow::GraphKind::Function) {
    if (mode_.compiled) unit_.recorder.NoteAssignedGlobal(file_.id(), store.name);
    unit_.definitions.StoreGlobal(file_, store.name, value);
  }
  if (graph_.kind == flow::GraphKind::Module && BindsInOrder(store.name, value)) {
    std::erase_if(now_.names, [&](const auto& known) { return known.first == store.name; });
    now_.names.emplace_back(store.name, unit_.definitions.UnlessRebound(file_, value, at.begin));
  }
}

// Whether what the name gives in a script depends on the place: a loop binds it, or several
// statements do. What functions bind is not in that order, and `+=` leaves a list the one it is.
bool Frame::BindsInOrder(Symbol name, Ref value) const {
  const auto& definitions = file_.index()[file_.index().module].definitions;
  auto found = definitions.find(name);
  if (found == definitions.end()) return false;
  const bool container = unit_.values.AddressOf(value.value).has_value();
  std::size_t bound = 0, looped = 0, in_functions = 0;
  for (const names::Definition& d : found->second) {
    const bool target =
        d.kind == names::DefinitionKind::Target || d.kind == names::DefinitionKind::Element;
    looped += target && !d.function;
    in_functions += target && d.function;
    bound += d.kind != names::DefinitionKind::Annotation &&
             !(container && d.kind == names::DefinitionKind::AugAssign);
  }
  return looped > 0 || (bound > 1 && in_functions == 0);
}

}  // namespace graphmend::infer
