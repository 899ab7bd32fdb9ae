// A branch on a tensor, as code that always runs and selects:
//
//     if score > 0:                       h = torch.where(score > 0, torch.relu(h), h)
//         h = torch.relu(h)
//
// and a return in it, as one return behind it. What may be wrong with running both sides is what
// `Branches` follows; what may differ then is said in the fix. Safe, where what the sides do is
// linear in the same tensors, cannot raise, and the tensor that stays is nobody else's.
#include <algorithm>

#include "fix/branches.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/pure_calls.h"
#include "fix/renderer.h"
#include "fix/result_uses.h"
#include "fixes/branch_rest.h"
#include "fixes/branch_text.h"
#include "fixes/chosen_modules.h"

namespace graphmend::fix::merge_branch {
namespace {

using syntax::ExprId;
using syntax::StmtId;

class BranchMerge {
 public:
  BranchMerge(const Finding& finding, StmtId stmt)
      : finding_(finding),
        terms_(finding),
        rewriter_(finding),
        stmt_(stmt),
        if_(*finding.If<syntax::If>(stmt)),
        branches_(finding_, terms_, rewriter_, stmt) {}

  Proposal Run() {
    branches_.MayDraw(draws_);
    branches_.MayAppend();
    if (!rewriter_.HasOwnLines(stmt_))
      return Declined{"the branch shares its line with another statement; give it its own line"};
    if (IsCaught(finding_, stmt_))
      return Declined{"an exception raised in it is caught here; move it out of the `try`"};
    auto predicate = PredicateOf(finding_, terms_, OfTensor(), {}, true);
    if (auto* declined = std::get_if<Declined>(&predicate)) return *declined;
    test_ = std::get<Predicate>(std::move(predicate));
    if (first_ && !test_.statics.empty())
      return Declined{"Python decides parts of the test; make them branches around this one"};
    if (test_.code.Text().find('\n') != std::string::npos) return Declined{std::string(kLongText)};
    if (!test_.difference.empty()) branches_.Differ(test_.difference);
    if (test_.calls_torch) rewriter_.Import("torch");
    Side when_true, when_false;
    if (const bool asks = SidesAsk(); test_.once || asks) {
      // What the sides assign or change may be what the test reads, and it is asked once.
      const Code predicate = Code::Place(branches_.Fresh("predicate"));
      const bool changed =
          OfSides([&](syntax::StmtList side) { return ChangesTensors(finding_, side); });
      head_ = (changed ? test_.Kept() : test_.code).AssignedTo(predicate);
      test_.code = predicate, test_.negated = predicate.Inverted();
      if (asks) when_true.when = test_.code, when_false.when = test_.negated;
    }
    if (!FollowSides(when_true, when_false))
      return Declined{branches_.why().empty() ? why_ : branches_.why()};
    const bool done = when_true.returns || when_false.returns ? Return(when_true, when_false)
                                                              : Assign(when_true, when_false);
    if (!done) return Declined{branches_.why().empty() ? why_ : branches_.why()};
    if (branches_.by_cond()) title_ = "run the side that the tensor selects, with torch.cond";
    return Written(finding_, draws_, title_, Difference(), rewriter_);
  }

 private:
  // Whether something is so of the statements of either side.
  template <class Asked>
  bool OfSides(const Asked& asked) const {
    return asked(if_.body) || asked(if_.orelse) || asked(Skipped());
  }

  // Whether what is written for the sides needs the name of the test.
  bool SidesAsk() const {
    return OfSides([&](syntax::StmtList side) {
      return AsksForTest(finding_, side) || branches_.NamesPoles(side);
    });
  }

  // `mask is None or mask.all()`: what a tensor decides, where what Python decides before it holds
  // by itself; see `first_`.
  ExprId OfTensor() {
    const auto* either = finding_.If<syntax::BoolOp>(if_.test);
    if (!either || either->op != syntax::BoolOpKind::Or || !terms_.IsStatic(either->left) ||
        terms_.IsStatic(either->right) || terms_.Effects(either->left) ||
        !IsPlainBlock(finding_, if_.body) || !Skipped().empty())
      return if_.test;
    first_ = either->left;
    return either->right;
  }

  syntax::StmtList Skipped() const { return SkippedRest(finding_, rewriter_, stmt_); }

