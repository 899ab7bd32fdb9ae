// A uniform draw held against a limit that Python knows, as layer drop does it:
//
//     p = torch.rand([])                        the draw stays, and with it the random stream
//     if p < self.layerdrop: continue           if self.layerdrop > 0 and p < self.layerdrop: …
//
// A limit that is not known to be a number is asked whether it is one; any other decides as before.
// Also where a variable takes the outcome: skip = self.training and p < self.layerdrop.
//
// It stays by an assertion that always holds, since a compiler drops what nothing uses.
// No draw from [0, 1) is below a limit of 0, so that with layer drop off nothing reads the tensor.
// With layer drop on the test still breaks the graph: which layers run is then up to the data.
#include <algorithm>

#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix::skip_impossible_draw {
namespace {

using infer::FactKind;
using syntax::CompareOp;
using syntax::ExprId;

// The comparison with its sides exchanged.
CompareOp Mirrored(CompareOp op) {
  switch (op) {
    case CompareOp::Lt: return CompareOp::Gt;
    case CompareOp::LtE: return CompareOp::GtE;
    case CompareOp::Gt: return CompareOp::Lt;
    case CompareOp::GtE: return CompareOp::LtE;
    default: return op;
  }
}

class DrawTest {
 public:
  explicit DrawTest(const Finding& finding) : finding_(finding), terms_(finding) {}

  std::optional<Proposal> Run() {
    test_ = ComparisonOf(finding_.expr);
    const auto* compare = finding_.If<syntax::Compare>(test_);
    if (!compare || compare->ops.size() != 1) return std::nullopt;
    ExprId draw = compare->left, limit = compare->rights[0];
    CompareOp op = compare->ops[0];
    if (!IsDraw(draw)) std::swap(draw, limit), op = Mirrored(op);
    if (!IsDraw(draw)) return std::nullopt;
    if (!IsOnlyCompared(draw))
      return Declined{"the draw may be changed in place; draw again where another is needed"};
    const std::string name(finding_.Text(limit));
    if (!IsPlain(limit) || finding_.Fact(limit).Is(FactKind::Tensor))
      return Declined{"`" + name + "` is not known to be a Python number; make it one"};
    if (op != CompareOp::Lt && op != CompareOp::GtE)
      return Declined{
          "the limit that decides this without the draw is not known; test `draw < limit`"};
    const std::optional<std::string> guard = GuardOf(limit, op);
    if (!guard)
      return Declined{"the file gives `type`, `int` or `float` another meaning; rename it"};
    if (IsGuarded(*guard) || IsPositive(limit))
      return Declined{"where `" + name +
                      "` is above 0, the draw decides what runs, which breaks the graph; where it "
                      "is 0, the graph is whole"};
    if (!IsTested(test_) && !IsTestedByName())
      return Declined{"the result is used for more than a test; test the draw where it is used"};
    Rewriter rewriter(finding_);
    if (!KeepDraws(draw, rewriter))
      return Declined{"the draw shares its line with another statement; give it its own line"};
    std::string text = op == CompareOp::Lt                         ? *guard + " and "
                       : guard->find(" and ") != std::string::npos ? "(" + *guard + ") or "
                                                                   : *guard + " or ";
    text += finding_.Text(test_);
    rewriter.Replace(test_, NeedsBrackets(op) ? "(" + text + ")" : text);
    const std::string difference = DifferenceOf(draw);
    return rewriter.Finish(
        "decide without the draw where no draw can pass the limit",
        difference.empty() ? diag::Applicability::Safe : diag::Applicability::Unsafe, difference);
  }

 private:
  // A variable that holds nothing but draws from [0, 1).
  bool IsDraw(ExprId expr) const {
    auto slot = terms_.SlotOf(expr);
    if (!slot) return false;
    const Definitions& definitions = terms_.flow().Of(expr);
    for (const flow::Inst* definition : definitions) {
      const auto* call = finding_.If<syntax::Call>(terms_.ValueOf(definition));
      if (!call || finding_.NameOf(call->callee) != "torch.rand") return false;
      for (const syntax::Arg& arg : call->args)
        if (arg.name == "out" || arg.kind == syntax::ArgKind::DoubleStar) return false;
    }
    return !definitions.empty();
  }

  // What decides without the draw. Of a limit that may be anything, only a number decides.
  std::optional<std::string> GuardOf(ExprId limit, CompareOp op) const {
    const std::string name(finding_.Text(limit));
    if (finding_.Fact(limit).OneOf(FactKind::Int, FactKind::Float))
      return name + (op == CompareOp::Lt ? " > 0" : " <= 0");
    for (std::string_view builtin : {"type", "int", "float"})
      if (!IsUnshadowed(finding_, builtin)) return std::nullopt;
    const std::string none = "type(" + name + ") in (int, float) and " + name + " <= 0";
    return op == CompareOp::Lt ? "not (" + none + ")" : none;
  }

  std::string DifferenceOf(ExprId draw) const {
    if (terms_.Of(draw).shape == "=0d") return "";
    return "a test of several elements is not refused where the limit decides";
  }

