// What follows a branch in its block, where what a side does decides whether it runs.
#pragma once

#include <algorithm>

#include "fix/finding.h"
#include "fix/reads.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/terms.h"

namespace graphmend::fix {

// Statements of lines of their own, without comments, which can be written anew elsewhere.
inline bool MayMove(const Finding& finding, const Rewriter& rewriter, syntax::StmtList body) {
  return std::all_of(body.begin(), body.end(), [&](syntax::StmtId stmt) {
    return rewriter.HasOwnLines(stmt) && CommentsIn(finding, finding.tree()[stmt].span).empty();
  });
}

// The rest of a loop's body that `continue`, with which the branch ends, leaves out; none where it
// ends otherwise.
inline syntax::StmtList SkippedRest(const Finding& finding, const Rewriter& rewriter,
                                    syntax::StmtId branch) {
  const BlockPosition position = finding.parents.PositionOf(branch);
  const auto* loop = finding.If<syntax::For>(finding.parents.Parent(branch));
  const syntax::StmtList body = finding.If<syntax::If>(branch)->body;
  if (!loop || position.block.data() != loop->body.data() || body.empty() ||
      !finding.If<syntax::Continue>(body.back()))
    return {};
  const syntax::StmtList rest = position.block.subspan(position.index + 1);
  return MayMove(finding, rewriter, rest) ? rest : syntax::StmtList();
}

// The return that follows the branch, where it is all that does.
inline syntax::StmtList OnlyReturnBehind(const Finding& finding, const Rewriter& rewriter,
                                         syntax::StmtId branch) {
  const BlockPosition position = finding.parents.PositionOf(branch);
  const syntax::StmtList rest = position.block.subspan(position.index + 1);
  const bool returns = rest.size() == 1 && finding.If<syntax::Return>(rest[0]);
  return returns && MayMove(finding, rewriter, rest) ? rest : syntax::StmtList();
}

// Whether the statement changes items of a tensor that these statements have made themselves, which
// nothing in front of them holds, by what spoils no gradient.
inline bool ChangesOwn(const Finding& finding, const Terms& terms, syntax::StmtList rest,
                       syntax::StmtId stmt) {
  const auto* aug = finding.If<syntax::AugAssign>(stmt);
  const auto* item = aug ? finding.If<syntax::Subscript>(aug->target) : nullptr;
  const bool adds = aug && (aug->op == syntax::BinaryOp::Add || aug->op == syntax::BinaryOp::Sub ||
                            aug->op == syntax::BinaryOp::Mul);
  if (!item || !adds || !finding.If<syntax::Name>(item->object) || !terms.SlotOf(item->object) ||
      terms.Effects(aug->value) || terms.Effects(item->index) || terms.IsUnstable(aug->value))
    return false;
  const Definitions& definitions = terms.flow().Of(item->object);
  return std::all_of(definitions.begin(), definitions.end(), [&](const flow::Inst* definition) {
    const bool found = definition && !Dataflow::IsMerge(definition);
    const syntax::ExprId made = found ? terms.ValueOf(definition) : syntax::ExprId();
    return made && IsNewTensor(finding, made) &&
           std::any_of(rest.begin(), rest.end(), [&](syntax::StmtId other) {
             return finding.tree()[other].span.Contains(definition->span);
           });
  });
}

}  // namespace graphmend::fix
