// A loop that returns where a tensor says so, as one that runs through and keeps what it would have
// returned:
//
//                                  result = stopped = None
//     for f, head in self.exits:   for f, head in self.exits:
//         x = f(x)                     x = f(x)
//         y = head(x)                  y = head(x)
//         if y.max() > 0.9:            ends = y.max() > 0.9
//             return y                 result = y if result is None else where(stopped, result, y)
//     return y                         stopped = ends if stopped is None else stopped | ends
//                                  return y if result is None else where(stopped, result, y)
//
// While it has not ended, each iteration gives the result another value; once it has, none does.
// What Python asks, whether there is a result, it knows while tracing.
#include <algorithm>

#include "fix/branches.h"
#include "fix/declaration.h"
#include "fix/ended_loop.h"
#include "fix/failures.h"
#include "fix/gradients.h"
#include "fix/operands.h"
#include "fix/pure_calls.h"
#include "fix/renderer.h"
#include "fix/repeatable.h"

namespace graphmend::fix::return_from_loop {
namespace {

using infer::ObservationKind;
using syntax::ExprId;
using syntax::StmtId;

constexpr std::string_view kOtherIteration =
    "where what is returned has another shape or dtype in another iteration, the result is "
    "broadcast or promoted, or torch.where raises";

class LoopReturn {
 public:
  LoopReturn(const Finding& finding, const EndedLoop& loop)
      : finding_(finding),
        terms_(finding),
        rewriter_(finding),
        loop_(loop),
        iterations_(finding_, terms_, loop_),
        branch_(*finding.If<syntax::If>(loop.end)),
        stopped_(Code::Place(rewriter_.FreshName("stopped"))) {}

  Proposal Run() {
    if (IsCaught(finding_, loop_.stmt)) return Declined{std::string(kCaughtHere)};
    if (!branch_.orelse.empty() || !loop_.orelse.empty())
      return Declined{"there is an `else` beside what is returned; write it behind the loop"};
    if (LeavesLoop(finding_, loop_.body, branch_.body.back()))
      return Declined{"the loop is left at other places as well; let it end at one"};
    if (std::string why = iterations_.WhyNotAll(); !why.empty()) return Declined{std::move(why)};
    if (ChangesTensors(finding_, loop_.body))
      return Declined{"the loop changes a tensor in place; assign a new one"};
    if (!IsHarmless(loop_.body) || !End() || !Behind()) return Declined{why_};
    std::string names;
    for (const Code& name : results_) names += name.Text() + " = ";
    rewriter_.InsertBefore(loop_.stmt, names + stopped_.Text() + " = None\n");
    return rewriter_.Finish("run every iteration, and select what the loop returns",
                            diag::Applicability::Unsafe, Difference());
  }

 private:
  bool Fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    return false;
  }

  std::string Difference() const {
    std::string difference =
        "every iteration runs, and the code behind the loop, with their cost, errors and warnings, "
        "also where it returns before; what is returned is a new tensor in each call; gradients of "
        "zeros that go through them are NaN where their values overflow";
    for (const std::string& how : differences_)
      if (!how.starts_with("both sides ") && how != kPutElsewhere) difference += "; " + how;
    if (CallsObjects(finding_, finding_.tree()[loop_.stmt].span))
      difference += "; " + std::string(kPutElsewhere);
    return difference;
  }

  // Whether the block may run once the loop has returned.
  bool IsHarmless(syntax::StmtList block) {
    return std::all_of(block.begin(), block.end(), [&](StmtId stmt) {
      if (stmt == loop_.end || iterations_.IsHarmless(stmt)) return true;
      if (const auto* branch = finding_.If<syntax::If>(stmt);
          branch && terms_.IsStatic(branch->test) && !terms_.EffectsOfOperand(branch->test))
        return IsHarmless(branch->body) && IsHarmless(branch->orelse);
      if (const auto* inner = finding_.If<syntax::For>(stmt);
          inner && inner->orelse.empty() && IsRepeatable(finding_, terms_, inner->iterable))
        return IsHarmless(inner->body);
      if (const auto* with = finding_.If<syntax::With>(stmt);
          with && TurnsOffGradients(finding_, *with))
        return IsHarmless(with->body);
      const std::string text(finding_.Text(finding_.tree()[stmt].header));
      return Fail("`" + text.substr(0, text.find('\n')) +
                  "` must not run where the loop has returned");
    });
  }

