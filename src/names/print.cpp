#include <string>

#include "names/index.h"

namespace graphmend::names {
namespace {

std::string_view Spelling(DefinitionKind kind) {
  switch (kind) {
    case DefinitionKind::Import: return "import";
    case DefinitionKind::ImportFrom: return "import-from";
    case DefinitionKind::StarImport: return "star-import";
    case DefinitionKind::Function: return "function";
    case DefinitionKind::Class: return "class";
    case DefinitionKind::Assign: return "assign";
    case DefinitionKind::Annotation: return "annotation";
    case DefinitionKind::AugAssign: return "augmented-assign";
    case DefinitionKind::Element: return "element";
    case DefinitionKind::Target: return "target";
    case DefinitionKind::TypeAlias: break;
  }
  return "type-alias";
}

std::string_view Spelling(Guard guard) {
  switch (guard) {
    case Guard::None: return "";
    case Guard::TypeChecking: return " if TYPE_CHECKING";
    case Guard::NotTypeChecking: return " unless TYPE_CHECKING";
    case Guard::Conditional: return " conditional";
    case Guard::TryBody: return " in try";
    case Guard::ExceptHandler: break;
  }
  return " in except";
}

std::string Describe(const Definition& definition, const syntax::Tree& tree) {
  std::string out(Spelling(definition.kind));
  const auto& node = tree[definition.stmt].node;
  if (definition.kind == DefinitionKind::Import) {
    out += " " + std::get<syntax::Import>(node).names[definition.alias].name.str();
  } else if (definition.kind == DefinitionKind::ImportFrom ||
             definition.kind == DefinitionKind::StarImport) {
    const auto& import = std::get<syntax::ImportFrom>(node);
    std::string module = std::string(import.level, '.') + import.module.str();
    bool star = definition.kind == DefinitionKind::StarImport;
    out += " " + (star ? "*" : import.names[definition.alias].name.str()) + " from " + module;
  } else if (definition.kind == DefinitionKind::Target && definition.function) {
    out += " (global in " + tree[definition.function].name.str() + ")";
  }
  for (std::uint32_t step : definition.path) out += "[" + std::to_string(step) + "]";
  out += Spelling(definition.guard);
  if (definition.condition_negated) out += " (else)";
  return out;
}

std::string HeaderOf(const Scope& scope, const syntax::Tree& tree) {
  if (scope.kind == ScopeKind::Module) return "module";
  if (scope.kind == ScopeKind::Class) return "class " + tree[scope.cls].name.str();
  return "function " + tree[scope.function].name.str();
}

void AppendList(std::string& out, std::string_view label, const std::vector<Symbol>& names) {
  if (names.empty()) return;
  out += label;
  for (Symbol name : names) out += " " + name.str();
  out += "\n";
}

int DepthOf(const Index& index, ScopeId scope) {
  int depth = 0;
  for (ScopeId at = index[scope].parent; at; at = index[at].parent) ++depth;
  return depth;
}

}  // namespace

std::string Print(const Index& index, const syntax::Tree& tree) {
  std::string out;
  for (std::uint32_t i = 0; i < index.scopes.size(); ++i) {
    const Scope& scope = index.scopes[ScopeId(i)];
    std::string indent(static_cast<std::size_t>(2 * DepthOf(index, ScopeId(i))), ' ');
    out += indent + HeaderOf(scope, tree) + "\n";
    indent += "  ";
    if (!scope.slots.empty()) {
      out += indent + "slots";
      for (std::size_t slot = 0; slot < scope.slots.size(); ++slot)
        out += " " + scope.slots[slot].str() + (scope.captured[slot] ? "*" : "");
      out += "\n";
    }
    AppendList(out, indent + "global", scope.globals);
    AppendList(out, indent + "nonlocal", scope.nonlocals);
    for (Symbol name : scope.order)
      for (const Definition& definition : scope.definitions.at(name))
        out += indent + name.str() + ": " + Describe(definition, tree) + "\n";
    for (const Definition& definition : scope.star_imports)
      out += indent + Describe(definition, tree) + "\n";
  }
  if (index.has_dunder_all) AppendList(out, "__all__:", index.dunder_all);
  return out;
}

}  // namespace graphmend::names
