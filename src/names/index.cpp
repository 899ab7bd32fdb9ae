#include "names/index.h"

#include <algorithm>
#include <utility>

#include "names/index_builder.h"

namespace graphmend::names {
namespace {

bool Contains(const std::vector<Symbol>& names, Symbol name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void IndexBuilder::Run() {
  index_.of_function.resize(tree_.functions.size());
  index_.of_class.resize(tree_.classes.size());
  index_.scopes.Reserve(1 + tree_.functions.size() + tree_.classes.size());
  index_.module = index_.scopes.Add(Scope{});
  scope_ = index_.module;
  WalkBody(tree_.body);
  WalkUnattached();
  AddGlobalStores();
  AddCapturedTargets();
  MarkCaptured();
}

// What the parser made of code that is no Python may belong nowhere, as the lambda of
// `except E as (lambda: 1):`. It has a scope as all others have, within the module, and no name
// there.
void IndexBuilder::WalkUnattached() {
  struct Unattached {
    source::Span span;
    syntax::FunctionId function;
    syntax::ClassId cls;
  };
  std::vector<Unattached> found;
  for (std::uint32_t i = 0; i < tree_.functions.size(); ++i)
    if (!index_.of_function[i])
      found.push_back({tree_[syntax::FunctionId(i)].span, syntax::FunctionId(i), {}});
  for (std::uint32_t i = 0; i < tree_.classes.size(); ++i)
    if (!index_.of_class[i])
      found.push_back({tree_[syntax::ClassId(i)].span, {}, syntax::ClassId(i)});
  // The outer ones first: with them go those that they hold.
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::pair(a.span.begin, b.span.end) < std::pair(b.span.begin, a.span.end);
  });
  for (const auto& [span, function, cls] : found) {
    if (function && !index_.of_function[function.index]) WalkFunction(function);
    if (cls && !index_.of_class[cls.index]) WalkClassScope(cls);
  }
}

// ---- functions and classes ----------------------------------------------------------------------
void IndexBuilder::WalkFunctionStmt(syntax::FunctionId id) {
  const syntax::Function& function = tree_[id];
  Definition definition = NewDefinition(DefinitionKind::Function);
  definition.function = id;
  Bind(function.name, std::move(definition));
  for (ExprId decorator : function.decorators) Walk(decorator);
  Walk(function.returns);
  WalkFunction(id);
}

void IndexBuilder::WalkFunction(syntax::FunctionId id) {
  const syntax::Function& function = tree_[id];
  for (const syntax::Param& param : function.params) {
    Walk(param.default_value);
    Walk(param.annotation);
  }
  Scope inner;
  inner.kind = ScopeKind::Function;
  inner.parent = scope_;
  inner.function = id;
  ScopeId outer = Enter(std::move(inner));
  index_.of_function[id.index] = scope_;
  for (const syntax::Param& param : function.params) AddParameter(param.name);
  WalkBody(function.body);
  Walk(function.lambda_body);
  Leave(outer);
}

void IndexBuilder::WalkClass(syntax::ClassId id) {
  const syntax::Class& cls = tree_[id];
  Definition definition = NewDefinition(DefinitionKind::Class);
  definition.cls = id;
  Bind(cls.name, std::move(definition));
  for (ExprId decorator : cls.decorators) Walk(decorator);
  for (const syntax::Arg& base : cls.bases) Walk(base.value);
  WalkClassScope(id);
}

void IndexBuilder::WalkClassScope(syntax::ClassId id) {
  Scope inner;
  inner.kind = ScopeKind::Class;
  inner.parent = scope_;
  inner.cls = id;
  ScopeId outer = Enter(std::move(inner));
  index_.of_class[id.index] = scope_;
  WalkBody(tree_[id].body);
  Leave(outer);
}

ScopeId IndexBuilder::Enter(Scope scope) {
  saved_.push_back({condition_, stmt_});
  condition_ = {};
  function_depth_ += scope.kind == ScopeKind::Function;
  ScopeId outer = scope_;
  scope_ = index_.scopes.Add(std::move(scope));
  return outer;
}

void IndexBuilder::Leave(ScopeId outer) {
  function_depth_ -= scope().kind == ScopeKind::Function;
  scope_ = outer;
  condition_ = saved_.back().first;
  stmt_ = saved_.back().second;
  saved_.pop_back();
}

// ---- bindings -----------------------------------------------------------------------------------
Definition IndexBuilder::NewDefinition(DefinitionKind kind) const {
  Definition definition;
  definition.kind = kind;
  definition.guard = condition_.guard;
  definition.condition_negated = condition_.negated;
  definition.condition = condition_.test;
  definition.stmt = stmt_;
  return definition;
}

void IndexBuilder::Declare(std::vector<Symbol>& declared, std::span<const Symbol> names) {
  if (InModule()) return;
  declared.insert(declared.end(), names.begin(), names.end());
}

void IndexBuilder::AddParameter(Symbol name) {
  Scope& s = scope();
  s.slot_of.emplace(name, static_cast<std::uint32_t>(s.slots.size()));
  s.slots.push_back(name);  // a repeated name is an error in Python, but slots follow parameters
}

void IndexBuilder::Bind(Symbol name, Definition definition) {
  if (!name) return;
  Scope& s = scope();
  if (Contains(s.globals, name)) {
    definition.kind = DefinitionKind::Target;
    definition.function = s.function;
    global_stores_.emplace_back(name, std::move(definition));
  } else if (s.kind != ScopeKind::Function) {
    auto& definitions = s.definitions[name];
    if (definitions.empty()) s.order.push_back(name);
    definitions.push_back(std::move(definition));
  } else if (Contains(s.nonlocals, name)) {
    uses_.emplace_back(scope_, name);
  } else if (s.slot_of.emplace(name, static_cast<std::uint32_t>(s.slots.size())).second) {
    s.slots.push_back(name);
  }
}

void IndexBuilder::BindAssigned(ExprId target, ExprId value, ExprId annotation,
                                DefinitionKind kind) {
  if (const auto* name = std::get_if<syntax::Name>(&tree_[target].node)) {
    Definition definition = NewDefinition(value ? kind : DefinitionKind::Annotation);
    definition.value = value;
    definition.annotation = annotation;
    definition.path = path_;
    Bind(name->id, std::move(definition));
  } else if (const auto* items = std::get_if<syntax::Sequence>(&tree_[target].node)) {
    bool after_star = false;
    for (std::uint32_t i = 0; i < items->items.size(); ++i) {
      after_star |= std::holds_alternative<syntax::Starred>(tree_[items->items[i]].node);
      if (after_star) {  // which element this is depends on the length of the value
        BindTarget(items->items[i]);
        continue;
      }
      path_.push_back(i);
      BindAssigned(items->items[i], value, annotation, kind);
      path_.pop_back();
    }
  } else {
    NoteItemOfGlobals(target);
    Walk(target);
  }
}

void IndexBuilder::BindTarget(ExprId target) {
  if (!target) return;
  if (const auto* name = std::get_if<syntax::Name>(&tree_[target].node)) {
    Bind(name->id, NewDefinition(DefinitionKind::Target));
  } else if (const auto* items = std::get_if<syntax::Sequence>(&tree_[target].node)) {
    for (ExprId item : items->items) BindTarget(item);
  } else if (const auto* starred = std::get_if<syntax::Starred>(&tree_[target].node)) {
    BindTarget(starred->value);
  } else {
    Walk(target);
  }
}

// ---- the end ------------------------------------------------------------------------------------
void IndexBuilder::AddGlobalStores() {
  Scope& module = index_.scopes[index_.module];
  for (auto& [name, definition] : global_stores_) {
    auto& definitions = module.definitions[name];
    if (definitions.empty()) module.order.push_back(name);
    definitions.push_back(std::move(definition));
  }
  if (auto names = all_.Take()) {
    index_.has_dunder_all = true;
    index_.dunder_all = std::move(*names);
  }
}

void IndexBuilder::AddCapturedTargets() {
  for (auto [id, name] : captured_targets_) {
    Scope& scope = index_.scopes[id];
    auto slot = static_cast<std::uint32_t>(scope.slots.size());
    if (!scope.slot_of.emplace(name, slot).second) continue;
    scope.slots.push_back(name);
    scope.captured_targets.push_back(slot);
  }
}

void IndexBuilder::MarkCaptured() {
  for (Scope& scope : index_.scopes) scope.captured.resize(scope.slots.size());
  for (auto [scope, name] : uses_) {
    Binding binding = index_.Resolve(scope, name);
    if (binding.kind == BindingKind::Free)
      index_.scopes[binding.owner].captured[binding.slot] = true;
  }
}

// ---- front doors --------------------------------------------------------------------------------
Binding Index::Resolve(ScopeId id, Symbol name) const {
  for (ScopeId at = id; at.has_value(); at = scopes[at].parent) {
    const Scope& scope = scopes[at];
    if (scope.kind == ScopeKind::Module) break;
    if (Contains(scope.globals, name)) break;
    if (scope.kind == ScopeKind::Class) {
      if (at == id && scope.definitions.contains(name))
        return {BindingKind::ClassMember, 0, ScopeId::None()};
      continue;
    }
    if (auto slot = scope.slot_of.find(name); slot != scope.slot_of.end()) {
      if (at == id) return {BindingKind::Local, slot->second, at};
      return {BindingKind::Free, slot->second, at};
    }
  }
  return {BindingKind::Global, 0, ScopeId::None()};
}

Symbol BoundName(const syntax::ImportAlias& alias, base::Interner& interner) {
  if (alias.as) return alias.as;
  std::string_view name = alias.name.text();
  std::size_t dot = name.find('.');
  return dot == std::string_view::npos ? alias.name : interner.Intern(name.substr(0, dot));
}

std::unique_ptr<Index> BuildIndex(const syntax::Tree& tree, base::Interner& interner) {
  auto index = std::make_unique<Index>();
  IndexBuilder(tree, *index, interner).Run();
  return index;
}

}  // namespace graphmend::names
