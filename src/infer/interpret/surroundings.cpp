// What surrounds a break in its function: the flags that decide, within the statement, whether it
// is reached, and whether Dynamo gives up the frame for it.
#include <algorithm>

#include "flow/walk.h"
#include "infer/diagnose/break_points.h"
#include "infer/interpret/frame.h"

namespace graphmend::infer {

using flow::BlockId;
using flow::TempId;

namespace {

// Whether calling this tells what an object is or has, as isinstance does.
bool AsksForType(Unit& unit, Ref callee) {
  const auto* f = callee.value ? unit.values.If<values::Function>(callee) : nullptr;
  if (!f || !unit.Info(f->id).is_stub) return false;
  using models::Transfer;
  const Transfer asks = unit.callables.Stub(f->id).transfer;
  return asks == Transfer::isinstance || asks == Transfer::hasattr || asks == Transfer::callable;
}

}  // namespace

bool Frame::BreaksWithin(Span span) const {
  if (!context_) return false;
  for (const auto& block : unit_.Info(context_).observations)
    for (const Observation& o : block)
      if (IsBreak(o.kind()) && span.begin <= o.location.span.begin &&
          o.location.span.end <= span.end)
        return true;
  return false;
}

// Whether an operand of `and` or `or` decides what is evaluated by what a caller or a setting
// chose. One that breaks itself depends on data. A test of presence or type, and the truth of an
// optional object, only says whether there is something to look at.
bool Frame::IsFlag(TempId operand) const {
  Ref value = TempValue(operand);
  if (!value.value || unit_.operations.KnownTruth(value) || unit_.data.IsTensor(value) != Has::No)
    return false;
  const flow::Inst& made = graph_.Definition(operand);
  if (BreaksWithin(made.span)) return false;
  if (const auto* compare = std::get_if<flow::Compare>(&made.node))
    if ((compare->op == syntax::CompareOp::Is || compare->op == syntax::CompareOp::IsNot) &&
        (TempValue(compare->left) == unit_.None() || TempValue(compare->right) == unit_.None()))
      return false;
  if (const auto* call = std::get_if<flow::Call>(&made.node);
      call && AsksForType(unit_, TempValue(call->callee)))
    return false;
  if (!graph_.place_of[operand.index]) return true;
  auto scalar = [&](Ref r) {
    return unit_.values.If<values::Guarded>(r) || unit_.values.If<values::Constant>(r);
  };
  if (const auto* u = unit_.values.If<values::Union>(value))
    return std::any_of(u->alternatives.begin(), u->alternatives.end(), scalar);
  return scalar(value) || unit_.data.HasUnknown(value);
}

// Whether whoever has been in `from` may leave the function without having been in the block that
// is executed; exceptions apart.
bool Frame::MayPassBy(BlockId from) const {
  std::vector<bool> seen(graph_.blocks.size());
  std::vector<BlockId> open = {from};
  seen[from.index] = seen[block_.index] = true;
  while (!open.empty()) {
    const flow::Terminator& end = graph_.blocks[open.back()].terminator;
    open.pop_back();
    bool leaves = true;
    flow::ForEachTarget(end.node, [&](BlockId to) {
      leaves = false;
      if (!seen[to.index]) open.push_back(to);
      seen[to.index] = true;
    });
    if (leaves) return true;
  }
  return false;
}

// The blocks that end in a branch inside of an expression, by statement; in the order of the graph.
const std::multimap<std::uint32_t, BlockId>& Frame::BranchesInside() {
  using flow::BranchKind;
  if (branches_inside_) return *branches_inside_;
  branches_inside_.emplace();
  for (BlockId id : graph_.order) {
    const flow::Terminator& end = graph_.blocks[id].terminator;
    const auto* branch = std::get_if<flow::Branch>(&end.node);
    if (branch && (branch->kind == BranchKind::Conditional || branch->kind == BranchKind::And ||
                   branch->kind == BranchKind::Or))
      branches_inside_->emplace(end.stmt.index, id);
  }
  return *branches_inside_;
}

const flow::Dominance& Frame::Dominators() {
  if (!dominance_) dominance_.emplace(graph_);
  return *dominance_;
}

OpenConditions Frame::EvaluatedWhen(syntax::StmtId stmt) {
  using flow::BranchKind;
  OpenConditions out;
  const auto [first, last] = BranchesInside().equal_range(stmt.index);
  for (auto at = first; at != last; ++at) {
    const BlockId id = at->second;
    if (id == block_) continue;
    const flow::Terminator& end = graph_.blocks[id].terminator;
    const auto* branch = std::get_if<flow::Branch>(&end.node);
    const bool conditional = branch->kind == BranchKind::Conditional;
    if (!Dominators().Dominates(id, block_) || !MayPassBy(id)) continue;
    if (conditional ? unit_.operations.KnownTruth(TempValue(branch->condition)).has_value()
                    : !IsFlag(branch->condition))
      continue;
    const bool if_true = Dominators().Dominates(branch->if_true, block_);
    if (const auto way = first_ways_.find(id.index);
        way != first_ways_.end() && way->second == if_true)
      continue;
    const OpenKind kind = conditional ? if_true ? OpenKind::Holds : OpenKind::HoldsNot
                          : if_true && branch->kind == BranchKind::And ? OpenKind::Holds
                                                                       : OpenKind::DecidesNothing;
    out.push_back(
        {kind, unit_.recorder.SourceText({&file_, end.span, end.stmt, end.expr, nullptr})});
  }
  return out;
}

std::optional<flow::RegionKind> Frame::BreakSkipsFrame(const Site& site) const {
  return infer::BreakSkipsFrame(unit_, {file_, graph_, temps_, block_, site.stmt, site.span.end});
}

bool Frame::IsRepeated() const {
  for (flow::RegionId r = graph_.blocks[block_].region; r; r = graph_.regions[r].parent)
    if (graph_.regions[r].kind == flow::RegionKind::Loop ||
        graph_.regions[r].kind == flow::RegionKind::Comprehension)
      return true;
  return false;
}

bool Frame::Operates() const {
  if (!inst_) return false;
  if (const auto* compare = std::get_if<flow::Compare>(&inst_->node))
    return compare->op == syntax::CompareOp::In || compare->op == syntax::CompareOp::NotIn;
  return std::holds_alternative<flow::Binary>(inst_->node) ||
         std::holds_alternative<flow::Unary>(inst_->node) ||
         std::holds_alternative<flow::GetAttr>(inst_->node) ||
         std::holds_alternative<flow::GetIter>(inst_->node) ||
         std::holds_alternative<flow::Unpack>(inst_->node) ||
         std::holds_alternative<flow::Format>(inst_->node);
}

bool Frame::InLoop() const {
  for (flow::RegionId r = graph_.blocks[block_].region; r; r = graph_.regions[r].parent)
    if (graph_.regions[r].kind == flow::RegionKind::Loop) return true;
  return false;
}

}  // namespace graphmend::infer