  bool End() {
    auto found = PredicateOf(finding_, terms_, loop_.test, {});
    if (auto* declined = std::get_if<Declined>(&found)) return Fail(declined->why);
    const Predicate& test = std::get<Predicate>(found);
    if (test.code.Text().find('\n') != std::string::npos) return Fail(std::string(kLongText));
    if (test.calls_torch) rewriter_.Import("torch");
    if (!test.statics.empty())
      return Fail("Python decides part of the test; make that part a branch around this one");
    Differ(test.difference);
    Branches branches(finding_, terms_, rewriter_, loop_.end);
    if (!branches.Follow(branch_.body, early_)) return Fail(branches.why());
    for (const std::string& how : branches.differences()) Differ(how);
    const Code ends = Code::Place(rewriter_.FreshName("ends"));
    std::vector<Line> lines = {test.Kept().AssignedTo(ends)};
    lines.insert(lines.end(), early_.lines.begin(), early_.lines.end());
    const Code torch = Code::Place(rewriter_.Import("torch"));
    for (std::size_t i = 0; i < early_.returned.size(); ++i) {
      const std::string number = early_.returned.size() > 1 ? "_" + std::to_string(i + 1) : "";
      const Code name = Code::Place(rewriter_.FreshName("result" + number));
      const Code& value = early_.returned[i].code;
      results_.push_back(name);
      const Code kept = torch.Method("where", {stopped_, name, value});
      lines.emplace_back(value.Operand().If(IsNone(name), kept).AssignedTo(name));
    }
    lines.emplace_back(ends.If(IsNone(stopped_), stopped_.BitOr(ends)).AssignedTo(stopped_));
    rewriter_.ReplaceStatement(loop_.end,
                               CommentsIn(finding_, finding_.tree()[loop_.end].span) +
                                   TextOf(lines, rewriter_.Indentation(loop_.end).size()));
    return true;
  }

  // What is returned behind the loop.
  bool Behind() {
    const BlockPosition position = finding_.parents.PositionOf(loop_.stmt);
    const syntax::StmtList rest = position.block.subspan(position.index + 1);
    const auto* last = rest.empty() ? nullptr : finding_.If<syntax::Return>(rest.back());
    if (!last || !last->value)
      return Fail(
          "what is returned where the loop does not return is not in view; return it "
          "behind the loop");
    Branches branches(finding_, terms_, rewriter_, loop_.stmt);
    Side late;
    for (StmtId stmt : rest.first(rest.size() - 1))
      if (finding_.If<syntax::AugAssign>(stmt))
        return Fail("code behind the loop changes values in place; assign new ones");
    if (!branches.Follow(rest.first(rest.size() - 1), late)) return Fail(branches.why());
    std::vector<Value> values;
    if (!Returned(*last, values)) return false;
    if (values.size() != results_.size() || (IsTuple(last->value) != early_.tuple))
      return Fail(
          "the loop and the code behind it return different things; return the same number "
          "of tensors");
    std::vector<Code> selected;
    for (std::size_t i = 0; i < values.size(); ++i) {
      Value early = early_.returned[i], out;
      early.code = results_[i];
      early.NameItems(results_[i]);
      early.guarded = std::nullopt;
      if (!branches.MergeValue("return", stopped_, early, values[i], out))
        return Fail(branches.why());
      // A variable may have another shape or dtype in each iteration.
      const bool same = out.term.shape.IsKnown() && out.term.dtype.IsKnown();
      if (!same) Differ(std::string(kOtherIteration));
      selected.push_back(values[i].code.Operand().If(IsNone(results_[i]), out.code));
    }
    for (const std::string& how : branches.differences()) Differ(how);
    const Code returned = early_.tuple ? Code::Tuple(selected).Bracketed() : selected[0];
    rewriter_.Replace(last->value, returned.Text());
    return true;
  }

  static Code IsNone(const Code& name) { return name.Compared("is", Code::Place("None")); }

  bool IsTuple(ExprId value) const {
    const auto* tuple = finding_.If<syntax::Sequence>(value);
    return tuple && tuple->kind == syntax::SequenceKind::Tuple;
  }

  bool Returned(const syntax::Return& last, std::vector<Value>& values) {
    Branches branches(finding_, terms_, rewriter_, loop_.stmt);
    Side scratch;
    const std::vector<ExprId> parts = IsTuple(last.value) ? TupleItems(finding_.tree(), last.value)
                                                          : std::vector<ExprId>{last.value};
    for (ExprId part : parts)
      if (!branches.Evaluate(part, scratch, values.emplace_back())) return Fail(branches.why());
    return true;
  }

  void Differ(const std::string& how) {
    if (!how.empty() &&
        std::find(differences_.begin(), differences_.end(), how) == differences_.end())
      differences_.push_back(how);
  }

  const Finding& finding_;
  Terms terms_;
  Rewriter rewriter_;
  const EndedLoop loop_;
  const Iterations iterations_;
  const syntax::If& branch_;
  const Code stopped_;
  Side early_;
  std::vector<Code> results_;  // names
  std::string why_;
  std::vector<std::string> differences_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const std::optional<EndedLoop> loop = EndedLoopOf(finding);
  if (!loop || !loop->returns) return std::nullopt;
  return LoopReturn(finding, *loop).Run();
}

constexpr ObservationKind kAnswers[] = {ObservationKind::BranchOn, ObservationKind::TruthInCall,
                                        ObservationKind::DataPredicate};
constexpr std::string_view kBefore[] = {"merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run every iteration of a loop that returns early, and select what it returns",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::return_from_loop
