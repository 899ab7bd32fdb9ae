// A loop over those experts of a mixture that have tokens, where an expert without tokens does
// nothing:
//
//     hit = (mask.sum(dim=(-1, -2)) > 0).nonzero()      for e in range(mask.shape[0]):
//     for e in hit:                                         places, rows = torch.where(mask[e])
//         e = e[0]                                          out.index_add_(0, rows, …)
//         places, rows = torch.where(mask[e])
//         out.index_add_(0, rows, …)
//
// All are visited. What is left of the break is the search for the rows of each, which
// `count_selected.cpp` keeps in the graph.
#include <algorithm>
#include <optional>

#include "captured.h"
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/variables.h"
#include "row_guards.h"
#include "searched_places.h"
#include "visited_rows.h"

namespace graphmend::fix::visit_all {
namespace {

using diag::Applicability;
using infer::ObservationKind;
using syntax::ExprId;
using syntax::LiteralKind;
using syntax::StmtId;

class Loop {
 public:
  explicit Loop(const Finding& finding)
      : finding_(finding),
        variables_(finding, finding.function),
        uses_(finding, EntryOf(finding)),
        rewriter_(finding) {}

  std::optional<Proposal> Run() {
    if (!FindLoop() || !FindMask()) return std::nullopt;
    if (IsCaught(finding_, loop_)) return Declined{std::string(kCaughtHere)};
    rows_.emplace(finding_, variables_, loop_, true);
    for (StmtId stmt : For().body)
      if (!LookAt(stmt)) return Answer();
    if (rows_->empty()) return std::nullopt;
    if (rows_->AsksForRows()) return Declined{std::string(kAsksForRows)};
    if (!rows_->ChangesRowsAlone())
      return Declined{"the loop changes more in place than the rows that it found"};
    if (const std::string later = SetForLater(finding_, loop_); !later.empty())
      return Declined{"`" + later + "` is used after the loop, which would always set it"};
    for (ExprId search : searches_)
      if (!uses_.Goes(Captured::SizedOnes, search) || uses_.bounds_slices()) return std::nullopt;
    if (!Write()) return std::nullopt;
    return rewriter_.Finish(
        "visit all, not only those that have something", Applicability::Unsafe,
        "what the loop calls is also called with no rows, with its side effects and an error where "
        "it has no result for none, and one where what it indexes has no entry, and its parameters "
        "then have zero "
        "gradients instead of none, and what it adds to requires one; numbers below zero in `" +
            std::string(Text(mask_)) + "` may have hidden some" + rows_->Differences() +
            OutOfView(finding_, uses_));
  }

 private:
  std::string_view Text(ExprId expr) const { return finding_.Text(expr); }
  const syntax::For& For() const { return *finding_.If<syntax::For>(loop_); }

  std::optional<Proposal> Answer() const {
    if (why_.empty()) return std::nullopt;
    return Declined{why_};
  }
  bool Fail(std::string why) {
    why_ = std::move(why);
    return false;
  }

  // The loop that the finding stands in, or that goes through what it searches.
  bool FindLoop() {
    loop_ = finding_.kind == ObservationKind::DynamicShape ? LoopOver(finding_.stmt) : LoopAround();
    if (!loop_ || !finding_.If<syntax::Name>(For().target) || !For().orelse.empty()) return false;
    const auto slot = variables_.SlotOf(For().iterable);
    if (!slot || variables_.IsCaptured(*slot) || variables_.IsParameter(*slot) ||
        variables_.Reads(*slot).size() != 1)
      return false;
    const std::vector<const flow::Inst*> stores = variables_.Stores(*slot);
    if (stores.empty()) return false;
    search_ = stores[0]->stmt;
    return finding_.If<syntax::Assign>(search_) &&
           std::all_of(stores.begin(), stores.end(),
                       [&](const flow::Inst* store) { return store->stmt == search_; });
  }

  StmtId LoopOver(StmtId search) const {
    const auto* assign = finding_.If<syntax::Assign>(search);
    const auto slot = assign && assign->targets.size() == 1 ? variables_.SlotOf(assign->targets[0])
                                                            : std::nullopt;
    for (ExprId read : slot ? variables_.Reads(*slot) : std::vector<ExprId>())
      if (const StmtId stmt = finding_.parents.Statement(read); finding_.If<syntax::For>(stmt))
        return stmt;
    return {};
  }

