// Module-level names on demand: a name is the join of what its definitions evaluate to, without
// running the module. The last unconditional definition hides those before it; a definition that
// refers to its own name sees the earlier ones.
#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using names::DefinitionKind;
using names::Guard;

bool GivesValue(const names::Definition& d) {
  return d.kind != DefinitionKind::Annotation && d.kind != DefinitionKind::AugAssign;
}

// `@prop.setter`: adds to a property, does not replace it.
bool IsAccessor(const syntax::Tree& tree, const names::Definition& d) {
  if (d.kind != DefinitionKind::Function) return false;
  for (syntax::ExprId id : tree[d.function].decorators)
    if (const auto* a = std::get_if<syntax::Attribute>(&tree[id].node))
      if (a->name == "setter" || a->name == "deleter" || a->name == "getter") return true;
  return false;
}

}  // namespace

// Whether the text of a file can make it export `name`; spares parsing whole packages whose
// __init__ re-exports everything.
bool Unit::MayExport(FileId file, Symbol name) const {
  std::string_view text = program.Bytes(file);
  return text.find(name.text()) != std::string_view::npos ||
         text.find("import *") != std::string_view::npos;
}

Ref Unit::LookupGlobal(const ParsedFile& file, Symbol name, Aspect aspect) {
  Ref value = GlobalValue(file, name, aspect);
  if (value.value) return value;
  auto seen = builtins_seen_.find(name);
  if (seen == builtins_seen_.end())
    seen = builtins_seen_.emplace(name, StubValue("builtins", name.text())).first;
  if (seen->second.value) return seen->second;
  if (name == "__name__" || name == "__file__") return Guarded(values::PyType::Str);
  return UnknownRef("the name is not defined in this file");
}

// None id when the file does not define the name.
Ref Unit::GlobalValue(const ParsedFile& file, Symbol name, Aspect aspect) {
  const GlobalKey key(file.id().index, name);
  auto [it, added] = globals_.try_emplace(key);
  if (added) {
    const names::Scope& module = file.index()[file.index().module];
    if (module.definitions.contains(name) || !module.star_imports.empty())
      it->second = AddDefinition({.kind = Definition::Kind::Global, .file = &file, .name = name});
  }
  const DefinitionId id = it->second;
  if (!id) return {};
  const Definition& definition = definitions_[id.index];
  if (!dependencies_.IsRunning(definition.node)) {
    const Ref value = Evaluated(id, aspect);
    auto stored = stored_globals_.find(key);
    return stored == stored_globals_.end() ? value : values.Join(value, stored->second.value);
  }
  // Seen from inside of its own evaluation: what its earlier definitions give, if there are any.
  const bool itself = dependencies_.Innermost() == definition.node;
  dependencies_.Read(definition.node);
  auto running = globals_running_.find(key);
  if (running != globals_running_.end() && running->second > 0) {
    const auto& definitions = file.index()[file.index().module].definitions.at(name);
    Ref earlier = EvaluateDefinitions(file, file.index().module, {}, {}, definitions, name);
    if (earlier.value) return earlier;
  }
  return definition.value.value || itself ? definition.value : Bottom();
}

// From a function: readers of the name see it, besides what its definitions give.
void Unit::StoreGlobal(const ParsedFile& file, Symbol name, Ref value) {
  GlobalValue(file, name);
  const GlobalKey key(file.id().index, name);
  Location& stored = stored_globals_[key];
  const DefinitionId definition = globals_[key];
  value = ForStore(value, StoreKind::Global, file.id().index, name);
  if (Grow(stored, value) && definition) dependencies_.Changed(definitions_[definition.index].node);
}

Ref Unit::DefinedGlobal(const ParsedFile& file, Symbol name) {
  const names::Scope& module = file.index()[file.index().module];
  auto defined = module.definitions.find(name);
  if (defined != module.definitions.end())
    return EvaluateDefinitions(file, file.index().module, {}, {}, defined->second, name);
  for (const names::Definition& star : module.star_imports) {
    const auto& import = std::get<syntax::ImportFrom>(file.tree()[star.stmt].node);
    auto target = program.ResolveModule(
        program.AbsoluteModule(file.id(), import.module.text(), import.level), file.id());
    if (!target || *target == file.id() || !MayExport(*target, name)) continue;
    const ParsedFile* from = File(*target);
    if (!from) continue;
    const auto& all = from->index().dunder_all;
    if (from->index().has_dunder_all && std::find(all.begin(), all.end(), name) == all.end())
      continue;
    if (!from->index().has_dunder_all && name.text().starts_with("_")) continue;
    if (Ref value = GlobalValue(*from, name); value.value) return value;
  }
  return {};
}

