// if, while, for, and leaving what encloses a statement.
#include "flow/lower.h"

namespace graphmend::flow {

// A loop over the elif chain, which is nested in the tree.
void Lowering::LowerIf(StmtId id) {
  BlockId after = NewBlock();
  while (true) {
    const auto& s = std::get<syntax::If>(tree_[id].node);
    stmt_ = id;
    header_ = tree_[id].header;
    BlockId then = NewBlock();
    BlockId otherwise = s.orelse.empty() ? after : NewBlock();
    Condition(s.test, then, otherwise, BranchKind::If);
    Start(then);
    Body(s.body);
    if (reachable()) JumpTo(after);
    if (s.orelse.empty()) break;
    Start(otherwise);
    if (s.orelse.size() == 1 && std::holds_alternative<syntax::If>(tree_[s.orelse[0]].node)) {
      id = s.orelse[0];
      continue;
    }
    Body(s.orelse);
    if (reachable()) JumpTo(after);
    break;
  }
  StartIfTargeted(after);
}

void Lowering::LowerWhile(const syntax::While& s) {
  Context outside = context_;
  context_.region = AddRegion(RegionKind::Loop, header_);
  BlockId header = NewBlock(), body = NewBlock(), after = NewBlock();
  BlockId otherwise = s.orelse.empty() ? after : NewBlock();
  JumpTo(header);
  Start(header);
  Condition(s.test, body, otherwise, BranchKind::While);
  Start(body);
  LoopBody(s.body, header, after, outside);
  if (!s.orelse.empty()) {
    Start(otherwise);
    Body(s.orelse);
    if (reachable()) JumpTo(after);
  }
  StartIfTargeted(after);
}

void Lowering::LowerFor(const syntax::For& s) {
  TempId iterable = Value(s.iterable);
  TempId iterator = Emit(GetIter{iterable, s.is_async}, s.iterable);
  Context outside = context_;
  context_.region = AddRegion(RegionKind::Loop, header_);
  BlockId header = NewBlock(), body = NewBlock(), after = NewBlock();
  BlockId otherwise = s.orelse.empty() ? after : NewBlock();
  JumpTo(header);
  Start(header);
  Terminate(ForIter{iterator, body, otherwise}, SpanOf(s.iterable), s.iterable);
  Start(body);
  AssignTo(s.target, Emit(Next{iterator}, s.target));
  LoopBody(s.body, header, after, outside);
  if (!s.orelse.empty()) {
    Start(otherwise);
    Body(s.orelse);
    if (reachable()) JumpTo(after);
  }
  StartIfTargeted(after);
}

void Lowering::LoopBody(syntax::StmtList body, BlockId header, BlockId after, Context outside) {
  Enclosing loop{};
  loop.kind = Enclosing::Kind::Loop;
  loop.on_break = after;
  loop.on_continue = header;
  enclosing_.push_back(loop);
  Body(body);
  if (reachable()) JumpTo(header);
  enclosing_.pop_back();
  context_ = outside;
}

// Leaves the enclosing statements, innermost first, as far as `way` demands.
void Lowering::Leave(Leaving way, TempId value) {
  Context inside = context_;
  for (std::size_t i = enclosing_.size(); i-- > 0 && reachable();) {
    Enclosing& enclosing = enclosing_[i];
    switch (enclosing.kind) {
      case Enclosing::Kind::Loop:
        if (way == Leaving::Break) JumpTo(enclosing.on_break);
        if (way == Leaving::Continue) JumpTo(enclosing.on_continue);
        break;
      case Enclosing::Kind::With:
        context_ = enclosing.outside;
        StartAfterJump();
        EmitEffect(ExitWith{enclosing.context, false}, header_);
        break;
      case Enclosing::Kind::Finally: {
        BlockId& landing = enclosing.landings[static_cast<std::size_t>(way)];
        if (!landing) landing = NewBlock();
        if (way == Leaving::Return) {
          if (!return_slot_) return_slot_ = NewHidden("return");
          syntax::Literal none;
          if (!value) value = EmitConst(none, header_);
          StoreSlot(*return_slot_, value, header_, ExprId::None());
        }
        JumpTo(landing);
        break;
      }
    }
  }
  // `break` outside a loop is an error in Python; nothing follows it.
  if (reachable() && way == Leaving::Return) Terminate(Return{value}, header_, ExprId::None());
  if (reachable()) Terminate(Unreachable{}, header_, ExprId::None());
  context_ = inside;
}

}  // namespace graphmend::flow
