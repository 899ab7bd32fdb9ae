// Collects what is bound where, in one walk over the tree; internal to names. Names are resolved
// when they are asked for, so only captured slots need a second look, at the end.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "names/index.h"
#include "names/literal_all.h"

namespace graphmend::names {

using syntax::ExprId;
using syntax::StmtId;

class IndexBuilder {
 public:
  IndexBuilder(const syntax::Tree& tree, Index& index, base::Interner& interner)
      : tree_(tree), index_(index), interner_(interner) {}
  void Run();

 private:
  // The guard that the statements being walked stand under.
  struct Condition {
    Guard guard = Guard::None;
    bool negated = false;
    ExprId test;
  };

  // ---- statements -------------------------------------------------------------------------------
  void WalkBody(syntax::StmtList body);
  void WalkUnder(Condition condition, syntax::StmtList body);
  void WalkStmt(StmtId id);
  void WalkExprStmt(const syntax::ExprStmt& s);
  void WalkAssign(const syntax::Assign& s);
  void WalkAugAssign(const syntax::AugAssign& s);
  void WalkAnnAssign(const syntax::AnnAssign& s);
  void WalkImport(const syntax::Import& s);
  void WalkImportFrom(const syntax::ImportFrom& s);
  // A long elif chain is deep nesting in the tree, so it is a loop here.
  void WalkIf(StmtId id);
  struct Sides {
    Condition then;
    Condition otherwise;
  };
  Sides GuardsOf(ExprId test) const;
  void WalkTry(const syntax::Try& s);
  void WalkMatch(const syntax::Match& s);
  void WalkPattern(syntax::PatternId id);

  // ---- functions and classes --------------------------------------------------------------------
  void WalkFunctionStmt(syntax::FunctionId id);
  void WalkFunction(syntax::FunctionId id);
  void WalkClass(syntax::ClassId id);
  void WalkClassScope(syntax::ClassId id);
  void WalkUnattached();
  ScopeId Enter(Scope scope);
  void Leave(ScopeId outer);

  // ---- bindings ---------------------------------------------------------------------------------
  Scope& scope() { return index_.scopes[scope_]; }
  bool InModule() const { return scope_ == index_.module; }
  Definition NewDefinition(DefinitionKind kind) const;
  void Declare(std::vector<Symbol>& declared, std::span<const Symbol> names);
  void AddParameter(Symbol name);
  void Bind(Symbol name, Definition definition);
  // Binds the names of the target of an assignment or a loop over `value`; `path_` says how that is
  // taken apart on the way.
  void BindAssigned(ExprId target, ExprId value, ExprId annotation,
                    DefinitionKind kind = DefinitionKind::Assign);
  void BindTarget(ExprId target);

  // ---- expressions: only walruses, lambdas and, in nested functions, uses matter ----------------
  void Walk(ExprId id);
  // Walks all children but the leftmost, which it returns.
  ExprId WalkButLeft(ExprId id);
  bool BindsComputedNames(const syntax::Call& call) const;
  void NoteComputedNames(ExprId id);
  void NoteItemOfGlobals(ExprId target);
  void WalkComprehension(const syntax::Comprehension& e);
  void AddTargets(ExprId target);
  // A name used where it may be a variable of an enclosing function.
  void UseFromInside(Symbol name);

  // ---- the end ----------------------------------------------------------------------------------
  void AddGlobalStores();
  void AddCapturedTargets();
  void MarkCaptured();

  const syntax::Tree& tree_;
  Index& index_;
  base::Interner& interner_;
  ScopeId scope_;
  StmtId stmt_;
  Condition condition_;
  int function_depth_ = 0;
  LiteralAll all_;
  std::vector<std::uint32_t> path_;
  std::vector<std::pair<Condition, StmtId>> saved_;
  std::vector<std::pair<ScopeId, Symbol>> uses_;
  std::vector<std::pair<ScopeId, Symbol>> targets_;  // of the comprehensions being walked
  std::vector<std::pair<ScopeId, Symbol>> captured_targets_;
  std::vector<std::pair<Symbol, Definition>> global_stores_;
};

}  // namespace graphmend::names
