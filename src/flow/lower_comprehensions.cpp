// Comprehensions and generator expressions: loops over hidden slots, in the enclosing graph.
#include "flow/lower.h"

namespace graphmend::flow {
namespace {

BuildKind ContainerOf(syntax::ComprehensionKind kind) {
  switch (kind) {
    case syntax::ComprehensionKind::List: return BuildKind::List;
    case syntax::ComprehensionKind::Set: return BuildKind::Set;
    case syntax::ComprehensionKind::Dict: return BuildKind::Dict;
    case syntax::ComprehensionKind::Generator: break;
  }
  return BuildKind::Generator;
}

}  // namespace

TempId Lowering::ValueOfComprehension(ExprId expr, const syntax::Comprehension& comprehension) {
  const syntax::Clause& first = comprehension.clauses[0];
  TempId iterable = Value(first.iterable);
  TempId iterator = Emit(GetIter{iterable, first.is_async}, first.iterable);
  TempId container = Emit(Build{ContainerOf(comprehension.kind), {}, {}}, expr);
  std::size_t names = hidden_names_.size();
  LowerClause(expr, comprehension, 0, iterator, container);
  hidden_names_.resize(names);
  return container;
}

void Lowering::LowerClause(ExprId expr, const syntax::Comprehension& comprehension,
                           std::size_t index, TempId iterator, TempId container) {
  const syntax::Clause& clause = comprehension.clauses[index];
  RegionId outside = context_.region;
  context_.region = AddRegion(RegionKind::Comprehension, SpanOf(expr));
  BlockId header = NewBlock(), body = NewBlock(), exit = NewBlock();
  JumpTo(header);
  Start(header);
  Terminate(ForIter{iterator, body, exit}, SpanOf(clause.iterable), clause.iterable);
  Start(body);
  TempId item = Emit(Next{iterator}, clause.target);
  AddHiddenTargets(clause.target);
  AssignTo(clause.target, item);
  for (ExprId condition : clause.conditions) {
    BlockId next = NewBlock();
    Condition(condition, next, header, BranchKind::ComprehensionIf);
    Start(next);
  }
  if (index + 1 < comprehension.clauses.size()) {
    const syntax::Clause& inner = comprehension.clauses[index + 1];
    TempId iterable = Value(inner.iterable);
    TempId next = Emit(GetIter{iterable, inner.is_async}, inner.iterable);
    LowerClause(expr, comprehension, index + 1, next, container);
  } else if (comprehension.kind == syntax::ComprehensionKind::Dict) {
    TempId key = Value(comprehension.element);
    TempId value = ValueOrNone(comprehension.value);
    EmitEffect(Append{container, key, value}, comprehension.element);
  } else {
    TempId value = Value(comprehension.element);
    EmitEffect(Append{container, TempId::None(), value}, comprehension.element);
  }
  JumpTo(header);
  context_.region = outside;
  Start(exit);
}

// Hidden, unless a lambda looks for the target in this function's frame.
Slot Lowering::TargetSlot(Symbol name) {
  if (graph_->kind == GraphKind::Function)
    for (std::uint32_t slot : index_[graph_->scope].captured_targets)
      if (graph_->slots[slot] == name) return slot;
  return NewHidden(name.text());
}

void Lowering::AddHiddenTargets(ExprId target) {
  const syntax::ExprNode& node = tree_[target].node;
  if (const auto* name = std::get_if<syntax::Name>(&node)) {
    hidden_names_.emplace_back(name->id, TargetSlot(name->id));
  } else if (const auto* items = std::get_if<syntax::Sequence>(&node)) {
    for (ExprId item : items->items) AddHiddenTargets(item);
  } else if (const auto* starred = std::get_if<syntax::Starred>(&node)) {
    AddHiddenTargets(starred->value);
  }
}

}  // namespace graphmend::flow