Ref Unit::EvaluateDefinitions(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                              ClassId owner, const std::vector<names::Definition>& definitions,
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

  std::size_t start = 0;
  bool runtime_definition = false;
  for (std::size_t i = 0; i < end; ++i) {
    if (GivesValue(definitions[i]) && definitions[i].guard == Guard::None &&
        !IsAccessor(tree, definitions[i]))
      start = i;
    if (GivesValue(definitions[i]) && definitions[i].guard != Guard::TypeChecking)
      runtime_definition = true;
  }
  Ref result;
  bool tried = false;
  for (std::size_t i = start; i < end; ++i) {
    const names::Definition& d = definitions[i];
    if (d.guard == Guard::TypeChecking && runtime_definition) continue;
    if (d.guard == Guard::ExceptHandler && tried) continue;
    if (IsAccessor(tree, d)) continue;
    if (d.kind == DefinitionKind::Annotation && result.value) continue;
    if (is_module) globals_running_[key] = i;
    if (d.guard == Guard::Conditional && d.condition) {
      auto truth = KnownTruth(EvaluateExpression(file, scope, cells, d.condition, owner));
      if (truth && *truth == d.condition_negated) continue;
    }
    Ref value = Frame::EvaluateDefinition(*this, file, scope, cells, owner, d, name);
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

Ref Unit::ModuleAttribute(FileId module, Symbol name) {
  const ParsedFile* file = File(module);
  if (!file) return UnknownRef("the module cannot be read");
  const names::FileInfo& info = program.Info(module);
  const auto& defined = file->index()[file->index().module].definitions;
  // A submodule before star imports: looking for it there would parse the whole package.
  if (info.is_package && !defined.count(name))
    if (auto sub = program.ResolveModule(info.module + "." + name.str(), module))
      return {values.Intern(values::Module{*sub}), {}};
  if (Ref value = GlobalValue(*file, name); value.value) return value;
  if (auto sub = program.ResolveModule(info.module + "." + name.str(), module))
    return {values.Intern(values::Module{*sub}), {}};
  if (!info.is_stub && defined.count(names_.getattr))
    if (Ref lazy = GlobalValue(*file, names_.getattr); lazy.value)
      return Call(lazy, {{syntax::ArgKind::Positional, {}, {values.Str(name), {}}, {}}},
                  Site{file, {}, {}, {}, nullptr});
  if (name == "__name__" || name == "__file__" || name == "__doc__" || name == "__version__")
    return Guarded(values::PyType::Str);
  if (info.is_stub) return OfLibrary(info.module + "." + name.str() + " is not modelled");
  return UnknownRef(info.module + " does not define " + name.str());
}

Ref Unit::ImportModule(const ParsedFile& from, Symbol module, std::uint32_t level, Symbol name,
                       bool as_leaf) {
  std::string dotted = program.AbsoluteModule(from.id(), module.text(), level);
  if (name && name != "*") {
    if (auto file = program.ResolveModule(dotted, from.id())) {
      if (*file == from.id()) {  // `from . import x` inside the package itself
        if (auto sub = program.ResolveModule(dotted + "." + name.str(), from.id()))
          return {values.Intern(values::Module{*sub}), {}};
      }
      return ModuleAttribute(*file, name);
    }
    if (auto sub = program.ResolveModule(dotted + "." + name.str(), from.id()))
      return {values.Intern(values::Module{*sub}), {}};
    return OfLibrary("module " + dotted + " is not among the files");
  }
  std::string wanted = as_leaf || level > 0 ? dotted : dotted.substr(0, dotted.find('.'));
  if (auto file = program.ResolveModule(wanted, from.id()))
    return {values.Intern(values::Module{*file}), {}};
  return OfLibrary("module " + dotted + " is not among the files");
}

Ref Unit::StubValue(std::string_view module, std::string_view name) {
  auto file = program.ResolveStub(module);
  const ParsedFile* parsed = file ? File(*file) : nullptr;
  return parsed ? GlobalValue(*parsed, Intern(name)) : Ref{};
}

Location* Unit::FindCell(CellsId cells, Symbol name) {
  while (cells) {
    Cells& c = cells_[cells.index];
    if (auto found = c.values.find(name); found != c.values.end()) return &found->second;
    cells = c.parent;
  }
  return nullptr;
}

Ref Unit::CellValue(CellsId cells, Symbol name) {
  Location* cell = FindCell(cells, name);
  return cell ? ReadLocation(*cell) : Ref{};
}

Ref Unit::CapturedValue(CellsId cells, Symbol name) {
  for (; cells; cells = cells_[cells.index].parent) {
    auto found = cells_[cells.index].values.find(name);
    if (found == cells_[cells.index].values.end()) continue;
    return Loaded(ReadLocation(found->second), StoreKind::Captured, cells.index, name);
  }
  return {};
}

void Unit::StoreCaptured(CellsId cells, Symbol name, Ref value) {
  for (; cells; cells = cells_[cells.index].parent) {
    auto found = cells_[cells.index].values.find(name);
    if (found == cells_[cells.index].values.end()) continue;
    return WriteLocation(found->second, ForStore(value, StoreKind::Captured, cells.index, name));
  }
}

// Names, attributes and literals directly; everything else through a small graph.
Ref Unit::EvaluateExpression(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                             syntax::ExprId expr, ClassId owner) {
  Nesting nesting(*this);
  if (!nesting) return UnknownRef("definitions are nested too deeply");
  const syntax::Expr& e = file.tree()[expr];
  if (const auto* name = std::get_if<syntax::Name>(&e.node)) {
    names::Binding binding = file.index().Resolve(scope, name->id);
    if (binding.kind == names::BindingKind::Free || binding.kind == names::BindingKind::Local) {
      if (Ref value = CellValue(cells, name->id); value.value) return value;
    }
    if (binding.kind == names::BindingKind::ClassMember && owner) {
      if (Ref value = ClassAttribute(owner, name->id); value.value) return value;
    }
    return LookupGlobal(file, name->id);
  }
  if (const auto* attribute = std::get_if<syntax::Attribute>(&e.node)) {
    Ref object = EvaluateExpression(file, scope, cells, attribute->object, owner);
    return GetAttribute(object, attribute->name, Site{&file, e.span, {}, expr, nullptr});
  }
  if (const auto* literal = std::get_if<syntax::Literal>(&e.node))
    return Frame::ConstantRef(*this, *literal);
  auto [it, added] = expressions_.try_emplace(
      ExpressionKey{file.id().index, scope.index, cells.index, expr.index, false});
  if (added)
    it->second = AddDefinition({.kind = Definition::Kind::Expression,
                                .file = &file,
                                .owner = owner,
                                .scope = scope,
                                .cells = cells,
                                .expr = expr,
                                .value = Bottom()});
  return Evaluated(it->second);
}

}  // namespace graphmend::infer
