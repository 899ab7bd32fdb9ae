// A loop over groups of sorted rows that skips the empty ones, where a group without rows does
// nothing:
//
//     ends = chosen.bincount().cpu().numpy().cumsum(0)   with graphmend.capture.numbers():
//     for e, end in enumerate(ends):                         ends = torch.zeros(
//         start = 0 if e == 0 else ends[e - 1]                   len(self.experts), …
//         if start == end:                                   ).scatter_add_(…).cumsum(0).tolist()
//             continue                                   for e, end in enumerate(ends):
//         rows = order[start:end]                            start = 0 if e == 0 else ends[e - 1]
//         out[rows] = self.experts[e](x[rows])               rows = order[start:end]
//                                                            out[rows] = self.experts[e](x[rows])
//
// All groups are visited, so that there are as many as experts, and where each one begins stays in
// the graph.
#include <utility>

#include "captured.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "visited_rows.h"

namespace graphmend::fix::visit_all_groups {
namespace {

using diag::Applicability;
using infer::FactKind;
using infer::ObservationKind;
using syntax::ExprId;
using syntax::LiteralKind;
using syntax::StmtId;

class Groups {
 public:
  explicit Groups(const Finding& finding)
      : finding_(finding),
        variables_(finding, finding.function),
        uses_(finding, EntryOf(finding)),
        rewriter_(finding) {}

  std::optional<Proposal> Run() {
    if (!FindCounts() || !FindLoop()) return std::nullopt;
    if (IsCaught(finding_, loop_)) return Declined{std::string(kCaughtHere)};
    if (!FindGuard() || !FindGroups()) return std::nullopt;
    VisitedRows rows(finding_, variables_, loop_, !IsWithoutGradients(finding_));
    if (!LookAt(For().body, rows))
      return Declined{"the loop does more than compute; keep only the computation in it"};
    if (rows.empty()) return std::nullopt;
    if (rows.AsksForRows()) return Declined{std::string(kAsksForRows)};
    if (!rows.ChangesRowsAlone())
      return Declined{"the loop changes more in place than the rows of its groups"};
    const std::vector<flow::Slot> converted = rows.Converted();
    if (const std::string later = SetForLater(finding_, loop_, converted); !later.empty())
      return Declined{"`" + later + "` is used after the loop, which would always set it"};
    uses_.Ignore(finding_.tree()[guard_].span);
    if (!uses_.Goes(Captured::Numbers, Value())) return std::nullopt;
    if (!IsWithoutGradients(finding_) && ChangesWhatIsHeld(finding_))
      return Declined{std::string(kChanged)};
    Write();
    return rewriter_.Finish(
        "visit all groups, not only those that have rows", Applicability::Unsafe,
        "what the loop calls is also called with no rows, with its side effects and an error where "
        "it has no result for none, and its parameters then have zero "
        "gradients instead of none; a number of an expert that there is not raises a different "
        "error; an error that a number raises where it does not fit is a "
        "different one when compiled" +
            std::string(converted.empty() ? ""
                                          : "; a group without rows decides by its dtype, too") +
            (needs_host_ ? "; counts on a GPU, which NumPy does not take, raise no error" : "") +
            rows.Differences() + OutOfView(finding_, uses_));
  }

 private:
  const syntax::For& For() const { return *finding_.If<syntax::For>(loop_); }
  ExprId Value() const { return finding_.If<syntax::Assign>(finding_.stmt)->value; }
  std::string_view Text(ExprId expr) const { return finding_.Text(expr); }
  std::string_view NameIn(ExprId expr) const {
    return finding_.If<syntax::Name>(expr) ? Text(expr) : std::string_view();
  }

  // `ends = x.bincount().cpu().numpy().cumsum(0)`
  bool FindCounts() {
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    const auto slot = assign && assign->targets.size() == 1 ? variables_.SlotOf(assign->targets[0])
                                                            : std::nullopt;
    if (!slot || variables_.IsCaptured(*slot) || variables_.IsParameter(*slot) ||
        variables_.Stores(*slot).size() != 1 || !rewriter_.HasOwnLines(finding_.stmt))
      return false;
    counts_ = *slot;
    bool added = false;
    ExprId value = assign->value;
    while (value != finding_.expr) {
      ExprId of;
      needs_host_ |= MethodCall(finding_, value, "numpy", of) != nullptr;
      if (MethodCall(finding_, value, "cpu", of)) needs_host_ = false;
      value = Inside(value, added);
      if (!value) return false;
    }
    const auto* call = finding_.If<syntax::Call>(value);
    if (!added || !call || finding_.NameOf(call->callee) != "torch.Tensor.bincount" ||
        !call->args.empty())
      return false;
    chosen_ = finding_.If<syntax::Attribute>(call->callee)->object;
    return IsPlainRead(finding_, chosen_);
  }

