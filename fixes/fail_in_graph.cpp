// Tests that only fail: a branch that raises, an assert that Dynamo cannot lower.
//
//     if (ids >= n).any():                      torch._assert_async(~(ids >= n).any(), "bad id")
//         raise IndexError("bad id")
//     assert not torch.isnan(x).any(), "nan"    assert ~torch.isnan(x).any(), "nan"
//
//     if mask.any(-1).all():                    torch._assert_async(mask.any(-1).all(), "empty")
//         s = s.masked_fill(~mask, low)         s = s.masked_fill(~mask, low)
//     else:
//         raise ValueError("empty")
//
// The test becomes an op of the graph that fails on the same inputs. An assert stays one where
// Dynamo lowers it, and is then the same in eager.
#include <algorithm>
#include <array>
#include <utility>

#include "fix/arguments.h"
#include "fix/branches.h"
#include "fix/calls.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fix/renderer.h"
#include "fix/variables.h"
#include "fixes/compared_sizes.h"
#include "fixes/failure_message.h"
#include "fixes/with_blocks.h"

namespace graphmend::fix::fail_in_graph {
namespace {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

// A branch of which one side does nothing but fail.
struct Failure {
  syntax::StmtList raising;  // texts that get names, then the `raise`
  syntax::StmtList rest;     // the other side
  StmtId behind;             // the `raise`, where it stands behind a branch that returns
  bool holds = true;         // the test, where it fails
};

class Guard {
 public:
  explicit Guard(const Finding& finding)
      : finding_(finding), terms_(finding), rewriter_(finding), message_(finding) {}

  Proposal Raise(StmtId stmt, const syntax::If& branch, const Failure& failure) {
    if (auto declined = Prepare(stmt, branch.test)) return *declined;
    if (!test_.statics.empty() && (finding_.IsElif(stmt) || !failure.holds))
      return Declined{"Python decides part of the test; test that part on its own"};
    for (StmtId before : failure.raising.first(failure.raising.size() - 1)) {
      const auto& assign = *finding_.If<syntax::Assign>(before);
      message_.Assign(finding_.If<syntax::Name>(assign.targets[0])->id, assign.value);
    }
    const std::optional<std::string> rest = Rest(stmt, failure);
    if (!rest) return Declined{"the branch goes on where the test fails; put that after the raise"};
    std::string type, message;
    const auto& raise = *finding_.If<syntax::Raise>(failure.raising.back());
    if (!message_.OfException(raise.exception, type, message))
      return Declined{"the exception is not created here; raise one with a literal message"};
    if (!message_.IsPlain()) return Declined{std::string(kNotPlain)};
    std::string text = HeadComments(stmt, failure);
    if (!test_.statics.empty()) text += "if " + StaticsOf(finding_, test_).Text() + ":\n";
    text += Failing(failure.holds ? test_.negated : test_.code, message, stmt,
                    test_.statics.empty() ? 0 : 1);
    text += *rest;
    rewriter_.ReplaceStatement(stmt, text);
    if (failure.behind) rewriter_.Delete(failure.behind);
    std::string difference =
        type == "RuntimeError" ? std::string() : "raises RuntimeError instead of " + type + "; ";
    difference += kLaterOnGpu;
    if (!test_.difference.empty()) difference += "; " + test_.difference;
    difference += message_.Difference();
    difference += LostChanges(finding_);
    return rewriter_.Finish("fail in the graph with torch._assert_async",
                            diag::Applicability::Unsafe, difference);
  }

