// A loop over groups of sorted rows that goes through the numbers of their rows and skips the empty
// ones, where a group without rows does nothing:
//
//                                                 with graphmend.capture.numbers():
//                                                     counts_listed = counts.tolist()
//                                                 for bound in counts_listed:
//                                                     torch._check(bound >= 0)
//     for expert, n in zip(experts, counts):      for expert, n in zip(experts, counts_listed):
//         if n == 0:
//             continue
//         rows = order[start : start + n]             rows = order[start : start + n]
//         out[rows] = expert(x[rows])                 out[rows] = expert(x[rows])
//         start += n                                  start += n
#include <optional>
#include <string>
#include <vector>

#include "captured.h"
#include "counted_loop.h"
#include "counted_places.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/renderer.h"
#include "fix/terms.h"
#include "visited_rows.h"

namespace graphmend::fix::visit_counted_groups {
namespace {

using diag::Applicability;
using infer::FactKind;
using infer::ObservationKind;
using syntax::ExprId;
using syntax::StmtId;

class Groups {
 public:
  explicit Groups(const Finding& finding)
      : finding_(finding),
        terms_(finding),
        variables_(finding, finding.function),
        uses_(finding, EntryOf(finding)),
        rewriter_(finding),
        groups_(finding, terms_, variables_, rewriter_) {}

  std::optional<Proposal> Run() {
    if (!groups_.Find()) return std::nullopt;
    if (IsCaught(finding_, groups_.loop())) return Declined{std::string(kCaughtHere)};
    VisitedRows rows(finding_, variables_, groups_.loop(), !IsWithoutGradients(finding_));
    rows.MovesOn(groups_.start());
    if (!LookAt(groups_.For().body, rows))
      return Declined{"the loop does more than compute; keep only the computation in it"};
    if (rows.empty() || !AppendsPieces(rows)) return std::nullopt;
    if (rows.AsksForRows()) return Declined{std::string(kAsksForRows)};
    if (!rows.ChangesRowsAlone())
      return Declined{"the loop changes more in place than the rows of its groups"};
    std::vector<flow::Slot> converted = rows.Converted();
    const bool converts = !converted.empty();
    const std::vector<flow::Slot> added = AddedTo(rows);
    converted.insert(converted.end(), added.begin(), added.end());
    if (const std::string later = SetForLater(finding_, groups_.loop(), converted); !later.empty())
      return Declined{"`" + later + "` is used after the loop, which would always set it"};
    if (const std::string carried = CarriedOn(converted); !carried.empty())
      return Declined{"`" + carried +
                      "` goes on from group to group, and would also by those without rows"};
    IgnoreWhatIsSized();
    for (ExprId cut : groups_.cuts())
      if (!IsTarget(finding_, cut) && !uses_.Goes(Captured::Sized, cut)) return std::nullopt;
    if (!IsWithoutGradients(finding_) && ChangesWhatIsHeld(finding_))
      return Declined{std::string(kChanged)};
    Write();
    return rewriter_.Finish("visit all groups, not only those that have rows",
                            Applicability::Unsafe, Difference(rows, converts));
  }

 private:
  std::optional<std::uint32_t> SlotOf(ExprId expr) const { return variables_.SlotOf(expr); }

  std::string Difference(const VisitedRows& rows, bool converts) const {
    std::string difference =
        "what the loop calls is also called with no rows, with its side effects and an error where "
        "it has no result for none, and its parameters then have zero gradients instead of none; "
        "a group that the program has nothing for raises an error, also one without rows; "
        "an error that a number raises where it does not fit is a different one when compiled";
    if (converts) difference += "; a group without rows decides by its dtype, too";
    if (appends_)
      difference +=
          "; what is put together of each group must have as many rows as the group, there is "
          "always "
          "something to put together, and where none has any rows it has the shape of one without";
    if (groups_.rank() < 0) difference += "; counts of several dimensions raise a different error";
    return difference + rows.Differences() + OutOfView(finding_, uses_);
  }

  // ---- the body ----
  bool LookAt(syntax::StmtList block, VisitedRows& rows) const {
    bool fine = true;
    for (StmtId stmt : block) {
      if (stmt == groups_.guard() && !groups_.wraps()) continue;
      fine = fine && rows.OnlyComputes(stmt) && !finding_.If<syntax::Continue>(stmt);
      if (const auto* assign = finding_.If<syntax::Assign>(stmt);
          assign && assign->targets.size() == 1 &&
          std::find(groups_.cuts().begin(), groups_.cuts().end(), assign->value) !=
              groups_.cuts().end())
        if (const auto slot = SlotOf(assign->targets[0]);
            slot && variables_.Stores(*slot).size() == 1)
          rows.Add(*slot);
      ForEachBlock(finding_.tree(), stmt, false,
                   [&](syntax::StmtList inner) { fine = fine && LookAt(inner, rows); });
    }
    for (ExprId cut : groups_.cuts()) rows.Add(finding_.If<syntax::Subscript>(cut)->index);
    return fine;
  }

