// A round of a loop that is left where a search finds nothing, though its rest would then do
// nothing:
//
//     rows, slot = torch.where(chosen == e)        rows, slot = torch.where(chosen == e)
//     if rows.numel() == 0:                        out.index_add_(0, rows, …)
//         continue
//     out.index_add_(0, rows, …)
//
// The rest runs in every round. What is left of the break is the search, which `count_selected.cpp`
// keeps in the graph.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "captured.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/operands.h"
#include "fix/pure_calls.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fixes/branch_text.h"
#include "row_guards.h"
#include "visited_rows.h"

namespace graphmend::fix::run_without_rows {
namespace {

using diag::Applicability;
using infer::ObservationKind;
using syntax::ExprId;
using syntax::StmtId;

class Round {
 public:
  explicit Round(const Finding& finding)
      : finding_(finding),
        variables_(finding, finding.function),
        uses_(finding, EntryOf(finding)),
        rewriter_(finding) {}

  std::optional<Proposal> Run() {
    loop_ = finding_.parents.Parent(finding_.stmt);
    if (!finding_.If<syntax::For>(loop_) || !SelectsByData(finding_, finding_.expr))
      return std::nullopt;
    rows_.emplace(finding_, variables_, loop_, true);
    if (!AddRows() || !FindGuard()) return std::nullopt;
    if (IsCaught(finding_, loop_)) return Declined{std::string(kCaughtHere)};
    for (StmtId stmt : LeftOut())
      if (!OnlyAddsRows(stmt))
        return Declined{
            "what is left out does more than compute and add to rows; keep only that in it"};
    if (rows_->AsksForRows()) return Declined{std::string(kAsksForRows)};
    if (!rows_->ChangesRowsAlone())
      return Declined{"the loop changes more in place than the rows that it found"};
    if (const std::string kept = SetForLater(finding_, loop_); !kept.empty())
      return Declined{"`" + kept + "` is used after the loop, which would always set it"};
    if (const std::string kept = SetForNext(); !kept.empty())
      return Declined{"`" + kept + "` is used in the next round, which would find another one"};
    uses_.Ignore(finding_.tree()[guard_].span);
    if (!FollowSized(finding_, uses_, finding_.expr) || uses_.bounds_slices()) return std::nullopt;
    Write();
    return rewriter_.Finish(
        "go on also where nothing was found", Applicability::Unsafe,
        "what the loop calls is also called with no rows, with its side effects and an error where "
        "it has no result for none, and its parameters then have zero gradients instead of none, "
        "and what it adds to requires one" +
            rows_->Differences() + OutOfView(finding_, uses_));
  }

 private:
  // `rows, slot = torch.where(mask)`, `rows = torch.where(mask)[0]`
  bool AddRows() {
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    if (!assign || assign->targets.size() != 1) return false;
    const auto* several = finding_.If<syntax::Sequence>(assign->targets[0]);
    const std::vector<ExprId> targets =
        several ? std::vector<ExprId>(several->items.begin(), several->items.end())
                : std::vector<ExprId>{assign->targets[0]};
    for (ExprId target : targets) {
      const auto slot = variables_.SlotOf(target);
      if (!slot || variables_.IsCaptured(*slot) || variables_.IsParameter(*slot) ||
          variables_.Stores(*slot).size() != 1)
        return false;
      rows_->Add(*slot);
    }
    return true;
  }

  // The branch behind the search, in the same block, that asks for the rows.
  bool FindGuard() {
    const BlockPosition position = finding_.parents.PositionOf(finding_.stmt);
    for (StmtId stmt : position.block.subspan(position.index + 1)) {
      const auto* branch = finding_.If<syntax::If>(stmt);
      if (!branch) continue;
      const auto asked = RowsAskedFor(finding_, branch->test);
      const ExprId skipped = RowsSkippedFor(finding_, stmt);
      skips_ = static_cast<bool>(skipped);
      const bool guards =
          asked && !asked->none && branch->orelse.empty() && IsPlainBlock(finding_, branch->body);
      guard_ = stmt;
      return asked && rows_->IsRow(asked->rows) && (skips_ || guards) &&
             rewriter_.HasOwnLines(stmt);
    }
    return false;
  }

  // What does not run where there are no rows.
  syntax::StmtList LeftOut() const {
    if (!skips_) return finding_.If<syntax::If>(guard_)->body;
    const BlockPosition position = finding_.parents.PositionOf(guard_);
    return position.block.subspan(position.index + 1);
  }

