#include "fix/ended_loop.h"

#include <algorithm>
#include <vector>

#include "fix/branches.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/repeatable.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

// `inner`: it is of a loop within the loop, which it may leave.
bool Leaves(const Finding& finding, syntax::StmtList block, StmtId but, bool inner) {
  return std::any_of(block.begin(), block.end(), [&](StmtId stmt) {
    if (stmt == but) return false;
    const bool jumps = finding.If<syntax::Break>(stmt) || finding.If<syntax::Continue>(stmt);
    if ((jumps && !inner) || finding.If<syntax::Return>(stmt) || finding.If<syntax::Raise>(stmt) ||
        finding.If<syntax::Assert>(stmt))
      return true;
    const bool loop = finding.If<syntax::For>(stmt) || finding.If<syntax::While>(stmt);
    bool leaves = false;
    ForEachBlock(finding.tree(), stmt, false, [&](syntax::StmtList body) {
      leaves = leaves || Leaves(finding, body, but, inner || loop);
    });
    return leaves;
  });
}

}  // namespace

bool LeavesLoop(const Finding& finding, syntax::StmtList block, StmtId but) {
  return Leaves(finding, block, but, false);
}

std::optional<EndedLoop> EndedLoopOf(const Finding& finding) {
  if (const auto* loop = finding.If<syntax::While>(finding.stmt)) {
    const bool asks = finding.tree()[loop->test].span.Contains(finding.tree()[finding.expr].span);
    if (!asks) return std::nullopt;
    return EndedLoop{finding.stmt, StmtId(), false, loop->test, loop->body, loop->orelse};
  }
  const StmtId end = BranchOf(finding);
  const auto* branch = finding.If<syntax::If>(end);
  if (!branch || branch->body.empty()) return std::nullopt;
  const auto* result = finding.If<syntax::Return>(branch->body.back());
  const bool returns = result && result->value;
  if (!returns && !finding.If<syntax::Break>(branch->body.back())) return std::nullopt;
  const StmtId around = finding.parents.Parent(end);
  if (const auto* loop = finding.If<syntax::For>(around); loop && !loop->is_async)
    return EndedLoop{around, end, returns, branch->test, loop->body, loop->orelse};
  if (const auto* loop = finding.If<syntax::While>(around))
    return EndedLoop{around, end, returns, branch->test, loop->body, loop->orelse};
  return std::nullopt;
}

Iterations::Iterations(const Finding& finding, const Terms& terms, const EndedLoop& loop)
    : finding_(finding),
      terms_(terms),
      loop_(loop),
      body_{finding.tree()[loop.body.front()].span.begin,
            finding.tree()[loop.body.back()].span.end} {}

std::string Iterations::WhyNotAll() const {
  if (const auto* loop = finding_.If<syntax::For>(loop_.stmt)) {
    if (!IsRepeatable(finding_, terms_, loop->iterable))
      return "what the loop goes through would be used up; go through a list or a range";
    for (ExprId target : TupleItems(finding_.tree(), loop->target))
      if (const auto slot = terms_.SlotOf(target); !loop_.returns && (!slot || IsReadBehind(*slot)))
        return "`" + std::string(finding_.Text(target)) +
               "` is read behind the loop, and would be that of its last iteration";
    return "";
  }
  return HasCounter() ? ""
                      : "nothing but the tensor is known to end the loop; count its iterations";
}

// `while i < steps and …:` with `i += 1` in its body.
bool Iterations::HasCounter() const {
  std::vector<ExprId> conjuncts = {finding_.If<syntax::While>(loop_.stmt)->test};
  for (std::size_t i = 0; i < conjuncts.size(); ++i)
    if (const auto* both = finding_.If<syntax::BoolOp>(conjuncts[i]);
        both && both->op == syntax::BoolOpKind::And) {
      conjuncts.push_back(both->left);
      conjuncts.push_back(both->right);
    }
  return std::any_of(conjuncts.begin(), conjuncts.end(),
                     [&](ExprId conjunct) { return IsCounted(conjunct); });
}

bool Iterations::IsCounted(ExprId test) const {
  const auto* compare = finding_.If<syntax::Compare>(test);
  if (!compare || compare->ops.size() != 1 ||
      (compare->ops[0] != syntax::CompareOp::Lt && compare->ops[0] != syntax::CompareOp::LtE))
    return false;
  const auto slot = terms_.SlotOf(compare->left);
  if (!slot || IsReadBehind(*slot) || !finding_.Fact(compare->left).Is(FactKind::Int) ||
      !IsFew(finding_, terms_, compare->rights[0]) || MayChange(compare->rights[0]))
    return false;
  std::size_t stores = 0;
  for (const auto& store : terms_.flow().StoresTo(*slot))
    stores += body_.Contains(store.inst->span);
  return stores == 1 && std::any_of(loop_.body.begin(), loop_.body.end(), [&](StmtId stmt) {
           const auto* aug = finding_.If<syntax::AugAssign>(stmt);
           const auto* step = aug ? finding_.If<syntax::Literal>(aug->value) : nullptr;
           return step && terms_.SlotOf(aug->target) == slot && aug->op == syntax::BinaryOp::Add &&
                  step->integer > 0 && step->kind == syntax::LiteralKind::Int;
         });
}