  // What the sum along the only dimension is of, or what is only moved to Python; none for another
  // expression, and for a second sum.
  ExprId Inside(ExprId value, bool& added) const {
    ExprId inner;
    if (const auto* sum = MethodCall(finding_, value, "cumsum", inner)) {
      const bool again = std::exchange(added, true);
      return !again && sum->args.size() == 1 && IsZero(sum->args[0].value) ? inner : ExprId();
    }
    for (std::string_view way : {"cpu", "numpy", "tolist", "detach"})
      if (const auto* moved = MethodCall(finding_, value, way, inner))
        return moved->args.empty() ? inner : ExprId();
    return {};
  }

  bool IsZero(ExprId expr) const {
    const auto* literal = finding_.If<syntax::Literal>(expr);
    return literal && literal->kind == LiteralKind::Int && literal->integer == 0;
  }

  // `for e, end in enumerate(ends):`
  bool FindLoop() {
    for (ExprId read : variables_.Reads(counts_))
      if (const auto* loop = finding_.If<syntax::For>(finding_.parents.Statement(read)))
        if (finding_.tree()[loop->iterable].span.Contains(finding_.tree()[read].span))
          loop_ = finding_.parents.Statement(read);
    if (!loop_ || !For().orelse.empty()) return false;
    const auto* call = finding_.If<syntax::Call>(For().iterable);
    const auto* targets = finding_.If<syntax::Sequence>(For().target);
    if (!call || !targets || finding_.BuiltinName(call->callee) != "enumerate" ||
        call->args.size() != 1 || variables_.SlotOf(call->args[0].value) != counts_ ||
        targets->items.size() != 2)
      return false;
    const auto group = variables_.SlotOf(targets->items[0]);
    end_ = NameIn(targets->items[1]);
    const auto end = variables_.SlotOf(targets->items[1]);
    if (!group || !end || variables_.IsCaptured(*group) || variables_.Stores(*group).size() != 1 ||
        variables_.Stores(*end).size() != 1)
      return false;
    group_ = *group;
    return true;
  }

  // `start = 0 if e == 0 else ends[e - 1]`, `if start == end: continue`
  bool FindGuard() {
    for (StmtId stmt : For().body) {
      const auto* assign = finding_.If<syntax::Assign>(stmt);
      if (assign && assign->targets.size() == 1 && IsStart(assign->value)) {
        const auto slot = variables_.SlotOf(assign->targets[0]);
        if (slot && variables_.Stores(*slot).size() == 1) start_ = NameIn(assign->targets[0]);
      }
      const auto* branch = finding_.If<syntax::If>(stmt);
      if (!branch || start_.empty() || !branch->orelse.empty() || branch->body.size() != 1 ||
          !finding_.If<syntax::Continue>(branch->body[0]) || !rewriter_.HasOwnLines(stmt))
        continue;
      const auto* compare = finding_.If<syntax::Compare>(branch->test);
      if (!compare || compare->ops.size() != 1 || compare->ops[0] != syntax::CompareOp::Eq)
        continue;
      const std::string_view left = NameIn(compare->left), right = NameIn(compare->rights[0]);
      if ((left == start_ && right == end_) || (left == end_ && right == start_)) guard_ = stmt;
    }
    return bool(guard_);
  }

  bool IsStart(ExprId value) const {
    const auto* choice = finding_.If<syntax::Conditional>(value);
    const auto* first = choice ? finding_.If<syntax::Compare>(choice->test) : nullptr;
    return first && first->ops.size() == 1 && first->ops[0] == syntax::CompareOp::Eq &&
           variables_.SlotOf(first->left) == group_ && IsZero(first->rights[0]) &&
           IsZero(choice->body) && IsBefore(choice->orelse);
  }