  bool FollowSides(Side& when_true, Side& when_false) {
    const syntax::StmtList skipped = Skipped();
    const syntax::StmtList body = skipped.empty() ? if_.body : if_.body.first(if_.body.size() - 1);
    const syntax::StmtList behind = OnlyReturnBehind(finding_, rewriter_, stmt_);
    branches_.MayReturnInside(behind);
    if (!branches_.Follow(body, when_true) || !branches_.Follow(if_.orelse, when_false) ||
        !branches_.Follow(skipped, when_false))
      return false;
    if (branches_.goes_on()) {
      if (!branches_.GoOn(when_true, when_false)) return false;
      rewriter_.Delete(behind[0]);
    }
    if (!skipped.empty() && (when_true.returns || when_false.returns || !test_.statics.empty()))
      return Fail("the rest of the loop does more than assign; make it a side of the branch");
    for (StmtId stmt : skipped) rewriter_.Delete(stmt);
    return true;
  }

  // What may differ; empty where nothing does.
  std::string Difference() const {
    std::string difference;
    auto add = [&](std::string_view how) {
      difference += (difference.empty() ? "" : "; ") + std::string(how);
    };
    for (const std::string& one : branches_.differences()) add(one);
    if (!test_.speculatable) add(kWholeTest);
    if (shown_) add(kShown);
    const bool always = copied_when_true_ && copied_when_false_;
    const std::string_view where = always              ? ""
                                   : copied_when_true_ ? "where the test holds, "
                                                       : "where the test fails, ";
    if (copied_when_true_ || copied_when_false_)
      add(std::string(where) + "the result is a copy, no longer the same tensor");
    return difference;
  }

  bool Fail(std::string why) {
    why_ = std::move(why);
    return false;
  }

  // ---- assignments ----
  bool Assign(Side& when_true, Side& when_false) {
    Side out;
    if (!branches_.Merge(test_, when_true, when_false, out)) return false;
    for (const auto& [list, value] : out.appended)
      out.lines.emplace_back(Code::Place(list).Method("append", {value.code}));
    shown_ = !out.appended.empty();
    if (out.order.empty() && out.appended.empty() && head_.empty())
      return Fail("neither side leaves a value behind; delete the branch");
    branches_.Untangle(out);
    for (const std::string& name : out.order) {
      out.lines.emplace_back(out.values.at(name).code.AssignedTo(Code::Place(name)));
      copied_when_true_ |= IsCopied(when_true, name);
      copied_when_false_ |= IsCopied(when_false, name);
      shown_ = shown_ || ResultUses(finding_, terms_, stmt_).IsShown(name);
    }
    const auto asks = [&](const Line& line) { return line.code.Holds(test_.code); };
    const bool asked = std::any_of(out.lines.begin(), out.lines.end(), asks);
    if (!asked && head_.empty()) branches_.Differ(std::string(kNotAsked));
    return Write(out.lines);
  }

  // Whether something else may hold what the side gives the variable, or leaves in it.
  bool IsCopied(const Side& side, const std::string& name) {
    const auto value = side.values.find(name);
    if (value == side.values.end() || value->second.before) return !IsSoleHolder(name);
    return !value->second.term.fresh || value->second.held;
  }

  bool Write(std::vector<Line> lines) {
    if (!head_.empty()) lines.insert(lines.begin(), head_);
    std::string text = CommentsIn(finding_, finding_.tree()[stmt_].span);
    if (!test_.statics.empty()) {
      text += "if " + StaticsOf(finding_, test_).Text() + ":\n";
      for (Line& line : lines) ++line.level;
    }
    if (first_) {
      const bool ends = finding_.If<syntax::Return>(if_.body.back()) != nullptr;
      text += "if " + Code::Of(finding_, first_).Text() + ":\n" + Indented(finding_, if_.body);
      if (!ends) text += "else:\n";
      for (Line& line : lines) line.level += ends ? 0 : 1;
    }
    text += TextOf(lines, rewriter_.ColumnOfReplacement(stmt_));
    if (!test_.statics.empty() && !if_.orelse.empty()) {
      if (!IsPlainBlock(finding_, if_.orelse))
        return Fail(
            "the other side would be needed twice; decide what Python knows in a branch "
            "around this one");
      text += "else:\n" + Indented(finding_, if_.orelse);
    }
    if (text.empty()) return Fail("nothing is left of the branch; delete it");
    rewriter_.ReplaceStatement(stmt_, text);
    return true;
  }