  Proposal Assert(StmtId stmt, const syntax::Assert& assertion) {
    if (auto sizes = ComparedSizesOf(finding_, terms_, assertion.test))
      return AssertSizes(stmt, assertion, *sizes);
    if (auto declined = Prepare(stmt, assertion.test)) return *declined;
    std::string message = "\"assertion failed\"";
    message_.MustBeLiteral();
    if (assertion.message && !message_.TextOf(assertion.message, message))
      return Declined{"the message is not literal text; make it literal"};
    if (!message_.IsPlain()) return Declined{std::string(kNotPlain)};
    if (!test_.statics.empty())
      return Declined{"Python decides part of the test; assert that part on its own"};
    // Dynamo lowers the assert of one tensor with a literal message.
    std::string text = "assert " + test_.code.Text();
    if (test_.chooses) {  // but none of two
      const std::string name = rewriter_.FreshName("holds");
      text = name + " = " + test_.code.Text() + "\nassert " + name;
    }
    const bool parts = message.find('\n') != std::string::npos;
    if (assertion.message) text += parts ? ", (\n    " + message + "\n)" : ", " + message;
    if (text != finding_.Text(stmt))
      rewriter_.ReplaceStatement(stmt,
                                 CommentsIn(finding_, finding_.tree()[stmt].span) + text + "\n");
    else if (!finding_.AssumedOf(assertion.test))  // by which it is a tensor as it stands
      return Declined{"the test breaks for another reason"};
    std::string difference = "raises RuntimeError instead of AssertionError when compiled; ";
    difference += kLaterOnGpu;
    if (!test_.difference.empty()) difference += "; " + test_.difference;
    difference += message_.Difference();
    difference += LostChanges(finding_);
    return rewriter_.Finish("assert one tensor, which Dynamo lowers", diag::Applicability::Unsafe,
                            difference);
  }

  // assert list(x.size()) == [rows, n, 3], "text": what Python knows, and then the tensor.
  Proposal AssertSizes(StmtId stmt, const syntax::Assert& assertion, const ComparedSizes& sizes) {
    if (auto declined = WhyNotHere(stmt)) return *declined;
    std::string message;
    message_.MustBeLiteral();
    if (assertion.message && !message_.TextOf(assertion.message, message))
      return Declined{"the message is not literal text; make it literal"};
    if (!message_.IsPlain()) return Declined{std::string(kNotPlain)};
    std::string text = CommentsIn(finding_, finding_.tree()[stmt].span);
    text += "assert " + sizes.numbers;
    if (assertion.message) text += ", " + message_.Bracketed(assertion.message);
    text += "\nassert " + sizes.tensors + (assertion.message ? ", " + message : "") + "\n";
    rewriter_.ReplaceStatement(stmt, text);
    std::string difference =
        "where the sizes that tensors give are others, raises RuntimeError "
        "instead of AssertionError when compiled; " +
        std::string(kLaterOnGpu);
    difference += message_.Difference();
    return rewriter_.Finish("assert one tensor, which Dynamo lowers", diag::Applicability::Unsafe,
                            difference + LostChanges(finding_));
  }

  // torch._assert(not x.any(), "text"), torch._check_value(bool(x.all()), lambda: "text")
  Proposal Check(StmtId stmt, const syntax::Call& call, std::string_view type) {
    if (auto declined = Prepare(stmt, call.args[0].value)) return *declined;
    if (!test_.statics.empty())
      return Declined{"Python decides part of the test; check that part on its own"};
    std::string message = "\"Expected cond to be True, but got False\"";
    // But for torch._assert they refuse what is no bool of Python's, and a message that is none of
    // a function.
    const bool strict = type != "AssertionError";
    if (strict && !IsPythonBool(call.args[0].value))
      return Declined{"the test is not known to be a bool, and any other value is refused"};
    if (call.args.size() > 1) {
      const ExprId given = call.args[1].value;
      const auto* lambda = finding_.If<syntax::Lambda>(given);
      if (strict && !lambda) return Declined{"its message must be a function; make it a lambda"};
      if (!message_.TextOf(lambda ? finding_.tree()[lambda->function].lambda_body : given, message))
        return Declined{"the message is not literal text; make it literal"};
    } else {
      message_.Lose("is different");
    }
    if (!message_.IsPlain()) return Declined{std::string(kNotPlain)};
    std::string text = CommentsIn(finding_, finding_.tree()[stmt].span);
    text += Failing(test_.code, message, stmt, 0);
    rewriter_.ReplaceStatement(stmt, text);
    std::string difference = "raises RuntimeError instead of " + std::string(type) + "; ";
    if (type == "RuntimeError") difference.clear();
    difference += kLaterOnGpu;
    if (!test_.difference.empty()) difference += "; " + test_.difference;
    difference += message_.Difference();
    if (test_.code.Text().find(".reshape(())") != std::string::npos)
      difference += "; a tensor of several elements raises a different error";
    difference += LostChanges(finding_);
    return rewriter_.Finish("fail in the graph with torch._assert_async",
                            diag::Applicability::Unsafe, difference);
  }

