// Module-level names on demand: a name is the join of what its definitions evaluate to, without
// running the module. The last unconditional definition hides those before it; a definition that
// refers to its own name sees the earlier ones.
#include "infer/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using names::Definition;
using names::DefinitionKind;
using names::Guard;

bool GivesValue(const Definition& d) {
  return d.kind != DefinitionKind::Annotation && d.kind != DefinitionKind::AugAssign;
}

// `@prop.setter`: adds to a property, does not replace it.
bool IsAccessor(const syntax::Tree& tree, const Definition& d) {
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

Ref Unit::LookupGlobal(const ParsedFile& file, Symbol name) {
  Ref value = GlobalValue(file, name);
  if (value.value) return value;
  auto [seen, added] = builtins_seen_.try_emplace({0, name});
  if (added) seen->second = StubValue("builtins", name.text());
  if (Ref builtin = builtins_seen_[{0, name}]; builtin.value) return builtin;
  if (name == "__name__" || name == "__file__") return Guarded(values::PyType::Str);
  return UnknownRef("the name is not defined in this file");
}

// None id when the file does not define the name.
Ref Unit::GlobalValue(const ParsedFile& file, Symbol name) {
  auto key = std::make_pair(file.id().index, name);
  if (auto found = globals_.find(key); found != globals_.end()) return found->second;
  const names::Scope& module = file.index()[file.index().module];
  auto defined = module.definitions.find(name);
  Ref result;
  if (defined != module.definitions.end()) {
    result = EvaluateDefinitions(file, file.index().module, {}, {}, defined->second, name);
    if (globals_running_.count(key)) return result;  // seen from inside its own definition
  } else if (!module.star_imports.empty()) {
    if (!globals_running_.try_emplace(key, 0).second) return {};
    for (const Definition& star : module.star_imports) {
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
      if (Ref value = GlobalValue(*from, name); value.value) {
        result = value;
        break;
      }
    }
    globals_running_.erase(key);
  }
  globals_[key] = result;
  return result;
}

Ref Unit::EvaluateDefinitions(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                              ClassId owner, const std::vector<Definition>& definitions,
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
    const Definition& d = definitions[i];
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
  return UnknownRef(info.is_stub ? info.module + "." + name.str() + " is not modelled"
                                 : info.module + " does not define " + name.str());
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
    return UnknownRef("module " + dotted + " is not among the files");
  }
  std::string wanted = as_leaf || level > 0 ? dotted : dotted.substr(0, dotted.find('.'));
  if (auto file = program.ResolveModule(wanted, from.id()))
    return {values.Intern(values::Module{*file}), {}};
  return UnknownRef("module " + dotted + " is not among the files");
}

Ref Unit::StubValue(std::string_view module, std::string_view name) {
  auto file = program.ResolveStub(module);
  const ParsedFile* parsed = file ? File(*file) : nullptr;
  return parsed ? GlobalValue(*parsed, Intern(name)) : Ref{};
}

Ref Unit::CellValue(CellsId cells, Symbol name) {
  while (cells) {
    Cells& c = cells_[cells.index];
    if (auto found = c.values.find(name); found != c.values.end()) return found->second;
    cells = c.parent;
  }
  return {};
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
  ExpressionKey key{file.id().index, scope.index, cells.index, expr.index, false};
  auto [it, added] =
      expression_memo_.try_emplace(key, UnknownRef("the definition refers to itself"));
  if (!added) return it->second;
  Ref result = Frame::Evaluate(*this, file, file.Expression(scope, expr), cells, owner);
  expression_memo_[key] = result;
  return result;
}

}  // namespace graphmend::infer
