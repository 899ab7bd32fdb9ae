// Module-level names on demand: a name is the join of what its definitions evaluate to, without
// running the module (applying.cpp).
#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using names::DefinitionKind;
using names::Guard;

// What a star import may bind that only type checkers run does not hide a builtin, and a package
// that imports all of its modules in this way would have them all parsed.
bool IsLeftToBuiltins(const Unit& unit, const ParsedFile& file, Symbol name) {
  const names::Scope& module = file.index()[file.index().module];
  return !module.star_imports.empty() && !module.definitions.contains(name) &&
         std::all_of(module.star_imports.begin(), module.star_imports.end(),
                     [](const auto& star) { return star.guard == Guard::TypeChecking; }) &&
         !unit.store.FindStoredGlobal(file.id(), name);
}

}  // namespace

// Whether the text of a file can make it export `name`; spares parsing whole packages whose
// __init__ re-exports everything.
bool Definitions::MayExport(FileId file, Symbol name) const {
  return unit_.Mentions(file, {name.text(), "import *"});
}

// The extension that gives a module a name which its source does not define: a submodule of it, or
// what it takes all names from. Empty: none does.
std::string Definitions::ExtensionWith(const ParsedFile& file, Symbol name) const {
  const names::FileInfo& info = program.Info(file.id());
  if (info.is_stub) return {};
  const std::string submodule = info.module + "." + name.str();
  if (info.is_package && program.IsExtension(submodule, file.id())) return submodule;
  for (const names::Definition& star : file.index()[file.index().module].star_imports) {
    const auto& import = std::get<syntax::ImportFrom>(file.tree()[star.stmt].node);
    const std::string module =
        program.AbsoluteModule(file.id(), import.module.text(), import.level);
    if (!program.ResolveModule(module, file.id()) && program.IsExtension(module, file.id()))
      return module + "." + name.str();
  }
  return {};
}

Ref Definitions::LookupGlobal(const ParsedFile& file, Symbol name, Aspect aspect) {
  auto builtin = [&] {
    auto seen = builtins_seen_.find(name);
    if (seen == builtins_seen_.end())
      seen = builtins_seen_.emplace(name, StubValue("builtins", name.text())).first;
    return seen->second;
  };
  if (IsLeftToBuiltins(unit_, file, name))
    if (const Ref value = builtin(); value.value) return value;
  if (const Ref value = GlobalValue(file, name, aspect); value.value) return value;
  if (const Ref value = builtin(); value.value) return value;
  // Of a package the name is known: no one runs its `__init__.py`.
  const names::FileInfo& info = program.Info(file.id());
  if (info.is_package && (name == "__name__" || name == "__package__"))
    return {values.Str(unit_.Intern(info.module)), {}};
  if (name == "__name__" || name == "__file__" || name == "__package__")
    return unit_.Guarded(values::PyType::Str);
  return unit_.UnknownRef(Why::NotDefined, name);
}

Ref Definitions::UnlessRebound(const ParsedFile& file, Ref value, std::uint32_t at) {
  if (at >= file.index().rebound_until || !values.If<values::Constant>(value)) return value;
  return values.Join(value, unit_.UnknownRef(Why::Rebound));
}

// None id when the file does not define the name.
Ref Definitions::GlobalValue(const ParsedFile& file, Symbol name, Aspect aspect) {
  const GlobalKey key(file.id().index, name);
  auto [it, added] = globals_.try_emplace(key);
  if (added) {
    const names::Scope& module = file.index()[file.index().module];
    if (module.definitions.contains(name) || !module.star_imports.empty())
      it->second = AddDefinition({.kind = Definition::Kind::Global, .file = &file, .name = name});
  }
  const DefinitionId id = it->second;
  if (!id) {  // a name that only a store through the module makes
    const Location* stored = unit_.store.FindStoredGlobal(file.id(), name);
    return stored ? stored->value : Ref();
  }
  const Definition& definition = definitions_[id.index];
  if (!unit_.dependencies.IsRunning(definition.node)) {
    const Ref value = Evaluated(id, aspect);
    if (added) FillRegistry(file, name, value);
    const Location* stored = unit_.store.FindStoredGlobal(file.id(), name);
    return stored ? values.Join(value, stored->value) : value;
  }
  // Seen from inside of its own evaluation: what its earlier definitions give, if there are any.
  const bool itself = unit_.dependencies.Innermost() == definition.node;
  unit_.dependencies.Read(definition.node);
  auto running = globals_running_.find(key);
  if (running != globals_running_.end() && running->second > 0) {
    const auto& definitions = file.index()[file.index().module].definitions.at(name);
    Ref earlier = EvaluateDefinitions(file, file.index().module, {}, {}, definitions, name);
    if (earlier.value) return earlier;
  }
  // Files that import all names of one another have, as far as is known, none that no one defines.
  const bool is_imported = !file.index()[file.index().module].definitions.contains(name);
  return definition.value.value || itself || is_imported ? definition.value : unit_.Bottom();
}