 private:
  // What the program finds there, whatever is assumed.
  const infer::ExprFact& Found(ExprId expr) const {
    static const infer::ExprFact kNothing;
    const infer::ExprFact* fact = finding_.facts.Of(finding_.file.id(), expr);
    return fact ? *fact : kNothing;
  }

  // Whether the expression certainly is True or False, and no tensor or number.
  bool IsPythonBool(ExprId expr) const {
    if (const auto* unary = finding_.If<syntax::Unary>(expr))
      return unary->op == syntax::UnaryOp::Not;
    if (const auto* both = finding_.If<syntax::BoolOp>(expr))
      return IsPythonBool(both->left) && IsPythonBool(both->right);
    if (const auto* compare = finding_.If<syntax::Compare>(expr)) {
      auto plain = [&](ExprId operand) {
        const std::optional<HostRead> read = HostReadOf(finding_, operand);
        if (read && !read->IsText() && read->how != "tolist") return true;
        return Found(operand).OneOf(FactKind::Int, FactKind::Float, FactKind::Bool,
                                    FactKind::Scalar);
      };
      return plain(compare->left) &&
             std::all_of(compare->rights.begin(), compare->rights.end(), plain);
    }
    const std::optional<HostRead> read = HostReadOf(finding_, expr);
    if (!read) return Found(expr).Is(FactKind::Bool);
    const infer::ExprFact& tensor = Found(read->tensor);
    return read->how == "bool" ||
           (read->how == "item" && tensor.tensor && tensor.tensor->dtype == values::DType::Bool);
  }

  std::optional<Declined> WhyNotHere(StmtId stmt) const {
    if (!rewriter_.HasOwnLines(stmt))
      return Declined{"the test shares its line with another statement; give it its own line"};
    if (IsCaught(finding_, stmt))
      return Declined{"the exception is caught here; move the test out of the `try`"};
    if (Calls(finding_).IsCaught(finding_.function))
      return Declined{"a caller catches what is raised; test there, or outside compiled code"};
    return std::nullopt;
  }

  std::optional<Declined> Prepare(StmtId stmt, ExprId test) {
    if (auto declined = WhyNotHere(stmt)) return declined;
    auto predicate = PredicateOf(finding_, terms_, test, {}, true);
    if (auto* declined = std::get_if<Declined>(&predicate)) return *declined;
    test_ = std::get<Predicate>(std::move(predicate));
    if (test_.calls_torch) rewriter_.Import("torch");
    return std::nullopt;
  }

  // Comments of the lines that go: of the test and of the side that raises.
  std::string HeadComments(StmtId stmt, const Failure& failure) const {
    const syntax::Tree& tree = finding_.tree();
    const source::Span whole = tree[stmt].span;
    const std::uint32_t raised = tree[failure.raising.back()].span.end;
    if (failure.holds) return CommentsIn(finding_, {whole.begin, raised});
    const std::uint32_t begin = tree[failure.rest.front()].span.begin;
    const std::uint32_t end = tree[failure.rest.back()].span.end;
    // Those between the branch and the `raise` behind it stay where they are.
    const std::uint32_t from = failure.behind ? tree[failure.behind].span.begin : end;
    return CommentsIn(finding_, {whole.begin, begin}) + CommentsIn(finding_, {from, raised});
  }

  // The side that goes on, in the place of the branch; nullopt where it is no block that can move.
  std::optional<std::string> Rest(StmtId stmt, const Failure& failure) const {
    if (failure.rest.empty()) return "";
    const StmtId first = failure.rest.front();
    const source::Span block = {finding_.tree()[first].span.begin,
                                finding_.tree()[failure.rest.back()].span.end};
    if (!rewriter_.HasOwnLines(first) || HoldsLongText(finding_, block)) return std::nullopt;
    const std::size_t margin = rewriter_.Indentation(stmt).size();
    const std::size_t columns = rewriter_.Indentation(first).size() - margin;
    std::string text = Dedented(finding_.Text(block), margin, columns) + "\n";
    if (finding_.IsElif(first)) text.erase(0, 2);
    if (!failure.holds) return text;
    const source::Span raising = finding_.tree()[failure.raising.back()].span;
    return CommentsIn(finding_, {raising.end, block.begin}) + text;
  }

