// Statements and patterns: what they bind, and under which guard.
#include "base/match.h"
#include "names/index_builder.h"

namespace graphmend::names {

void IndexBuilder::WalkBody(syntax::StmtList body) {
  StmtId outer = stmt_;
  for (StmtId stmt : body) WalkStmt(stmt);
  stmt_ = outer;
}

void IndexBuilder::WalkUnder(Condition condition, syntax::StmtList body) {
  // Whatever stands below `if TYPE_CHECKING:` stays there.
  if (condition_.guard == Guard::TypeChecking) condition = condition_;
  std::swap(condition_, condition);
  WalkBody(body);
  condition_ = condition;
}

void IndexBuilder::WalkStmt(StmtId id) {
  stmt_ = id;
  base::Match(
      tree_[id].node, [&](const syntax::ExprStmt& s) { WalkExprStmt(s); },
      [&](const syntax::Assign& s) { WalkAssign(s); },
      [&](const syntax::AugAssign& s) { WalkAugAssign(s); },
      [&](const syntax::AnnAssign& s) { WalkAnnAssign(s); },
      [&](const syntax::Return& s) { Walk(s.value); },
      [&](const syntax::Raise& s) { Walk(s.exception), Walk(s.cause); },
      [&](const syntax::Assert& s) { Walk(s.test), Walk(s.message); },
      [&](const syntax::Delete& s) {
        for (ExprId target : s.targets) BindTarget(target);
      },
      [&](const syntax::Global& s) { Declare(scope().globals, s.names); },
      [&](const syntax::Nonlocal& s) { Declare(scope().nonlocals, s.names); },
      [&](const syntax::Import& s) { WalkImport(s); },
      [&](const syntax::ImportFrom& s) { WalkImportFrom(s); },
      [&](const syntax::If&) { WalkIf(id); },
      [&](const syntax::While& s) {
        Walk(s.test);
        WalkUnder({Guard::Conditional, false, {}}, s.body);
        WalkUnder({Guard::Conditional, false, {}}, s.orelse);
      },
      [&](const syntax::For& s) {
        Walk(s.iterable);
        if (s.is_async) BindTarget(s.target);
        else BindAssigned(s.target, s.iterable, {}, DefinitionKind::Element);
        WalkUnder({Guard::Conditional, false, {}}, s.body);
        WalkUnder({Guard::Conditional, false, {}}, s.orelse);
      },
      [&](const syntax::Try& s) { WalkTry(s); },
      [&](const syntax::With& s) {
        for (const syntax::WithItem& item : s.items) {
          Walk(item.context);
          BindTarget(item.target);
        }
        WalkUnder({Guard::Conditional, false, {}}, s.body);
      },
      [&](const syntax::FunctionStmt& s) { WalkFunctionStmt(s.function); },
      [&](const syntax::ClassStmt& s) { WalkClass(s.cls); },
      [&](const syntax::Match& s) { WalkMatch(s); },
      [&](const syntax::TypeAlias& s) {
        Definition definition = NewDefinition(DefinitionKind::TypeAlias);
        definition.value = s.value;
        Bind(s.name, std::move(definition));
        Walk(s.value);
      },
      [](const syntax::ErrorStmt&) {}, [](const syntax::Pass&) {}, [](const syntax::Break&) {},
      [](const syntax::Continue&) {}, [](std::monostate) {});
}

void IndexBuilder::WalkExprStmt(const syntax::ExprStmt& s) {
  if (InModule() && condition_.guard == Guard::None) all_.Extend(tree_, s.value);
  Walk(s.value);
}

void IndexBuilder::WalkAssign(const syntax::Assign& s) {
  Walk(s.value);
  for (ExprId target : s.targets) {
    if (InModule()) all_.Assign(tree_, target, s.value);
    path_.clear();
    BindAssigned(target, s.value, {});
  }
}

void IndexBuilder::WalkAugAssign(const syntax::AugAssign& s) {
  Walk(s.value);
  if (InModule()) all_.Add(tree_, s.target, s.value);
  if (const auto* name = std::get_if<syntax::Name>(&tree_[s.target].node)) {
    Definition definition = NewDefinition(DefinitionKind::AugAssign);
    definition.value = s.value;
    Bind(name->id, std::move(definition));
  } else {
    Walk(s.target);
  }
}

void IndexBuilder::WalkAnnAssign(const syntax::AnnAssign& s) {
  Walk(s.value);
  Walk(s.annotation);
  if (InModule() && s.value) all_.Assign(tree_, s.target, s.value);
  path_.clear();
  BindAssigned(s.target, s.value, s.annotation);
}

void IndexBuilder::WalkImport(const syntax::Import& s) {
  for (std::uint32_t i = 0; i < s.names.size(); ++i) {
    Definition definition = NewDefinition(DefinitionKind::Import);
    definition.alias = i;
    Bind(BoundName(s.names[i], interner_), std::move(definition));
  }
}

void IndexBuilder::WalkImportFrom(const syntax::ImportFrom& s) {
  if (s.star && scope().kind == ScopeKind::Module)
    scope().star_imports.push_back(NewDefinition(DefinitionKind::StarImport));
  for (std::uint32_t i = 0; i < s.names.size(); ++i) {
    Definition definition = NewDefinition(DefinitionKind::ImportFrom);
    definition.alias = i;
    Bind(s.names[i].as ? s.names[i].as : s.names[i].name, std::move(definition));
  }
}

void IndexBuilder::WalkIf(StmtId id) {
  std::vector<Condition> outer;
  while (true) {
    const auto& s = std::get<syntax::If>(tree_[id].node);
    stmt_ = id;
    Walk(s.test);
    auto [then, otherwise] = GuardsOf(s.test);
    WalkUnder(then, s.body);
    if (s.orelse.empty()) break;
    outer.push_back(condition_);
    if (condition_.guard != Guard::TypeChecking) condition_ = otherwise;
    if (s.orelse.size() == 1 && std::holds_alternative<syntax::If>(tree_[s.orelse[0]].node)) {
      id = s.orelse[0];
      continue;
    }
    WalkBody(s.orelse);
    break;
  }
  if (!outer.empty()) condition_ = outer.front();
}

IndexBuilder::Sides IndexBuilder::GuardsOf(ExprId test) const {
  bool negated = false;
  ExprId id = test;
  while (const auto* unary = std::get_if<syntax::Unary>(&tree_[id].node)) {
    if (unary->op != syntax::UnaryOp::Not) break;
    negated = !negated;
    id = unary->operand;
  }
  Symbol name;
  if (const auto* plain = std::get_if<syntax::Name>(&tree_[id].node)) name = plain->id;
  if (const auto* dotted = std::get_if<syntax::Attribute>(&tree_[id].node)) name = dotted->name;
  if (name == std::string_view("TYPE_CHECKING")) {
    Condition yes{Guard::TypeChecking, false, {}}, no{Guard::NotTypeChecking, false, {}};
    return negated ? Sides{no, yes} : Sides{yes, no};
  }
  return {{Guard::Conditional, false, test}, {Guard::Conditional, true, test}};
}

void IndexBuilder::WalkTry(const syntax::Try& s) {
  WalkUnder({Guard::TryBody, false, {}}, s.body);
  for (const syntax::Handler& handler : s.handlers) {
    Walk(handler.type);
    if (handler.name) Bind(handler.name, NewDefinition(DefinitionKind::Target));
    WalkUnder({Guard::ExceptHandler, false, {}}, handler.body);
  }
  WalkUnder({Guard::TryBody, false, {}}, s.orelse);
  WalkBody(s.finally);
}

void IndexBuilder::WalkMatch(const syntax::Match& s) {
  Walk(s.subject);
  for (const syntax::Case& c : s.cases) {
    WalkPattern(c.pattern);
    Walk(c.guard);
    WalkUnder({Guard::Conditional, false, {}}, c.body);
  }
}

void IndexBuilder::WalkPattern(syntax::PatternId id) {
  if (!id) return;
  auto capture = [&](Symbol name) {
    if (name) Bind(name, NewDefinition(DefinitionKind::Target));
  };
  auto all = [&](syntax::PatternList patterns) {
    for (syntax::PatternId pattern : patterns) WalkPattern(pattern);
  };
  base::Match(
      tree_[id].node, [&](const syntax::ValuePattern& p) { Walk(p.value); },
      [&](const syntax::CapturePattern& p) { capture(p.name); },
      [&](const syntax::SequencePattern& p) { all(p.items); },
      [&](const syntax::StarPattern& p) { capture(p.name); },
      [&](const syntax::MappingPattern& p) {
        for (ExprId key : p.keys) Walk(key);
        all(p.values);
        capture(p.rest);
      },
      [&](const syntax::ClassPattern& p) { Walk(p.cls), all(p.positional), all(p.named); },
      [&](const syntax::OrPattern& p) { all(p.alternatives); },
      [&](const syntax::AsPattern& p) { WalkPattern(p.pattern), capture(p.name); },
      [](std::monostate) {});
}

}  // namespace graphmend::names