Ref Definitions::EarlierGlobal(const ParsedFile& file, Symbol name, std::uint32_t at) {
  const names::Scope& module = file.index()[file.index().module];
  const auto found = module.definitions.find(name);
  if (found == module.definitions.end() || found->second.size() < 2) return {};
  const std::vector<names::Definition>& definitions = found->second;
  const auto own = std::find_if(definitions.begin() + 1, definitions.end(), [&](const auto& d) {
    if (d.kind != DefinitionKind::Assign || !d.value) return false;
    const source::Span value = file.tree()[d.value].span;
    return value.begin <= at && at < value.end;
  });
  if (own == definitions.end()) return {};
  const GlobalKey key(file.id().index, name);
  const auto [running, added] =
      globals_running_.try_emplace(key, static_cast<std::size_t>(own - definitions.begin()));
  const std::size_t outer = running->second;
  running->second = static_cast<std::size_t>(own - definitions.begin());
  const Ref earlier = EvaluateDefinitions(file, file.index().module, {}, {}, definitions, name);
  if (added) globals_running_.erase(key);
  else globals_running_[key] = outer;
  return earlier;
}

// From a function: readers of the name see it, besides what its definitions give.
void Definitions::StoreGlobal(const ParsedFile& file, Symbol name, Ref value) {
  GlobalValue(file, name);
  const GlobalKey key(file.id().index, name);
  Location& stored = unit_.store.StoredGlobal(file.id(), name);
  const DefinitionId definition = globals_[key];
  value = unit_.store.ForStore(value, StoreKind::Global, file.id().index, name);
  if (unit_.store.Grow(stored, value) && definition)
    unit_.dependencies.Changed(definitions_[definition.index].node);
}

Ref Definitions::DefinedGlobal(const ParsedFile& file, Symbol name) {
  const names::Scope& module = file.index()[file.index().module];
  auto defined = module.definitions.find(name);
  if (defined != module.definitions.end())
    return EvaluateDefinitions(file, file.index().module, {}, {}, defined->second, name);
  for (const names::Definition& star : module.star_imports) {
    const auto& import = std::get<syntax::ImportFrom>(file.tree()[star.stmt].node);
    auto target = program.ResolveModule(
        program.AbsoluteModule(file.id(), import.module.text(), import.level), file.id());
    if (!target || *target == file.id() || !MayExport(*target, name)) continue;
    const ParsedFile* from = unit_.File(*target);
    if (!from) continue;
    const auto& all = from->index().dunder_all;
    if (from->index().has_dunder_all && std::find(all.begin(), all.end(), name) == all.end())
      continue;
    if (!from->index().has_dunder_all && name.text().starts_with("_")) continue;
    if (Ref value = GlobalValue(*from, name); value.value) return value;
  }
  return {};
}

// `from .solve import *` binds the module `solve` to its name first, and then what the module
// itself has under that name. None id: it has nothing, or is not imported so.
Ref Definitions::StarredFrom(const ParsedFile& package, FileId submodule, Symbol name) {
  for (const names::Definition& star : package.index()[package.index().module].star_imports) {
    const auto& import = std::get<syntax::ImportFrom>(package.tree()[star.stmt].node);
    const auto target = program.ResolveModule(
        program.AbsoluteModule(package.id(), import.module.text(), import.level), package.id());
    if (!target || *target != submodule) continue;
    const ParsedFile* from = unit_.File(submodule);
    return from && from->index()[from->index().module].definitions.contains(name)
               ? GlobalValue(*from, name)
               : Ref{};
  }
  return {};
}

// What the module's `__getattr__` gives. Where that cannot be told, the stub beside the module may
// import the name (lazy_loader makes `__getattr__` of such a stub). None id: it has no value.
Ref Definitions::LazyAttribute(const ParsedFile& file, Symbol name) {
  Ref value = GlobalValue(file, unit_.well_known.getattr);
  if (value.value)
    value = unit_.calls.Call(value, {{syntax::ArgKind::Positional, {}, {values.Str(name), {}}, {}}},
                             Site{&file, {}, {}, {}, nullptr});
  if (value.value && !values.IsBottom(value) && !values.If<values::Unknown>(value)) return value;
  const auto beside = program.StubBeside(file.id());
  const ParsedFile* stub = beside ? unit_.File(*beside) : nullptr;
  if (!stub) return value;
  const auto& declared = stub->index()[stub->index().module].definitions;
  const auto found = declared.find(name);
  const bool imported =
      found != declared.end() && found->second.front().kind == names::DefinitionKind::ImportFrom;
  const Ref told = imported ? GlobalValue(*stub, name) : Ref{};
  return told.value ? told : value;
}