  // `torch._assert_async(test, message)`, so many blocks further in than what replaces the
  // statement.
  std::string Failing(const Code& test, const std::string& message, StmtId stmt,
                      std::size_t level) {
    const Code torch = Code::Place(rewriter_.Import("torch"));
    const Code text = Code::Verbatim(message, Precedence::Primary);
    return fix::TextOf({{torch.Method("_assert_async", {test, text}), level}},
                       rewriter_.ColumnOfReplacement(stmt));
  }

  const Finding& finding_;
  Terms terms_;
  Rewriter rewriter_;
  Predicate test_;
  FailureMessage message_;
};

// Whether the block only raises, after texts that it assigns to names, one after the other.
bool OnlyRaises(const Finding& finding, syntax::StmtList block) {
  if (block.empty()) return false;
  const auto* raise = finding.If<syntax::Raise>(block.back());
  if (!raise || !raise->exception || (raise->cause && !IsPlainRead(finding, raise->cause)))
    return false;
  const Variables variables(finding, finding.function);
  for (StmtId stmt : block.first(block.size() - 1)) {
    const auto* assign = finding.If<syntax::Assign>(stmt);
    if (!assign || assign->targets.size() != 1 || !finding.If<syntax::Name>(assign->targets[0]))
      return false;
    if (!finding.If<syntax::Literal>(assign->value) && !finding.If<syntax::FString>(assign->value))
      return false;
    // Elsewhere, too, it is a variable of the function only because of this.
    const auto slot = variables.SlotOf(assign->targets[0]);
    if (!slot || variables.IsCaptured(*slot) || variables.IsParameter(*slot)) return false;
    const source::Span inside = {finding.tree()[block.front()].span.begin,
                                 finding.tree()[block.back()].span.end};
    for (ExprId read : variables.Reads(*slot))
      if (!inside.Contains(finding.tree()[read].span)) return false;
  }
  return true;
}

std::optional<Failure> FailureOf(const Finding& finding, const syntax::If& branch) {
  if (OnlyRaises(finding, branch.body)) return Failure{branch.body, branch.orelse, {}, true};
  if (OnlyRaises(finding, branch.orelse)) return Failure{branch.orelse, branch.body, {}, false};
  // `if found: return x`, and then the `raise`.
  if (!branch.orelse.empty() || !finding.If<syntax::Return>(branch.body.back()) ||
      finding.IsElif(finding.stmt))
    return std::nullopt;
  const BlockPosition position = finding.parents.PositionOf(finding.stmt);
  if (position.index + 1 >= position.block.size()) return std::nullopt;
  const syntax::StmtList behind = position.block.subspan(position.index + 1, 1);
  if (!OnlyRaises(finding, behind)) return std::nullopt;
  return Failure{behind, branch.body, behind.front(), false};
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  if (const auto type = CheckedBy(finding, finding.stmt)) {
    const auto& call = *finding.If<syntax::Call>(finding.If<syntax::ExprStmt>(finding.stmt)->value);
    const source::Span test = finding.tree()[call.args[0].value].span;
    const source::Span asked = finding.tree()[finding.expr].span;
    const bool itself = finding.If<syntax::Call>(finding.expr) == &call;
    if (!itself && (asked.begin < test.begin || asked.end > test.end)) return std::nullopt;
    return Guard(finding).Check(finding.stmt, call, *type);
  }
  if (const auto* assertion = finding.If<syntax::Assert>(finding.stmt))
    return Guard(finding).Assert(finding.stmt, *assertion);
  const auto* branch = finding.If<syntax::If>(finding.stmt);
  if (!branch) return std::nullopt;
  const std::optional<Failure> failure = FailureOf(finding, *branch);
  if (!failure) return std::nullopt;
  return Guard(finding).Raise(finding.stmt, *branch, *failure);
}

constexpr infer::ObservationKind kAnswers[] = {
    infer::ObservationKind::AssertOn, infer::ObservationKind::BranchOn,
    infer::ObservationKind::TruthInCall, infer::ObservationKind::DataPredicate};
constexpr std::string_view kBefore[] = {"merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "turn a test that only raises into a failure of the graph",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::fail_in_graph
