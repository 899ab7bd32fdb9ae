// Entries that settings name.
#include "infer/unit.h"

namespace graphmend::infer {

// Whether values and sizes that depend on data become symbols because fullgraph=True asks for one
// graph: since 2.10 (`one_graph or config.capture_…` in output_graph.py and variables/tensor.py;
// with 2.13 measured). Before, they raise.
bool Unit::FullgraphCaptures(const Site& site) const {
  return CurrentMode(site).fullgraph && options.target >= Release{2, 10};
}

bool Unit::CompileNamed(const ParsedFile& file, std::string_view name) {
  std::size_t dot = name.find('.');
  Symbol first = program.interner().Intern(name.substr(0, dot));
  std::string_view method = dot == std::string_view::npos ? "" : name.substr(dot + 1);
  const names::Scope& scope = file.index()[file.index().module];
  auto definitions = scope.definitions.find(first);
  if (definitions == scope.definitions.end() || definitions->second.empty()) return false;
  Ref value = GlobalValue(file, first);
  if (!value.value) return false;
  Site site{&file, {}, {}, {}, nullptr};
  const syntax::Tree& tree = file.tree();
  for (const names::Definition& d : definitions->second) {
    if (d.kind == names::DefinitionKind::Function) site.span = tree[d.function].name_span;
    if (d.kind == names::DefinitionKind::Class) site.span = tree[d.cls].name_span;
  }
  if (const auto* cls = values.If<values::Class>(value)) {
    if (method.empty()) method = Info(cls->id).is_module ? "forward" : "__call__";
    value = GetAttribute(GenericInstance(cls->id), program.interner().Intern(method), site);
  } else if (!method.empty()) {
    return false;
  }
  if (!value.value || !CanBeCompiled(value)) return false;
  CompileEntry(value, site, "the setting entry-points", options.fullgraph, "");
  return true;
}

}  // namespace graphmend::infer