  // `ends[e - 1]`
  bool IsBefore(ExprId expr) const {
    const auto* item = finding_.If<syntax::Subscript>(expr);
    const auto* before = item ? finding_.If<syntax::Binary>(item->index) : nullptr;
    const auto* one = before ? finding_.If<syntax::Literal>(before->right) : nullptr;
    return one && before->op == syntax::BinaryOp::Sub && one->kind == LiteralKind::Int &&
           one->integer == 1 && variables_.SlotOf(before->left) == group_ &&
           variables_.SlotOf(item->object) == counts_;
  }

  // `self.experts[e]`: there are as many groups as experts, and the loop asks no more of either.
  bool FindGroups() {
    for (ExprId read : variables_.Reads(group_)) {
      const ExprId parent = finding_.parents.Parent(read);
      if (const auto* item = finding_.If<syntax::Subscript>(parent); item && item->index == read) {
        const infer::ExprFact& container = finding_.Fact(item->object);
        const bool counted =
            container.Is(FactKind::List) || container.Name().ends_with(".ModuleList");
        if (!counted || !IsPlainRead(finding_, item->object)) return false;
        if (!experts_.empty() && experts_ != Text(item->object)) return false;
        experts_ = Text(item->object);
      } else if (!IsBefore(finding_.parents.Parent(parent)) &&
                 !IsStart(finding_.parents.Parent(parent))) {
        return false;
      }
    }
    for (ExprId read : variables_.Reads(counts_))
      if (finding_.parents.Statement(read) != loop_ && !IsBefore(finding_.parents.Parent(read)))
        return false;
    return !experts_.empty();
  }

  // Rows are what the bounds of a group cut: `order[start:end]`.
  bool LookAt(syntax::StmtList block, VisitedRows& rows) const {
    bool fine = true;
    for (StmtId stmt : block) {
      if (stmt == guard_) continue;
      fine = fine && rows.OnlyComputes(stmt) && !finding_.If<syntax::Continue>(stmt);
      if (const auto* assign = finding_.If<syntax::Assign>(stmt);
          assign && assign->targets.size() == 1 && IsCut(assign->value))
        if (const auto slot = variables_.SlotOf(assign->targets[0]);
            slot && variables_.Stores(*slot).size() == 1)
          rows.Add(*slot);
      ForEachBlock(finding_.tree(), stmt, false,
                   [&](syntax::StmtList inner) { fine = fine && LookAt(inner, rows); });
    }
    return fine;
  }

  bool IsCut(ExprId value) const {
    const auto* item = finding_.If<syntax::Subscript>(value);
    const auto* slice = item ? finding_.If<syntax::Slice>(item->index) : nullptr;
    return slice && slice->lower && slice->upper && !slice->step && Text(slice->lower) == start_ &&
           Text(slice->upper) == end_;
  }

  void Write() {
    const auto& assign = *finding_.If<syntax::Assign>(finding_.stmt);
    const std::string counts(Text(assign.targets[0])), chosen(Text(chosen_));
    const std::string step = StepAt(rewriter_, finding_.stmt);
    const std::string bound = rewriter_.FreshName("bound"), torch = rewriter_.Import("torch");
    const std::string lines =
        CaptureLine(rewriter_) + step + counts + " = " + torch + ".zeros(len(" +
        std::string(experts_) + "), dtype=" + torch + ".long, device=" + chosen +
        ".device).scatter_add_(\n" + step + step + "0, " + chosen + ".long(), " + torch +
        ".ones_like(" + chosen + ", dtype=" + torch + ".long)\n" + step + ").cumsum(0).tolist()\n" +
        "for " + bound + " in " + counts + ":\n" + step + torch + "._check(" + bound + " >= 0)\n";
    rewriter_.ReplaceStatement(finding_.stmt,
                               CommentsIn(finding_, finding_.tree()[finding_.stmt].span) + lines);
    rewriter_.Delete(guard_);
  }

  const Finding& finding_;
  Variables variables_;
  CapturedUses uses_;
  Rewriter rewriter_;
  StmtId loop_, guard_;
  ExprId chosen_;
  bool needs_host_ = false;               // NumPy gets the counts from where they are
  std::uint32_t counts_ = 0, group_ = 0;  // slots
  std::string_view start_, end_, experts_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return Groups(finding).Run();
}

constexpr ObservationKind kAnswers[] = {ObservationKind::DynamicShape};
constexpr std::string_view kBefore[] = {"count_by_scatter"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "visit all groups of rows, not only those that have some",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::visit_all_groups
