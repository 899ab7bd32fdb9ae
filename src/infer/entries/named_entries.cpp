// Entries that settings name.
#include "infer/unit.h"

namespace graphmend::infer {

bool Entries::CompileNamed(const ParsedFile& file, std::string_view name) {
  std::size_t dot = name.find('.');
  Symbol first = program.interner().Intern(name.substr(0, dot));
  std::string_view method = dot == std::string_view::npos ? "" : name.substr(dot + 1);
  const names::Scope& scope = file.index()[file.index().module];
  auto definitions = scope.definitions.find(first);
  if (definitions == scope.definitions.end() || definitions->second.empty()) return false;
  Ref value = unit_.definitions.GlobalValue(file, first);
  if (!value.value) return false;
  Site site{&file, {}, {}, {}, nullptr};
  const syntax::Tree& tree = file.tree();
  for (const names::Definition& d : definitions->second) {
    if (d.kind == names::DefinitionKind::Function) site.span = tree[d.function].name_span;
    if (d.kind == names::DefinitionKind::Class) site.span = tree[d.cls].name_span;
  }
  if (const auto* cls = values.If<values::Class>(value)) {
    if (method.empty()) method = unit_.Info(cls->id).is_module ? "forward" : "__call__";
    value = unit_.operations.GetAttribute(unit_.instances.GenericInstance(cls->id),
                                          program.interner().Intern(method), site);
  } else if (!method.empty()) {
    return false;
  }
  if (!value.value || !CanBeCompiled(value)) return false;
  CompileEntry(value, site, {.how = {CompiledBy::Setting}, .fullgraph = options.fullgraph});
  return true;
}

}  // namespace graphmend::infer
