// try and with: handlers, and the copies of what runs on the way out.
#include "flow/lower.h"

namespace graphmend::flow {
namespace {

// Inside this many copies of enclosing `finally` bodies, only the normal end of a further try runs
// its own: copies of copies would double with each level.
constexpr int kDeepestFinally = 3;

}  // namespace

void Lowering::LowerTry(const syntax::Try& s) {
  Context outside = context_;
  bool has_finally = !s.finally.empty();
  BlockId after = NewBlock();
  if (!has_finally) {
    LowerGuarded(s, after, false);
    context_ = outside;
    return StartIfTargeted(after);
  }
  BlockId exceptional = NewBlock(), normal = NewBlock();
  Enclosing enclosing{};
  enclosing.kind = Enclosing::Kind::Finally;
  enclosing.outside = outside;
  enclosing_.push_back(enclosing);
  context_.handler = exceptional;
  LowerGuarded(s, normal, true);
  enclosing = enclosing_.back();
  enclosing_.pop_back();
  context_ = outside;
  LowerFinally(s, enclosing, exceptional, normal, after);
  context_ = outside;
  StartIfTargeted(after);
}

// The body, else and handlers. Normal ends jump to `normal`.
void Lowering::LowerGuarded(const syntax::Try& s, BlockId normal, bool has_finally) {
  Context outside = context_;
  context_.region = AddRegion(RegionKind::Try, header_);
  Context unhandled = context_;
  BlockId dispatch = s.handlers.empty() ? BlockId::None() : NewBlock();
  if (dispatch) context_.handler = dispatch;
  StartAfterJump();
  Body(s.body);
  context_ = has_finally ? unhandled : outside;
  if (reachable() && !s.orelse.empty()) {
    StartAfterJump();
    Body(s.orelse);
  }
  if (reachable()) JumpTo(normal);
  context_ = outside;
  if (dispatch && targeted_[dispatch.index]) LowerHandlers(s, dispatch, normal);
}

void Lowering::LowerHandlers(const syntax::Try& s, BlockId dispatch, BlockId normal) {
  Context outside = context_;
  Start(dispatch);
  for (const syntax::Handler& handler : s.handlers) {
    TempId type = ValueOrNone(handler.type);
    TempId exception = Emit(CatchException{type}, handler.span);
    BlockId body = NewBlock(), next = NewBlock();
    bool catches_all = CatchesAll(handler.type);
    if (catches_all) {
      JumpTo(body);
    } else {
      Terminate(Branch{exception, BranchKind::Except, body, next, {}, true}, handler.span,
                handler.type);
    }
    context_.region = AddRegion(RegionKind::Handler, handler.span);
    Start(body);
    if (handler.name) StoreVariable(handler.name, exception, handler.span, ExprId::None());
    Body(handler.body);
    if (reachable()) JumpTo(normal);
    context_ = outside;
    if (catches_all) return;
    Start(next);
  }
  Terminate(Raise{TempId::None(), true, false}, header_, ExprId::None());
}

bool Lowering::CatchesAll(ExprId type) const {
  if (!type) return true;
  const auto* name = std::get_if<syntax::Name>(&tree_[type].node);
  return name && (name->id == std::string_view("Exception") ||
                  name->id == std::string_view("BaseException"));
}

void Lowering::LowerFinally(const syntax::Try& s, const Enclosing& enclosing, BlockId exceptional,
                            BlockId normal, BlockId after) {
  bool too_deep = finally_depth_ >= kDeepestFinally;
  ++finally_depth_;
  if (targeted_[normal.index]) {
    FinallyCopy(s, normal);
    if (reachable()) JumpTo(after);
  }
  context_ = enclosing.outside;
  if (targeted_[exceptional.index]) {
    too_deep ? Start(exceptional) : FinallyCopy(s, exceptional);
    if (reachable()) Terminate(Raise{TempId::None(), true, false}, header_, ExprId::None());
  }
  for (std::size_t way = 0; way < kLeavings; ++way) {
    context_ = enclosing.outside;
    BlockId landing = enclosing.landings[way];
    if (!landing) continue;
    too_deep ? Start(landing) : FinallyCopy(s, landing);
    if (!reachable()) continue;
    bool returns = way == static_cast<std::size_t>(Leaving::Return);
    TempId value = returns ? LoadSlot(*return_slot_, header_, ExprId::None()) : TempId::None();
    Leave(static_cast<Leaving>(way), value);
  }
  --finally_depth_;
}

void Lowering::FinallyCopy(const syntax::Try& s, BlockId start) {
  context_.region = AddRegion(RegionKind::Finally, header_);
  Start(start);
  Body(s.finally);
}

void Lowering::LowerWith(const syntax::With& s, std::size_t index) {
  if (index == s.items.size()) return Body(s.body);
  const syntax::WithItem& item = s.items[index];
  TempId context = Value(item.context);
  TempId entered = Emit(EnterWith{context, s.is_async}, item.context);
  Context outside = context_;
  BlockId exceptional = NewBlock(), after = NewBlock();

  Enclosing enclosing{};
  enclosing.kind = Enclosing::Kind::With;
  enclosing.outside = outside;
  enclosing.context = context;
  enclosing_.push_back(enclosing);
  context_ = {exceptional, AddRegion(RegionKind::With, header_, context)};
  StartAfterJump();
  if (item.target) AssignTo(item.target, entered);
  LowerWith(s, index + 1);
  enclosing_.pop_back();
  context_ = outside;
  if (reachable()) {
    StartAfterJump();
    EmitEffect(ExitWith{context, false}, item.context);
    JumpTo(after);
  }

  Start(exceptional);
  TempId swallowed = Emit(ExitWith{context, true}, item.context);
  BlockId reraise = NewBlock();
  Terminate(Branch{swallowed, BranchKind::Except, after, reraise, {}, true}, SpanOf(item.context),
            item.context);
  Start(reraise);
  Terminate(Raise{TempId::None(), true, false}, header_, ExprId::None());
  Start(after);
}

}  // namespace graphmend::flow