Ref Definitions::ModuleAttribute(FileId module, Symbol name) {
  const ParsedFile* file = unit_.File(module);
  if (!file) return unit_.UnknownRef(Why::Unreadable);
  const names::FileInfo& info = program.Info(module);
  const auto& defined = file->index()[file->index().module].definitions;
  // A submodule before star imports: looking for it there would parse the whole package.
  if (info.is_package && !defined.count(name))
    if (auto sub = program.ResolveModule(info.module + "." + name.str(), module)) {
      const Ref inside = StarredFrom(*file, *sub, name);
      return inside.value ? inside : Ref{values.Intern(values::Module{*sub}), {}};
    }
  if (Ref value = GlobalValue(*file, name); value.value) return value;
  if (auto sub = program.ResolveModule(info.module + "." + name.str(), module))
    return {values.Intern(values::Module{*sub}), {}};
  if (!info.is_stub && defined.count(unit_.well_known.getattr))
    if (Ref lazy = LazyAttribute(*file, name); lazy.value) return lazy;
  if (name == "__name__" || name == "__file__" || name == "__doc__" || name == "__version__")
    return unit_.Guarded(values::PyType::Str);
  if (const std::string extension = ExtensionWith(*file, name); !extension.empty())
    return unit_.OfLibrary(Why::OfExtension, unit_.Intern(extension));
  if (info.is_stub)
    return unit_.OfLibrary(Why::NotModelled, unit_.Intern(info.module + "." + name.str()));
  return unit_.UnknownRef(Why::NotDefined, name);
}

Ref Definitions::ImportModule(const ParsedFile& from, Symbol module, std::uint32_t level,
                              Symbol name, bool as_leaf) {
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
    if (program.IsExtension(dotted, from.id()))
      return unit_.OfLibrary(Why::OfExtension, unit_.Intern(dotted + "." + name.str()));
    return NotAmongFiles(from, dotted + "." + name.str(), dotted);
  }
  std::string wanted = as_leaf || level > 0 ? dotted : dotted.substr(0, dotted.find('.'));
  if (auto file = program.ResolveModule(wanted, from.id()))
    return {values.Intern(values::Module{*file}), {}};
  return NotAmongFiles(from, wanted, dotted);
}

// What an import gives that leads to no file; `module` may be an extension.
Ref Definitions::NotAmongFiles(const ParsedFile& from, const std::string& module,
                               const std::string& dotted) {
  if (program.IsExtension(module, from.id()))
    return unit_.OfLibrary(Why::OfExtension, unit_.Intern(module));
  return unit_.OfLibrary(Why::NotAmongFiles, unit_.Intern(dotted));
}

Ref Definitions::StubValue(std::string_view module, std::string_view name) {
  auto file = program.ResolveStub(module);
  const ParsedFile* parsed = file ? unit_.File(*file) : nullptr;
  return parsed ? GlobalValue(*parsed, unit_.Intern(name)) : Ref{};
}

// Names, attributes and literals directly; everything else through a small graph.
Ref Definitions::EvaluateExpression(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                                    syntax::ExprId expr, ClassId owner) {
  Nesting nesting(unit_.budget);
  if (!nesting) return unit_.UnknownRef(Why::TooDeep);
  const syntax::Expr& e = file.tree()[expr];
  if (const auto* name = std::get_if<syntax::Name>(&e.node)) {
    names::Binding binding = file.index().Resolve(scope, name->id);
    if (binding.kind == names::BindingKind::Free || binding.kind == names::BindingKind::Local) {
      if (Ref value = unit_.store.CellValue(cells, name->id); value.value) return value;
    }
    if (binding.kind == names::BindingKind::ClassMember && owner) {
      if (Ref value = unit_.classes.ClassAttribute(owner, name->id); value.value) return value;
    }
    return LookupGlobal(file, name->id);
  }
  if (const auto* attribute = std::get_if<syntax::Attribute>(&e.node)) {
    Ref object = EvaluateExpression(file, scope, cells, attribute->object, owner);
    return unit_.operations.GetAttribute(object, attribute->name,
                                         Site{&file, e.span, {}, expr, nullptr});
  }
  if (const auto* literal = std::get_if<syntax::Literal>(&e.node))
    return Frame::ConstantRef(unit_, *literal);
  auto [it, added] = expressions_.try_emplace(
      ExpressionKey{file.id().index, scope.index, cells.index, expr.index, false});
  if (added)
    it->second = AddDefinition({.kind = Definition::Kind::Expression,
                                .file = &file,
                                .owner = owner,
                                .scope = scope,
                                .cells = cells,
                                .expr = expr,
                                .value = unit_.Bottom()});
  return Evaluated(it->second);
}

}  // namespace graphmend::infer
