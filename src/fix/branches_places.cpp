// Items of lists and dicts that a side of a branch assigns, as a variable is:
//
//     if torch.isnan(x[t]):          x[t] = torch.where(torch.isnan(x[t]), x[t - 1], x[t])
//         x[t] = x[t - 1]
//
// What else the branch does must not see the item: nothing in it reads the list but the statement
// that assigns, and nothing changes what the place is.
#include <algorithm>

#include "fix/branches.h"
#include "fix/calls.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

namespace {
bool Contains(const Finding& finding, StmtId stmt, ExprId expr) {
  return finding.tree()[stmt].span.Contains(finding.tree()[expr].span);
}
}  // namespace

// Whether the branch leaves alone what stands in the brackets.
bool Branches::IsSettledIndex(ExprId index) const {
  if (finding_.If<syntax::Literal>(index))
    return finding_.Fact(index).OneOf(FactKind::Int, FactKind::Str);
  const std::optional<flow::Slot> slot = terms_.SlotOf(index);
  if (!slot || !finding_.Fact(index).Is(FactKind::Int)) return false;
  const flow::Graph& graph = terms_.flow().graph();
  const source::Span branch = finding_.tree()[branch_.front()].span;
  return std::none_of(graph.order.begin(), graph.order.end(), [&](flow::BlockId block) {
    const auto& insts = graph.blocks[block].insts;
    return std::any_of(insts.begin(), insts.end(), [&](const flow::Inst& inst) {
      const auto* store = std::get_if<flow::Store>(&inst.node);
      return store && store->slot == *slot && branch.Contains(inst.span);
    });
  });
}

bool Branches::IsItemPlace(ExprId target) const {
  const auto* item = finding_.If<syntax::Subscript>(target);
  const std::optional<flow::Slot> slot = item ? terms_.SlotOf(item->object) : std::nullopt;
  if (!slot || !finding_.Fact(item->object).OneOf(FactKind::List, FactKind::Dict) ||
      !IsSettledIndex(item->index))
    return false;
  const auto& branch = *finding_.If<syntax::If>(branch_.front());
  const std::string_view text = finding_.Text(target);
  const std::vector<ExprId>& loads = terms_.flow().LoadsOf(*slot);
  return std::all_of(loads.begin(), loads.end(), [&](ExprId load) {
    if (!Contains(finding_, branch_.front(), load)) return true;
    if (finding_.tree()[branch.test].span.Contains(finding_.tree()[load].span)) return true;
    const auto* assign = finding_.If<syntax::Assign>(finding_.parents.Statement(load));
    return assign && assign->targets.size() == 1 && finding_.Text(assign->targets[0]) == text;
  });
}

// Whether nothing up to the branch can take items out of the container: it is read by items, by
// their number and by loops, and no other function knows it.
bool Branches::KeepsItems(ExprId object) const {
  const flow::Slot slot = *terms_.SlotOf(object);
  const names::Scope& scope = finding_.file.index()[terms_.flow().graph().scope];
  if (slot < scope.captured.size() && scope.captured[slot]) return false;
  source::Span until = finding_.tree()[branch_.front()].span;
  for (StmtId at = branch_.front(); at; at = finding_.parents.Parent(at))
    if (finding_.If<syntax::For>(at) || finding_.If<syntax::While>(at))
      until = finding_.tree()[at].span;
  const std::vector<ExprId>& loads = terms_.flow().LoadsOf(slot);
  return std::all_of(loads.begin(), loads.end(), [&](ExprId load) {
    if (finding_.tree()[load].span.begin >= until.end) return true;
    const ExprId outer = finding_.parents.Parent(load);
    const auto* item = finding_.If<syntax::Subscript>(outer);
    const auto* call = finding_.If<syntax::Call>(outer);
    const auto* loop = finding_.If<syntax::For>(finding_.parents.Statement(load));
    const bool counted = call && finding_.BuiltinName(call->callee) == "len";
    if (finding_.If<syntax::Delete>(finding_.parents.Statement(load))) return false;
    return (item && item->object == load) || counted || (!outer && loop && loop->iterable == load);
  });
}

// Where the test reads the item, or a statement before the branch in its own block, it is there.
// Where a side reads it before that assigns it, it is there whenever the side is taken.
bool Branches::ItemBefore(const std::string& name, Value& out) {
  const source::Span branch = finding_.tree()[branch_.front()].span;
  const StmtId block = finding_.parents.Parent(branch_.front());
  ExprId on_side;
  bool stored = false;  // in the branch
  for (flow::BlockId at : terms_.flow().graph().order)
    for (const flow::Inst& inst : terms_.flow().graph().blocks[at].insts) {
      if (!inst.expr || finding_.Text(inst.expr) != name) continue;
      stored |= std::holds_alternative<flow::SetItem>(inst.node) && branch.Contains(inst.span);
      if (!std::holds_alternative<flow::GetItem>(inst.node) ||
          !finding_.Fact(inst.expr).Is(FactKind::Tensor))
        continue;
      const StmtId stmt = finding_.parents.Statement(inst.expr);
      const bool earlier = inst.span.begin < branch.begin && finding_.parents.Parent(stmt) == block;
      const auto& item = *finding_.If<syntax::Subscript>(inst.expr);
      if (!IsEvaluatedWithWhole(finding_, inst.expr)) continue;
      if (stmt != branch_.front() && branch.Contains(inst.span) && !stored) on_side = inst.expr;
      if ((stmt != branch_.front() && !earlier) || !KeepsItems(item.object)) continue;
      out.term = terms_.Of(inst.expr);
      return true;
    }
  // Who catches that it is not there would go another way.
  if (!on_side || Calls(finding_).IsCaught(finding_.function))
    return Fail("`" + name + "` may not be there before the branch; read it in the test");
  Differ("`" + name + "` must be there also where the side that assigns it is not taken");
  out.term = terms_.Of(on_side);
  return true;
}

}  // namespace graphmend::fix