  // `part = …`, `out[rows] = …`, `out[rows] += …`, `out.index_add_(0, rows, …)`: nothing else
  // changes, and nothing is divided by how many rows there are.
  bool OnlyAddsRows(StmtId stmt) const {
    const auto is_row = [&](ExprId place) {
      const auto* item = finding_.If<syntax::Subscript>(place);
      return item && finding_.If<syntax::Name>(item->object) && rows_->IsRow(item->index);
    };
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    const auto* aug = finding_.If<syntax::AugAssign>(stmt);
    const auto* done = finding_.If<syntax::ExprStmt>(stmt);
    ExprId changing;  // the call that adds to the rows
    if (assign) {
      if (assign->targets.size() != 1 ||
          !(finding_.If<syntax::Name>(assign->targets[0]) || is_row(assign->targets[0])))
        return false;
    } else if (aug) {
      if (!is_row(aug->target)) return false;
    } else if (!done || !rows_->IsAddedTo(changing = done->value)) {
      return false;
    }
    bool fine = true;
    ForEachInside(finding_, finding_.tree()[stmt].span,
                  [&](ExprId part) { fine = fine && OnlyGives(part, changing); });
    return fine;
  }

  bool OnlyGives(ExprId part, ExprId changing) const {
    const auto* binary = finding_.If<syntax::Binary>(part);
    const bool divides = binary && (binary->op == syntax::BinaryOp::Div || IsFloored(binary->op));
    if (divides && !finding_.If<syntax::Literal>(binary->right) &&
        !finding_.Fact(binary->right).Is(infer::FactKind::Tensor))
      return false;
    const auto* call = finding_.If<syntax::Call>(part);
    if (!call || part == changing) return true;
    if (!KnownChange(finding_, part).empty()) return false;
    // What a module does besides is said; of functions that is followed.
    if (finding_.Fact(call->callee).Is(infer::FactKind::Object)) return true;
    const Purity* own = PurityOf(finding_, part);
    return own ? own->why.empty() : Terms(finding_).OperationOf(part).op != models::OpKind::Unknown;
  }

  // A variable that what was left out assigns and a later round reads before it assigns it; "".
  std::string SetForNext() const {
    const source::Span loop = finding_.tree()[loop_].span, guard = finding_.tree()[guard_].span;
    const syntax::StmtList body = finding_.If<syntax::For>(loop_)->body;
    const syntax::StmtList inner = finding_.If<syntax::If>(guard_)->body;
    const auto is_direct = [&](StmtId stmt) {
      return std::find(body.begin(), body.end(), stmt) != body.end() ||
             (!skips_ && std::find(inner.begin(), inner.end(), stmt) != inner.end());
    };
    for (std::uint32_t slot = 0; slot < variables_.graph().slots.size(); ++slot) {
      const flow::Inst* first = nullptr;
      for (const flow::Inst* store : variables_.Stores(slot))
        if (loop.Contains(store->span) && store->span.begin > guard.begin &&
            (!first || store->span.begin < first->span.begin))
          first = store;
      if (!first) continue;
      const std::uint32_t assigned = finding_.tree()[first->stmt].span.end;
      for (ExprId read : variables_.Reads(slot)) {
        const source::Span at = finding_.tree()[read].span;
        if (loop.Contains(at) && (at.begin < assigned || !is_direct(first->stmt)))
          return variables_.Name(slot);
      }
    }
    return "";
  }

  void Write() {
    if (skips_) return rewriter_.Delete(guard_);
    std::string text = CommentsIn(finding_, finding_.tree()[guard_].header);
    for (StmtId stmt : finding_.If<syntax::If>(guard_)->body)
      text += std::string(finding_.Text(stmt)) + "\n";
    text.pop_back();
    rewriter_.ReplaceStatement(guard_, text);
  }

  const Finding& finding_;
  Variables variables_;
  CapturedUses uses_;
  Rewriter rewriter_;
  StmtId loop_, guard_;
  bool skips_ = false;  // the rest of the round, or all that it holds
  std::optional<VisitedRows> rows_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return Round(finding).Run();
}

constexpr ObservationKind kAnswers[] = {ObservationKind::DynamicShape};
constexpr std::string_view kBefore[] = {"count_selected", "capture_size", "outline_result"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run the rest of a loop also where a search found nothing",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::run_without_rows
