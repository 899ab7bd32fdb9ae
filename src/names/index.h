// Which name means what, in one file: scopes, the kind of each name in each scope, and the
// definitions of module- and class-level names.
//
//   Scope        module, class body, function or lambda. Comprehensions have none of their own:
//                they are inlined, and their targets are renamed apart (see flow), but for those
//                that a lambda captures, which become slots unless the function has such a name.
//   Binding      what a name is in a scope: Local (a slot of that function), Free (a variable of an
//                enclosing function), Global (module level or builtin), or a member of a class body
//   Definition   one statement that gives a module- or class-level name a value. Such names are
//                evaluated on demand from their definitions, in source order, without running the
//                module; `Guard` says under which well-known condition the definition stands.
//
// See one: `graphmend dump --stage=names FILE`.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "syntax/tree.h"

namespace graphmend::names {

using base::Symbol;

struct ScopeTag;
using ScopeId = base::Id<ScopeTag>;

enum class ScopeKind : std::uint8_t { Module, Class, Function };

enum class BindingKind : std::uint8_t {
  Local,        // slot of this function scope (parameters first, in order)
  Free,         // slot of an enclosing function scope
  Global,       // module level, or builtin when the module does not define it
  ClassMember,  // bound in this class body
};

struct Binding {
  BindingKind kind = BindingKind::Global;
  std::uint32_t slot = 0;  // Local, Free: slot in `owner`
  ScopeId owner;           // Free: the function scope that owns the slot
};

enum class DefinitionKind : std::uint8_t {
  Import,      // import a.b / import a.b as c       stmt: Import, alias: which
  ImportFrom,  // from m import a as b               stmt: ImportFrom, alias: which
  StarImport,  // from m import *  (symbol is empty; in `Scope::star_imports`)
  Function,
  Class,
  Assign,      // name = value; also through unpacking (`path`), annotated, walrus
  Annotation,  // name: T   (no value)
  AugAssign,
  Element,  // for name in value, also through unpacking (`path`)
  Target,   // with, except, match, del: value not known on demand; also an assignment in
            // a function that declares the name global (`function` is set; these come last)
  TypeAlias,
};

// Under which `if`/`try` at module or class level a definition stands.
enum class Guard : std::uint8_t {
  None,
  TypeChecking,     // if TYPE_CHECKING:
  NotTypeChecking,  // its else
  Conditional,      // any other if/for/while/with/match; `condition` holds the innermost test
  TryBody,          // try: body or else
  ExceptHandler,    // except …:
};

struct Definition {
  DefinitionKind kind = DefinitionKind::Assign;
  Guard guard = Guard::None;
  bool condition_negated = false;  // is in the else of `condition`
  syntax::StmtId stmt;
  syntax::ExprId value;  // Assign, AugAssign, TypeAlias: right-hand side; Element: the iterable
  syntax::ExprId annotation;  // Assign, Annotation
  syntax::ExprId condition;   // Guard::Conditional from an `if`
  syntax::FunctionId function;
  syntax::ClassId cls;
  std::uint32_t alias = 0;  // Import, ImportFrom: index into names
  // Assign, Element through unpacking: a, (b, c) = v gives c path {1, 1}.
  std::vector<std::uint32_t> path;
};

struct Scope {
  ScopeKind kind = ScopeKind::Module;
  ScopeId parent;               // lexical parent; none for the module
  syntax::FunctionId function;  // Function
  syntax::ClassId cls;          // Class
  // Function: names of the slots; parameters first. Slots captured by inner functions are marked.
  std::vector<Symbol> slots;
  std::vector<bool> captured;
  std::unordered_map<Symbol, std::uint32_t> slot_of;
  // Module and class: definitions by name, in source order, and the names in order of first one.
  std::unordered_map<Symbol, std::vector<Definition>> definitions;
  std::vector<Symbol> order;
  std::vector<Definition> star_imports;  // Module
  // Function: slots of comprehension targets that a lambda inside the comprehension captures. Other
  // targets are no slots of the scope.
  std::vector<std::uint32_t> captured_targets;
  // Function: names declared global / nonlocal here.
  std::vector<Symbol> globals;
  std::vector<Symbol> nonlocals;
};

struct Index {
  base::Store<ScopeId, Scope> scopes;  // module first; outer before inner
  ScopeId module;
  std::vector<ScopeId> of_function;  // by FunctionId; each has one
  std::vector<ScopeId> of_class;     // by ClassId
  std::vector<Symbol> dunder_all;    // literal __all__, empty when absent or computed
  bool has_dunder_all = false;
  // Names that the module binds before this offset, code may bind anew that source does not show:
  // `exec(…)`, `globals().update(…)` or `globals()[name] = …`. 0: none does.
  std::uint32_t rebound_until = 0;

  const Scope& operator[](ScopeId id) const { return scopes[id]; }
  // What `name` means when used in `scope`, following Python's rules (class bodies are skipped by
  // inner functions).
  Binding Resolve(ScopeId scope, Symbol name) const;
};

// The front door of the stage.
std::unique_ptr<Index> BuildIndex(const syntax::Tree& tree, base::Interner& interner);

// The name that an alias of an `import` statement binds: c for `import a.b as c`, a for
// `import a.b`.
Symbol BoundName(const syntax::ImportAlias& alias, base::Interner& interner);

std::string Print(const Index& index, const syntax::Tree& tree);

}  // namespace graphmend::names