  StmtId LoopAround() const {
    StmtId at = finding_.parents.Parent(finding_.stmt);
    while (at && !finding_.If<syntax::For>(at)) at = finding_.parents.Parent(at);
    return at;
  }

  bool FindMask() {
    const std::optional<Searched> searched =
        SearchedIn(finding_, finding_.If<syntax::Assign>(search_)->value);
    if (!searched) return false;
    mask_ = searched->mask;
    rows_are_flat_ = searched->flat;
    const PlaceOfSearch places(finding_);
    return places.StaysSince(search_, mask_) && places.IsRunRightBefore(search_, loop_);
  }

  // ---- the body ----

  bool LookAt(StmtId stmt) {
    if (!rows_->OnlyComputes(stmt))
      return Fail("the loop does more than compute; keep only the computation in it");
    if (const auto* assign = finding_.If<syntax::Assign>(stmt)) LookAtSearch(*assign);
    if (SkipsWithoutRows(stmt)) {
      guards_.push_back(stmt);
      uses_.Ignore(finding_.tree()[stmt].span);
      return true;
    }
    bool fine = true;
    ForEachBlock(finding_.tree(), stmt, false, [&](syntax::StmtList body) {
      for (StmtId inner : body) fine = fine && LookAt(inner);
    });
    return fine;
  }

  // `places, rows = torch.where(mask[e])`
  void LookAtSearch(const syntax::Assign& assign) {
    const auto* call = finding_.If<syntax::Call>(assign.value);
    const auto* targets =
        assign.targets.size() == 1 ? finding_.If<syntax::Sequence>(assign.targets[0]) : nullptr;
    if (!call || !targets || call->args.size() != 1 ||
        finding_.NameOf(call->callee) != "torch.where")
      return;
    ExprId of = call->args[0].value, inner;
    if (MethodCall(finding_, of, "squeeze", inner)) of = inner;
    const auto* item = finding_.If<syntax::Subscript>(of);
    if (!item || Text(item->object) != Text(mask_) || !IsThis(item->index)) return;
    searches_.push_back(assign.value);
    for (ExprId target : targets->items)
      if (const auto slot = variables_.SlotOf(target)) rows_->Add(*slot);
  }

  // The expert that the loop is at: `e`, `e[0]`, `int(e)`, `e.item()`, `e.reshape(1)`.
  bool IsThis(ExprId expr) const {
    const auto* name = finding_.If<syntax::Name>(expr);
    if (name) return name->id == finding_.If<syntax::Name>(For().target)->id;
    if (const auto* item = finding_.If<syntax::Subscript>(expr))
      return IsLiteral(finding_, item->index, LiteralKind::Int) && IsThis(item->object);
    if (ExprId inner; IsRow(expr, inner)) return IsThis(inner);
    const std::optional<HostRead> read = HostReadOf(finding_, expr);
    return read && (read->how == "item" || read->how == "int") && IsThis(read->tensor);
  }

  // `if rows.numel() == 0: continue`
  bool SkipsWithoutRows(StmtId stmt) const {
    const ExprId rows = RowsSkippedFor(finding_, stmt);
    return rows && rows_->IsRow(rows) && rewriter_.HasOwnLines(stmt);
  }

  // ---- the edits ----

  bool Write() {
    if (!rewriter_.HasOwnLines(search_) || !IsUnshadowed(finding_, "range") || !WriteUses())
      return false;
    rewriter_.Delete(search_);
    for (StmtId guard : guards_) rewriter_.Delete(guard);
    rewriter_.Replace(For().iterable, "range(" + std::string(Text(mask_)) + ".shape[0])");
    return true;
  }