  // ---- returns ----
  bool Return(Side& when_true, Side& when_false) {
    if (when_true.returns && when_false.returns) {
      Side out;
      std::vector<Line> lines = when_true.lines;
      lines.insert(lines.end(), when_false.lines.begin(), when_false.lines.end());
      Code returned;
      if (!test_.statics.empty())
        return Fail("Python decides part of the test; make that part a branch around this one");
      if (!Returned(when_true, when_false, lines, returned)) return false;
      lines.emplace_back(Returning(returned));
      return Write(std::move(lines));
    }
    const BlockPosition position = finding_.parents.PositionOf(OnlyWayBehind(finding_, stmt_));
    if (!when_true.returns || !if_.orelse.empty())
      return Fail("one side returns inside the branch; return after it");
    const syntax::StmtList rest = position.block.subspan(position.index + 1);
    const auto* last = rest.empty() ? nullptr : finding_.If<syntax::Return>(rest.back());
    if (!last)
      return Fail(
          "what is returned where the test fails is not in view; return it after the branch");
    Side after;
    Branches follow(finding_, terms_, rewriter_, stmt_);
    follow.ConvertsWith(branches_);
    follow.MayDraw(draws_);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (ChangesOwn(finding_, terms_, rest, rest[i]))  // it stays as it is
        branches_.Differ("both sides run, so that an error or a warning in either shows");
      else if (finding_.If<syntax::AugAssign>(rest[i]))
        return Fail("code after the return changes values in place; assign new ones");
      else if (!follow.Follow(rest.subspan(i, 1), after)) return Fail(follow.why());
    }
    if (when_true.draws && after.draws)
      return Fail("random numbers are drawn here and behind it; draw them before the branch");
    for (const std::string& how : follow.differences()) branches_.Differ(how);
    return ReturnBehind(when_true, rest, *last, after.returned);
  }

  // `followed`: what is returned behind, made of what the branch finds; the statements between
  // stay, so it is written as in the source.
  bool ReturnBehind(Side& early, syntax::StmtList rest, const syntax::Return& last,
                    const std::vector<Value>& followed) {
    Side late;
    late.returns = true;
    Branches values(finding_, terms_, rewriter_, stmt_);
    values.ConvertsWith(branches_);
    values.MayDraw(draws_);
    Side scratch;
    const auto* tuple = finding_.If<syntax::Sequence>(last.value);
    late.tuple = tuple && tuple->kind == syntax::SequenceKind::Tuple;
    std::vector<ExprId> parts = {last.value};
    if (late.tuple) parts.assign(tuple->items.begin(), tuple->items.end());
    for (ExprId part : parts) {
      Value value;
      if (!values.Evaluate(part, scratch, value)) return Fail(values.why());
      value.MadeBetween(followed[late.returned.size()]);
      late.returned.push_back(std::move(value));
    }
    std::vector<Line> lines = early.lines;
    Code returned;
    if (rest.size() == 1) {
      if (!Returned(early, late, lines, returned)) return false;
      if (!test_.statics.empty()) {
        lines.emplace_back(Returning(returned));
        return Write(std::move(lines));
      }
      rewriter_.Replace(last.value, OnLinesOf(rest.back(), returned, rewriter_));
    } else {
      if (!test_.statics.empty())
        return Fail("Python decides part of the test; make that part a branch around this one");
      // What is behind may assign what the test and the early result read.
      if (head_.empty()) {
        const Code predicate = Code::Place(branches_.Fresh("predicate"));
        lines.emplace_back(test_.code.AssignedTo(predicate));
        test_.code = predicate;
      }
      const bool guarded =
          GuardBetween(finding_, terms_, rewriter_, rest.first(rest.size() - 1), late, test_.code);
      for (Value& value : late.returned)
        if (value.inherited && !guarded) value.unstable = true, value.divisors = std::nullopt;
      for (Value& value : early.returned)
        if (!value.code.IsOperand() || Reassigned(value.code, rest)) NameEarly(value, lines);
      if (!Returned(early, late, lines, returned)) return false;
      rewriter_.Replace(last.value, OnLinesOf(rest.back(), returned, rewriter_));
    }
    return LeavesNothing(lines) ? (rewriter_.Delete(stmt_), true) : Write(std::move(lines));
  }

