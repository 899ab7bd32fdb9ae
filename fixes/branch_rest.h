// Where a branch stands: in a chain of others, and before what its sides decide whether to run.
#pragma once

#include <algorithm>

#include "fix/branches.h"
#include "fix/code.h"
#include "fix/divisors.h"
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

// Of a chain of `elif`, the branch behind those whose tests Python decides.
inline syntax::StmtId BehindStatic(const Finding& finding, syntax::StmtId chain) {
  const Terms terms(finding);
  for (const auto* branch = finding.If<syntax::If>(chain);
       branch->orelse.size() == 1 && finding.IsElif(branch->orelse[0]) &&
       terms.IsStatic(branch->test);
       branch = finding.If<syntax::If>(chain))
    chain = branch->orelse[0];
  return chain;
}

// The statement behind which code stands that only this branch leads to: the chain that it ends,
// where the branches before it return.
inline syntax::StmtId OnlyWayBehind(const Finding& finding, syntax::StmtId branch) {
  syntax::StmtId outer = branch;
  while (finding.IsElif(outer)) {
    outer = finding.parents.Parent(outer);
    if (!finding.If<syntax::Return>(finding.If<syntax::If>(outer)->body.back())) return branch;
  }
  return outer;
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

// Statements that stay divide by 1 where the test holds, and with it what is returned early: by 0,
// gradients of zeros would come out as NaN. False where some of them may spoil gradients otherwise.
inline bool GuardBetween(const Finding& finding, const Terms& terms, Rewriter& rewriter,
                         syntax::StmtList between, const Side& late, const Code& test) {
  const bool inherited = std::any_of(late.returned.begin(), late.returned.end(),
                                     [](const Value& value) { return value.inherited; });
  const auto divisors = inherited ? DivisorsIn(finding, terms, between) : std::nullopt;
  if (!divisors) return false;
  const Code torch = Code::Place(rewriter.Import("torch"));
  for (syntax::ExprId divisor : *divisors) {
    const Code where = torch.Method("where", {test, Code::Number(1), Code::Of(finding, divisor)});
    rewriter.Replace(divisor, where.Text());
  }
  return true;
}

}  // namespace graphmend::fix
