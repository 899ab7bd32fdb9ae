// Which of a name's definitions apply, and what they give. The last unconditional one hides those
// before it; one that refers to its own name sees the earlier ones; what a function binds a global
// to is one of its values.
#include <algorithm>

#include "infer/definitions/accessors.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

using names::DefinitionKind;
using names::Guard;

// An import that no `try` or `if` guards succeeds: where the package is there and a module of it
// has no source, the module is a compiled extension, also where that was not built or brought here.
Ref Definitions::UnlessWithoutSource(const ParsedFile& file, const names::Definition& d,
                                     Ref value) {
  const auto* unknown = values.If<values::Unknown>(value);
  if (!unknown || unknown->why != Why::NotAmongFiles || d.guard != Guard::None) return value;
  const auto& import = std::get<syntax::ImportFrom>(file.tree()[d.stmt].node);
  const std::string module = program.AbsoluteModule(file.id(), import.module.text(), import.level);
  const std::size_t dot = module.rfind('.');
  if (dot == std::string::npos) return value;
  const auto package = program.ResolveModule(module.substr(0, dot), file.id());
  if (!package || !program.Info(*package).is_package || program.Info(*package).is_stub)
    return value;
  const std::string name = import.names[d.alias].name.str();
  return unit_.OfLibrary(Why::OfExtension, unit_.Intern(module + "." + name));
}

// Whether an import inside of a `try` certainly fails: of a module of the same project, in a
// package that is not there. A module that has no source beside others that have may be an
// extension, and what another project has may be installed or not.
bool Definitions::FailsToImport(const ParsedFile& file, const names::Definition& d, Ref value) {
  const auto* unknown = values.If<values::Unknown>(value);
  if (d.guard != Guard::TryBody || !unknown || unknown->why != Why::NotAmongFiles) return false;
  const auto& import = std::get<syntax::ImportFrom>(file.tree()[d.stmt].node);
  const std::string module = program.AbsoluteModule(file.id(), import.module.text(), import.level);
  const std::string root = module.substr(0, module.find('.'));
  const std::string& own = program.Info(file.id()).module;
  const std::string package = module.substr(0, module.rfind('.'));
  return package != root && root == own.substr(0, own.find('.')) &&
         program.ResolveModule(root, file.id()) && !program.ResolveModule(package, file.id()) &&
         !program.IsExtension(package, file.id());
}

Ref Definitions::EvaluateDefinition(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                                    ClassId owner, const names::Definition& d, Symbol name) {
  const Ref value = Frame::EvaluateDefinition(unit_, file, scope, cells, owner, d, name);
  if (value.value && d.kind == DefinitionKind::ImportFrom)
    return FailsToImport(file, d, value) ? Ref{} : UnlessWithoutSource(file, d, value);
  if (!value.value || d.kind != DefinitionKind::Assign) return value;
  if (scope != file.index().module) return owner ? UnlessFilledAttribute(file, name, value) : value;
  return UnlessFilled(file, name, UnlessRebound(file, value, file.tree()[d.stmt].span.begin));
}

namespace {

bool GivesValue(const names::Definition& d) {
  return d.kind != DefinitionKind::Annotation && d.kind != DefinitionKind::AugAssign;
}

// The definitions from which on a name may have any of the values, of the first `end`.
struct Applying {
  std::size_t start = 0;
  bool at_run_time = false;  // one of them is made when the program runs
};
Applying ApplyingOf(const syntax::Tree& tree, const std::vector<names::Definition>& definitions,
                    std::size_t end) {
  Applying found;
  for (std::size_t i = 0; i < end; ++i) {
    const names::Definition& d = definitions[i];
    if (!GivesValue(d)) continue;
    // It runs when that is called, or never.
    const bool in_function = d.kind == DefinitionKind::Target && d.function;
    if (d.guard == Guard::None && !in_function && AccessorKind(tree, d).empty()) found.start = i;
    found.at_run_time |= d.guard != Guard::TypeChecking;
  }
  return found;
}

// `tried`: an import of a `try` before it succeeds.
bool IsLeftOut(const syntax::Tree& tree, const names::Definition& d, const Applying& applying,
               bool tried, bool has_value) {
  return (d.guard == Guard::TypeChecking && applying.at_run_time) ||
         (d.guard == Guard::ExceptHandler && tried) ||
         !AccessorKind(tree, d).empty() ||  // adds to a property
         (d.kind == DefinitionKind::Annotation && has_value);
}

}  // namespace

Ref Definitions::EvaluateDefinitions(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                                     ClassId owner,
                                     const std::vector<names::Definition>& definitions,
                                     Symbol name) {
  const syntax::Tree& tree = file.tree();
  bool is_module = scope == file.index().module;
  auto key = std::make_pair(file.id().index, name);
  std::size_t end = definitions.size();
  if (is_module)
    if (auto running = globals_running_.find(key); running != globals_running_.end())
      end = running->second;
  std::size_t saved = end;
  bool was_running = is_module && globals_running_.count(key);

  const Applying applying = ApplyingOf(tree, definitions, end);
  Ref result;
  bool tried = false;
  for (std::size_t i = applying.start; i < end; ++i) {
    const names::Definition& d = definitions[i];
    if (IsLeftOut(tree, d, applying, tried, static_cast<bool>(result.value))) continue;
    if (is_module) globals_running_[key] = i;
    if (d.guard == Guard::Conditional && d.condition) {
      auto truth =
          unit_.operations.KnownTruth(EvaluateExpression(file, scope, cells, d.condition, owner));
      if (truth && *truth == d.condition_negated) continue;
    }
    Ref value = EvaluateDefinition(file, scope, cells, owner, d, name);
    if (!value.value) continue;
    if (d.guard == Guard::TryBody && !values.If<values::Unknown>(value)) tried = true;
    result = result.value ? values.Join(result, value) : value;
  }
  if (is_module) {
    if (was_running) globals_running_[key] = saved;
    else globals_running_.erase(key);
  }
  return result;
}

}  // namespace graphmend::infer