  // A variable that the loop assigns and a later round reads, where there is one; but for those.
  std::string CarriedOn(const std::vector<flow::Slot>& but_for) const {
    for (std::uint32_t slot = 0; slot < variables_.graph().slots.size(); ++slot) {
      const auto stores = variables_.Stores(slot);
      const bool assigned = std::any_of(stores.begin(), stores.end(), [&](const flow::Inst* store) {
        return groups_.span().Contains(store->span) && store->stmt != groups_.loop();
      });
      if (!assigned || groups_.IsBound(slot) ||
          std::find(but_for.begin(), but_for.end(), slot) != but_for.end())
        continue;
      for (ExprId read : variables_.Reads(slot)) {
        if (!groups_.span().Contains(finding_.tree()[read].span)) continue;
        for (const flow::Inst* one : terms_.flow().Of(read))
          if (!one || !groups_.span().Contains(one->span) ||
              one->span.begin > finding_.tree()[read].span.begin ||
              finding_.If<syntax::AugAssign>(one->stmt))
            return variables_.Name(slot);
      }
    }
    return "";
  }

  // Variables that the loop assigns by `out = out.index_add(0, rows, part)` alone, which without
  // rows is a copy.
  std::vector<flow::Slot> AddedTo(const VisitedRows& rows) const {
    std::vector<flow::Slot> added;
    for (std::uint32_t slot = 0; slot < variables_.graph().slots.size(); ++slot) {
      bool some = false, all = true;
      for (const flow::Inst* store : variables_.Stores(slot)) {
        if (!groups_.span().Contains(store->span)) continue;
        some = true;
        const auto* assign = finding_.If<syntax::Assign>(store->stmt);
        const auto* call = assign && assign->targets.size() == 1
                               ? finding_.If<syntax::Call>(assign->value)
                               : nullptr;
        const std::string_view name = call ? finding_.NameOf(call->callee) : std::string_view();
        const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
        all = all && method && SlotOf(method->object) == slot && call->args.size() > 1 &&
              (name == "torch.Tensor.index_add" || name == "torch.Tensor.index_copy") &&
              rows.IsRow(call->args[1].value);
      }
      if (some && all) added.push_back(slot);
    }
    return added;
  }

  // Lists that the loop appends to are put together behind it: `torch.cat(outputs)`.
  bool AppendsPieces(VisitedRows& rows) {
    bool fine = true;
    ForEachInside(finding_, groups_.span(), [&](ExprId part) {
      const auto* method = finding_.If<syntax::Attribute>(part);
      const auto slot = method ? SlotOf(method->object) : std::nullopt;
      if (!slot || method->name != "append") return;
      appends_ = true;
      rows.MayAppend(*slot);
      const auto* call = finding_.If<syntax::Call>(finding_.parents.Parent(part));
      fine = fine && call && call->args.size() == 1 && KeepsRows(call->args[0].value, 0);
      for (ExprId read : variables_.Reads(*slot))
        fine = fine && (groups_.span().Contains(finding_.tree()[read].span) ? read == method->object
                                                                            : IsPutTogether(read));
    });
    return fine;
  }

  // Whether nothing that is seen makes anything but a row of each: a module may, which is stated.
  bool KeepsRows(ExprId value, int depth) const {
    constexpr int kDeepest = 8;
    bool keeps = depth < kDeepest, cut = false;
    ForEachInside(finding_, finding_.tree()[value].span, [&](ExprId part) {
      cut = cut ||
            std::find(groups_.cuts().begin(), groups_.cuts().end(), part) != groups_.cuts().end();
      const auto* call = finding_.If<syntax::Call>(part);
      const models::Traits traits = call ? finding_.Fact(call->callee).traits : models::Traits();
      keeps = keeps && traits.op != models::OpKind::Reduction &&
              traits.op != models::OpKind::View && !traits.Has(models::Trait::MoreElements);
      const auto slot = finding_.If<syntax::Name>(part) ? SlotOf(part) : std::nullopt;
      if (!slot || !keeps) return;
      for (const flow::Inst* store : variables_.Stores(*slot))
        if (groups_.span().Contains(store->span) && store->stmt != groups_.loop() &&
            !groups_.IsBound(*slot))
          if (const ExprId made = terms_.ValueOf(store)) {
            keeps = keeps && KeepsRows(made, depth + 1);
            cut = true;
          }
    });
    return keeps && (cut || depth > 0);
  }