// Whether the loop may change what the limit is read from.
bool Iterations::MayChange(ExprId limit) const {
  if (const auto slot = terms_.SlotOf(limit)) {
    const auto& stores = terms_.flow().StoresTo(*slot);
    return std::any_of(stores.begin(), stores.end(),
                       [&](const auto& store) { return body_.Contains(store.inst->span); });
  }
  return !finding_.If<syntax::Literal>(limit) && !finding_.If<syntax::Attribute>(limit);
}

bool Iterations::IsCaptured(flow::Slot slot) const {
  const names::Scope& scope = finding_.file.index()[terms_.flow().graph().scope];
  return slot < scope.captured.size() && scope.captured[slot];
}

bool Iterations::IsReadBehind(flow::Slot slot) const {
  if (IsCaptured(slot)) return true;
  const source::Span loop = finding_.tree()[loop_.stmt].span;
  const std::vector<ExprId>& loads = terms_.flow().LoadsOf(slot);
  return std::any_of(loads.begin(), loads.end(), [&](ExprId load) {
    const Definitions& found = terms_.flow().Of(load);
    return !loop.Contains(finding_.tree()[load].span) &&
           std::any_of(found.begin(), found.end(), [&](const flow::Inst* one) {
             return one && (Dataflow::IsMerge(one) || loop.Contains(one->span));
           });
  });
}

bool Iterations::IsKept(flow::Slot slot) const {
  return IsReadBehind(slot) || terms_.flow().LiveAfter(body_, slot);
}

bool Iterations::HasValueBefore(flow::Slot slot) const {
  const Definitions& before = terms_.flow().Before(finding_.tree()[loop_.stmt].span, slot);
  const bool parameter = slot < terms_.flow().graph().param_count;
  return !before.empty() && (parameter || !before.contains(nullptr));
}

bool Iterations::IsHarmless(StmtId stmt) const {
  if (finding_.If<syntax::Pass>(stmt)) return true;
  if (const auto* said = finding_.If<syntax::ExprStmt>(stmt))
    return !IsDeferredMessage(finding_, stmt) && !terms_.Effects(said->value);
  const auto* assign = finding_.If<syntax::Assign>(stmt);
  const auto* aug = finding_.If<syntax::AugAssign>(stmt);
  if (assign)
    return assign->targets.size() == 1 && MayGoOn(assign->targets[0]) &&
           !terms_.EffectsOfUnpacking(assign->targets[0], assign->value);
  const Term term = aug ? terms_.Of(aug->target) : Term();
  return aug && MayGoOn(aug->target) && !terms_.EffectsOfOperand(aug->value) &&
         (IsPlain(aug->target) || (term.tensor && term.fresh));
}

bool Iterations::IsPlain(ExprId expr) const {
  return finding_.Fact(expr).OneOf(FactKind::Int, FactKind::Float, FactKind::Bool, FactKind::Str);
}

// Whether the variables may be given other values once the loop has ended: nothing reads them then,
// or only iterations do, of counters and of what they make anew.
bool Iterations::MayGoOn(ExprId target) const {
  const std::vector<ExprId> items = TupleItems(finding_.tree(), target);
  return std::all_of(items.begin(), items.end(), [&](ExprId item) {
    const auto slot = terms_.SlotOf(item);
    if (!slot || IsCaptured(*slot)) return false;
    if (loop_.returns) return true;
    return IsPlain(item) ? !IsReadBehind(*slot) : IsOfIteration(*slot);
  });
}

bool Iterations::IsLocal(ExprId target) const {
  const std::vector<ExprId> items = TupleItems(finding_.tree(), target);
  return std::all_of(items.begin(), items.end(), [&](ExprId item) {
    const auto slot = terms_.SlotOf(item);
    return slot && IsOfIteration(*slot);
  });
}

// Whether each iteration makes anew what the variable holds.
bool Iterations::IsOfIteration(flow::Slot slot) const {
  return !IsReadBehind(slot) && (!HasValueBefore(slot) || !IsKept(slot));
}

}  // namespace graphmend::fix
