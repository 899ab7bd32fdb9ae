// Loops and blocks on a side of a branch that change tensors and do nothing else.
#include <algorithm>

#include "fix/branches.h"
#include "fix/gradients.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/repeatable.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

std::optional<bool> Branches::FollowChange(StmtId stmt, Side& side) {
  const auto* said = finding_.If<syntax::ExprStmt>(stmt);
  if (said && ChangesByMethod(finding_, said->value)) return ChangeByMethod(said->value, side);
  if (const auto* loop = finding_.If<syntax::For>(stmt)) return FollowLoop(stmt, *loop, side);
  const auto* with = finding_.If<syntax::With>(stmt);
  if (!with || with->items.size() != 1 || !TurnsOffGradients(finding_, *with)) return std::nullopt;
  const Code context = Code::Of(finding_, with->items[0].context);
  return FollowBlock(Code::Sequence({Code::Verbatim("with "), context}), with->body, side, true);
}

// Whether a variable that nothing else gives a value has been gone through to its end before the
// branch, in every call: an iterator among what it holds has nothing left.
bool Branches::IsUsedUp(ExprId iterable) const {
  const std::optional<flow::Slot> slot = terms_.SlotOf(iterable);
  if (!slot || IsCaptured(*slot) || terms_.flow().Of(iterable).size() != 1) return false;
  const std::uint32_t end = finding_.tree()[branch_.front()].span.begin;
  const std::vector<ExprId>& loads = terms_.flow().LoadsOf(*slot);
  return std::any_of(loads.begin(), loads.end(), [&](ExprId load) {
    const auto* made = finding_.If<syntax::Comprehension>(finding_.parents.Parent(load));
    const ExprId whole = finding_.parents.Parent(load);
    return made && made->kind != syntax::ComprehensionKind::Generator &&
           made->clauses[0].iterable == load && finding_.tree()[whole].span.end <= end &&
           finding_.parents.Parent(finding_.parents.Statement(load)) ==
               finding_.parents.Parent(branch_.front()) &&
           IsEvaluatedWithWhole(finding_, whole) &&
           terms_.flow().Of(load) == terms_.flow().Of(iterable);
  });
}

// `for p in parameters:` goes through all of them, whichever side is taken.
bool Branches::FollowLoop(StmtId stmt, const syntax::For& loop, Side& side) {
  if (loop.is_async || !loop.orelse.empty() ||
      (!IsRepeatable(finding_, terms_, loop.iterable) && !IsUsedUp(loop.iterable)))
    return Fail("`" + std::string(finding_.Text(loop.iterable)) +
                "` may be used up where the other side is taken; go through a list");
  const source::Span span = finding_.tree()[stmt].span;
  const names::Scope& scope = finding_.file.index()[terms_.flow().graph().scope];
  for (ExprId target : TupleItems(finding_.tree(), loop.target)) {
    const std::optional<flow::Slot> slot = terms_.SlotOf(target);
    const bool captured = slot && *slot < scope.captured.size() && scope.captured[*slot];
    const auto is_inside = [&](ExprId load) { return span.Contains(finding_.tree()[load].span); };
    const std::vector<ExprId> none;
    const std::vector<ExprId>& loads = slot ? terms_.flow().LoadsOf(*slot) : none;
    if (!slot || captured || !std::all_of(loads.begin(), loads.end(), is_inside))
      return Fail("`" + std::string(finding_.Text(target)) +
                  "` is read behind the loop, where the other side leaves it as it was");
  }
  Value iterable;
  Settle(side);
  if (!Evaluate(loop.iterable, side, iterable)) return false;
  const std::string head = "for " + std::string(finding_.Text(loop.target)) + " in ";
  return FollowBlock(Code::Sequence({Code::Verbatim(head), iterable.code}), loop.body, side,
                     side.cut);
}

bool Branches::FollowBlock(const Code& head, syntax::StmtList body, Side& side, bool cut) {
  if (in_static_) return Fail("a block inside of a branch that Python decides is not followed");
  Settle(side);
  Side inner;
  inner.values = side.values;
  inner.when = side.when;
  inner.cut = cut;
  if (!Follow(body, inner)) return false;
  if (inner.returns || !inner.order.empty() || !inner.appended.empty())
    return Fail("`" + head.Text() + "` does more on one side than change tensors in place");
  if (inner.lines.empty()) return true;
  side.lines.emplace_back(Code::Sequence({head, Code::Verbatim(":")}));
  for (const Line& line : inner.lines) side.lines.emplace_back(line.code, line.level + 1);
  return true;
}

}  // namespace graphmend::fix