  // Whether the call is asked for no more than whether there are any.
  bool IsTested(ExprId call) const {
    const ExprId outer = finding_.parents.Parent(call);
    const auto* choice = finding_.If<syntax::Conditional>(outer);
    const auto* branch = finding_.If<syntax::If>(finding_.parents.Statement(call));
    const auto* compare = finding_.If<syntax::Compare>(outer);
    return (choice && choice->test == call) || (branch && branch->test == call) ||
           (compare && compare->left == call && compare->ops.size() == 1 &&
            IsLiteralInt(finding_, compare->rights[0], 0));
  }

  // `torch.cat(outputs, dim=0)`, `if len(outputs)`
  bool IsPutTogether(ExprId read) const {
    const auto* call = finding_.If<syntax::Call>(finding_.parents.Parent(read));
    if (!call || call->args.empty() || call->args[0].value != read) return false;
    if (finding_.BuiltinName(call->callee) == "len") return IsTested(finding_.parents.Parent(read));
    const ExprId dim = Argument(*call, 1, "dim");
    return finding_.NameOf(call->callee) == "torch.cat" && (!dim || IsLiteralInt(finding_, dim, 0));
  }

  // Behind `new[order] = torch.cat(outputs)` torch knows how many rows there are in all: as many as
  // it stores.
  void IgnoreWhatIsSized() {
    const source::Span function = finding_.tree()[finding_.function].span;
    for (std::uint32_t i = 0; i < finding_.tree().stmts.size(); ++i) {
      const StmtId stmt(i);
      const source::Span span = finding_.tree()[stmt].span;
      const auto* assign = finding_.If<syntax::Assign>(stmt);
      const auto* item = assign && assign->targets.size() == 1
                             ? finding_.If<syntax::Subscript>(assign->targets[0])
                             : nullptr;
      if (!item || !function.Contains(span) || span.begin < groups_.span().end ||
          !IsTensor(finding_.Fact(item->index)) || !IsWholePut(assign->value))
        continue;
      if (finding_.parents.PositionOf(stmt).block.data() ==
          finding_.parents.PositionOf(groups_.loop()).block.data())
        uses_.Ignore({span.end, function.end});
    }
  }

  // What was put together of the pieces of all groups, perhaps by a name.
  bool IsWholePut(ExprId value) const {
    const auto slot = SlotOf(value);
    const ExprId made = slot ? variables_.OnlyValue(*slot) : value;
    bool put = false;
    if (made)
      ForEachInside(finding_, finding_.tree()[made].span, [&](ExprId part) {
        const auto* call = finding_.If<syntax::Call>(part);
        put = put || (call && finding_.NameOf(call->callee) == "torch.cat" &&
                      finding_.Fact(call->args[0].value).Is(FactKind::List));
      });
    return put && appends_;
  }

  void Write() {
    const std::string step = StepAt(rewriter_, groups_.loop()), torch = rewriter_.Import("torch");
    const std::string numbers = Render(finding_, groups_.tensor()) + ".tolist()";
    std::string name;
    if (groups_.made_in()) name = std::string(finding_.Text(groups_.listed()));
    else
      name = rewriter_.FreshName(SlotOf(groups_.listed())
                                     ? std::string(finding_.Text(groups_.listed())) + "_listed"
                                     : "counts");
    const std::string bound = rewriter_.FreshName("bound");
    const std::string lines = CaptureLine(rewriter_) + step + name + " = " + numbers + "\n" +
                              "for " + bound + " in " + name + ":\n" + step + torch + "._check(" +
                              bound + " >= 0)\n";
    if (groups_.made_in()) {
      rewriter_.ReplaceStatement(
          groups_.made_in(), CommentsIn(finding_, finding_.tree()[groups_.made_in()].span) + lines);
    } else {
      rewriter_.InsertBefore(groups_.loop(), lines);
      rewriter_.Replace(groups_.listed(), name);
    }
    if (groups_.wraps()) Unwrap();
    else rewriter_.Delete(groups_.guard());
  }

  // The statements under the guard, in its place.
  void Unwrap() {
    const auto& body = finding_.If<syntax::If>(groups_.guard())->body;
    const source::Span block{finding_.tree()[body.front()].span.begin,
                             finding_.tree()[body.back()].span.end};
    const std::size_t margin = rewriter_.Indentation(groups_.guard()).size();
    const std::size_t columns = rewriter_.Indentation(body.front()).size() - margin;
    rewriter_.ReplaceStatement(groups_.guard(),
                               Dedented(finding_.Text(block), margin, columns) + "\n");
  }

  const Finding& finding_;
  Terms terms_;
  Variables variables_;
  CapturedUses uses_;
  Rewriter rewriter_;
  CountedLoop groups_;
  bool appends_ = false;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return Groups(finding).Run();
}

constexpr ObservationKind kAnswers[] = {ObservationKind::BranchOn, ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"merge_branch", "capture_number", "compute_by_tensors",
                                        "keep_scalar", "unbind_list"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "visit all groups of rows that are counted, not only those that have some",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::visit_counted_groups