  bool LeavesNothing(const std::vector<Line>& lines) const {
    return lines.empty() && head_.empty() && !first_ &&
           CommentsIn(finding_, finding_.tree()[stmt_].span).empty();
  }

  // What is returned early is computed before the rest.
  void NameEarly(Value& value, std::vector<Line>& lines) {
    const Code fresh = Code::Place(branches_.Fresh("early"));
    if (const auto guarded = branches_.Guarded(test_.code, true, value))
      value.code = *guarded, value.unstable = false;
    value.divisors = std::nullopt;
    value.guarded = std::nullopt;
    lines.emplace_back(value.code.AssignedTo(fresh));
    value.code = fresh;
    value.NameItems(fresh);
  }

  bool Reassigned(const Code& code, syntax::StmtList rest) const {
    return code.Calls() ||
           std::any_of(rest.begin(), rest.end(),
                       [&](StmtId stmt) {
                         const auto* assign = finding_.If<syntax::Assign>(stmt);
                         return assign && code.Reads(finding_.Text(assign->targets[0]));
                       }) ||
           std::any_of(rest.begin(), rest.end(),
                       [&](StmtId stmt) { return finding_.If<syntax::If>(stmt) != nullptr; });
  }

  bool Returned(Side& a, Side& b, std::vector<Line>& lines, Code& out) {
    if (a.tuple != b.tuple || a.returned.size() != b.returned.size())
      return Fail("the sides return different things; return the same number of tensors on both");
    if (a.draws && b.draws) return Fail(std::string(kBothDraw));
    std::size_t computed = 0;
    for (std::size_t i = 0; i < a.returned.size(); ++i) {
      const Value &one = a.returned[i], &other = b.returned[i];
      if (one.code != other.code) computed += one.each || other.each ? 2 : 1;  // for each element
    }
    if (computed > 1 && !test_.code.IsOperand()) {
      const Code predicate = Code::Place(branches_.Fresh("predicate"));
      lines.insert(lines.begin(), test_.code.AssignedTo(predicate));
      test_.code = predicate;
    }
    bool asks = !head_.empty() || std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
      return line.code.Holds(test_.code);
    });
    std::vector<Code> values;
    for (std::size_t i = 0; i < a.returned.size(); ++i) {
      Value value;
      if (!branches_.MergeValue("return", test_.code, a.returned[i], b.returned[i], value))
        return false;
      values.push_back(value.code);
      asks |= value.code.Holds(test_.code);
      if (a.returned[i].code == b.returned[i].code) continue;
      copied_when_true_ |= a.returned[i].held && !a.returned[i].number;
      copied_when_false_ |= b.returned[i].held && !b.returned[i].number;
      shown_ = true;  // by the caller, perhaps
    }
    if (!asks) branches_.Differ(std::string(kNotAsked));
    out = a.tuple ? Code::Tuple(values) : values[0];
    return true;
  }

  // ---- safety ----
  // No other variable, object or caller can hold the tensor that the variable has before.
  bool IsSoleHolder(const std::string& name) {
    Value before;
    if (!branches_.ValueBefore(name, before) || !before.term.fresh) return false;
    return !ResultUses(finding_, terms_, stmt_).MayBeHeld(name);
  }

  const Finding& finding_;
  Terms terms_;
  Rewriter rewriter_;
  StmtId stmt_;
  const syntax::If& if_;
  std::vector<ExprId> draws_;
  Branches branches_;
  ExprId first_;  // of Python's: where it holds, the branch is taken before a tensor is asked
  Predicate test_;
  std::string title_ = "run both sides and select with torch.where";
  std::string why_;
  Code head_;  // the line that names the predicate, where a side writes a message
  bool copied_when_true_ = false, copied_when_false_ = false;
  bool shown_ = false;
};

std::optional<Proposal> Propose(const Finding& finding) {
  const StmtId chain = BranchOf(finding);
  if (!chain || !finding.IsInFunction()) return std::nullopt;
  const StmtId stmt = BehindStatic(finding, chain);
  if (ChoosesModule(finding, *finding.If<syntax::If>(stmt))) return std::nullopt;
  return BranchMerge(finding, stmt).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn,
                                               infer::ObservationKind::TruthInCall,
                                               infer::ObservationKind::DataPredicate};
constexpr std::string_view kBefore[] = {"cond_call"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run both sides of a branch and select with torch.where",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::merge_branch
