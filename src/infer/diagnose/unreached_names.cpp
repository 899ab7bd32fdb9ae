#include "infer/diagnose/unreached_names.h"

#include <algorithm>

namespace graphmend::infer {

Ref UnreachedNames::At(const flow::Inst& inst) const {
  if (const Ref imported = Imported(inst); imported.value) return imported;
  const auto* get = std::get_if<flow::GetAttr>(&inst.node);
  const bool of_import = get && get->object && Imported(graph_.Definition(get->object)).value;
  if (!get || of_import) return {};
  const Ref method =
      unit_.operations.GetAttribute({unit_.values.Intern(values::Tensor{}), {}}, get->name,
                                    Site{&file_, inst.span, inst.stmt, inst.expr, nullptr});
  return method.value && unit_.values.If<values::Bound>(method) ? method : Ref();
}

// A module, or what is in one.
Ref UnreachedNames::Imported(const flow::Inst& inst) const {
  if (const auto* load = std::get_if<flow::LoadName>(&inst.node))
    return IsFixed(*load) ? unit_.definitions.LookupGlobal(file_, load->name) : Ref();
  const auto* get = std::get_if<flow::GetAttr>(&inst.node);
  if (!get || !get->object) return {};
  const Ref object = Imported(graph_.Definition(get->object));
  if (!object.value || !unit_.values.If<values::Module>(object)) return {};
  return unit_.operations.GetAttribute(object, get->name,
                                       Site{&file_, inst.span, inst.stmt, inst.expr, nullptr});
}

bool UnreachedNames::IsFixed(const flow::LoadName& load) const {
  if (load.binding.kind != names::BindingKind::Global) return false;
  const names::Scope& module = file_.index()[file_.index().module];
  const auto found = module.definitions.find(load.name);
  if (found == module.definitions.end()) return module.star_imports.empty();  // a builtin
  return std::all_of(found->second.begin(), found->second.end(), [](const names::Definition& one) {
    return one.kind == names::DefinitionKind::Import ||
           one.kind == names::DefinitionKind::ImportFrom;
  });
}

}  // namespace graphmend::infer