  // Whether no use of the variable can change its tensor: it is compared, computed with, returned.
  bool IsOnlyCompared(ExprId draw) const {
    const Variables variables(finding_, finding_.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(draw);
    if (!slot || variables.IsCaptured(*slot)) return false;
    const std::vector<ExprId> reads = variables.Reads(*slot);
    return std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
      ExprId outer = finding_.parents.Parent(read);
      if (finding_.If<syntax::Compare>(outer) || finding_.If<syntax::Binary>(outer)) return true;
      while (finding_.If<syntax::Sequence>(outer)) outer = finding_.parents.Parent(outer);
      return !outer && finding_.If<syntax::Return>(finding_.parents.Statement(read)) != nullptr;
    });
  }

  // A draw that nothing uses is dropped by AOTAutograd, and all later ones would be others.
  bool KeepDraws(ExprId draw, Rewriter& rewriter) const {
    const std::string torch = rewriter.Import("torch");
    for (const flow::Inst* definition : terms_.flow().Of(draw)) {
      const syntax::StmtId stmt = finding_.parents.Statement(terms_.ValueOf(definition));
      if (!rewriter.HasOwnLines(stmt)) return false;
      const std::string name(finding_.Text(draw));
      const bool single = terms_.Of(draw).shape == "=0d";
      rewriter.InsertAfter(stmt, torch + "._assert_async(" +
                                     (single ? name + " >= 0" : "(" + name + " >= 0).all()") +
                                     ", \"keeps the draw in the graph\")\n");
    }
    return true;
  }

  // A name, or attributes of one: reading it twice does what reading it once does.
  bool IsPlain(ExprId expr) const {
    while (const auto* attribute = finding_.If<syntax::Attribute>(expr)) expr = attribute->object;
    return finding_.If<syntax::Name>(expr) || finding_.If<syntax::Literal>(expr);
  }

  bool IsPositive(ExprId limit) const {
    const auto& constant = finding_.Fact(limit).constant;
    return constant && (constant->integer > 0 || constant->real > 0);
  }

  bool IsGuarded(const std::string& guard) const {
    for (ExprId inner = test_, outer; (outer = finding_.parents.Parent(inner)); inner = outer) {
      const auto* both = finding_.If<syntax::BoolOp>(outer);
      if (!both) return false;
      if (both->right == inner && EndsIn(both->left, guard)) return true;
    }
    return false;
  }

  bool EndsIn(ExprId expr, const std::string& guard) const {
    const auto* both = finding_.If<syntax::BoolOp>(expr);
    return finding_.Text(expr) == guard || (both && EndsIn(both->right, guard));
  }

  // The comparison itself, or the one that a variable ends in: `self.training and p < limit`.
  ExprId ComparisonOf(ExprId expr) const {
    if (!terms_.SlotOf(expr)) return expr;
    const Definitions& definitions = terms_.flow().Of(expr);
    if (definitions.size() != 1) return expr;
    ExprId value = terms_.ValueOf(*definitions.begin());
    while (const auto* both = finding_.If<syntax::BoolOp>(value)) value = both->right;
    return value;
  }

  // The comparison decides the value of a variable, of which only the truth is asked for.
  bool IsTestedByName() const {
    ExprId value = test_;
    while (const ExprId outer = finding_.parents.Parent(value)) {
      if (!finding_.If<syntax::BoolOp>(outer)) return false;
      value = outer;
    }
    const auto* assign = finding_.If<syntax::Assign>(finding_.parents.Statement(value));
    if (!assign || assign->value != value || assign->targets.size() != 1) return false;
    const Variables variables(finding_, finding_.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(assign->targets[0]);
    if (!slot || variables.IsCaptured(*slot) || variables.Stores(*slot).size() != 1) return false;
    const std::vector<ExprId> reads = variables.Reads(*slot);
    return std::all_of(reads.begin(), reads.end(), [&](ExprId read) { return IsTested(read); });
  }

  // Only its truth is asked for.
  bool IsTested(ExprId inner) const {
    for (ExprId outer; (outer = finding_.parents.Parent(inner)); inner = outer) {
      const auto* unary = finding_.If<syntax::Unary>(outer);
      if (unary && unary->op == syntax::UnaryOp::Not) return true;
      if (const auto* choice = finding_.If<syntax::Conditional>(outer))
        return choice->test == inner;
      if (!finding_.If<syntax::BoolOp>(outer)) return false;
    }
    const syntax::StmtId stmt = finding_.parents.Statement(inner);
    const auto* branch = finding_.If<syntax::If>(stmt);
    const auto* loop = finding_.If<syntax::While>(stmt);
    return (branch && branch->test == inner) || (loop && loop->test == inner);
  }

  bool NeedsBrackets(CompareOp op) const {
    const ExprId outer = finding_.parents.Parent(test_);
    if (!outer) return false;
    const source::Span span = finding_.tree()[test_].span;
    std::string_view text = finding_.file.source().text();
    if (span.begin > 0 && text[span.begin - 1] == '(' && span.end < text.size() &&
        text[span.end] == ')')
      return false;
    const auto* both = finding_.If<syntax::BoolOp>(outer);
    return !(both && both->op == (op == CompareOp::Lt ? syntax::BoolOpKind::And
                                                      : syntax::BoolOpKind::Or)) &&
           !finding_.If<syntax::Conditional>(outer);
  }

  const Finding& finding_;
  Terms terms_;
  ExprId test_;  // the comparison
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  return DrawTest(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn};
constexpr std::string_view kBefore[] = {"cond_call", "fail_in_graph", "merge_branch",
                                        "merge_value"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "decide without a random draw where no draw can pass the limit",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::skip_impossible_draw