  // Each read of the variable, which is a number now. A row of one place keeps, as an index, the
  // dimension that it gave.
  bool WriteUses() {
    const auto own = variables_.SlotOf(For().target);
    if (!own || variables_.IsCaptured(*own)) return false;
    const std::string name(Text(For().target));
    for (StmtId stmt : For().body)
      if (const auto* assign = finding_.If<syntax::Assign>(stmt);
          assign && assign->targets.size() == 1 && variables_.SlotOf(assign->targets[0]) == own) {
        // `e = e[0]`, alone: from here on it is that number.
        if (!IsThis(assign->value) || !rewriter_.HasOwnLines(stmt) || again_) return false;
        again_ = stmt;
      }
    for (const flow::Inst* store : variables_.Stores(*own))
      if (store->stmt != again_ && store->stmt != loop_) return false;
    for (ExprId read : variables_.Reads(*own))
      if (!WriteUse(read, name)) return false;
    if (again_) rewriter_.Delete(again_);
    return true;
  }

  bool WriteUse(ExprId read, const std::string& name) {
    const StmtId stmt = finding_.parents.Statement(read);
    if (stmt == again_) return true;
    const bool behind =
        again_ && finding_.tree()[read].span.begin > finding_.tree()[again_].span.begin;
    ExprId whole = read;
    bool number = behind || rows_are_flat_;
    if (const auto* item = finding_.If<syntax::Subscript>(finding_.parents.Parent(read));
        item && item->object == read) {
      if (number || !IsThis(finding_.parents.Parent(read))) return false;
      whole = finding_.parents.Parent(read);
      number = true;
    }
    while (const ExprId read_by = ReadBy(whole)) {
      whole = read_by;
      number = true;
    }
    if (const ExprId row = RowAround(whole)) {
      whole = row;
      number = false;
    }
    const auto* item = finding_.If<syntax::Subscript>(finding_.parents.Parent(whole));
    const bool is_index = item && item->index == whole && IsTensor(finding_.Fact(item->object));
    if (!number && !is_index) return false;
    if (!TakesNumber(whole)) return false;
    // Also what stays as it is, since other fixes take it for a tensor.
    rewriter_.Replace(whole, number ? name : name + " : " + name + " + 1");
    return true;
  }

  // Whether it is an index, or compared, or was a number before.
  bool TakesNumber(ExprId whole) const {
    const ExprId outer = finding_.parents.Parent(whole);
    const auto* item = finding_.If<syntax::Subscript>(outer);
    return (item && item->index == whole) || finding_.If<syntax::Compare>(outer) ||
           HostReadOf(finding_, whole).has_value();
  }

  // `e.reshape(1)` around e; none where it is anything else.
  ExprId RowAround(ExprId expr) const {
    const ExprId method = finding_.parents.Parent(expr);
    const ExprId call = method ? finding_.parents.Parent(method) : ExprId();
    ExprId inner;
    return call && IsRow(call, inner) && inner == expr ? call : ExprId();
  }
  bool IsRow(ExprId call, ExprId& of) const {
    const syntax::Call* made = MethodCall(finding_, call, "reshape", of);
    return made && made->args.size() == 1 && IsIntLiteral(finding_, made->args[0].value, 1);
  }

  // `e.item()`, `int(e)` around e; none where nothing reads it as a number.
  ExprId ReadBy(ExprId expr) const {
    ExprId call = finding_.parents.Parent(expr);
    if (finding_.If<syntax::Attribute>(call)) call = finding_.parents.Parent(call);
    const std::optional<HostRead> read = call ? HostReadOf(finding_, call) : std::nullopt;
    const bool is_number = read && (read->how == "item" || read->how == "int");
    return is_number && read->tensor == expr ? call : ExprId();
  }

  const Finding& finding_;
  Variables variables_;
  CapturedUses uses_;
  Rewriter rewriter_;
  std::string why_;
  StmtId search_, loop_, again_;
  ExprId mask_;
  bool rows_are_flat_ = false;
  std::vector<ExprId> searches_;
  std::vector<StmtId> guards_;
  std::optional<VisitedRows> rows_;  // what was searched in the loop
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return Loop(finding).Run();
}

constexpr ObservationKind kAnswers[] = {ObservationKind::DynamicShape, ObservationKind::BranchOn,
                                        ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"count_selected", "capture_number", "outline_result"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "visit all experts, not only those that have tokens",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::visit_all
