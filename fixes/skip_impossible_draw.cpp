// A uniform draw held against a limit that Python knows, as layer drop does it:
//
//     p = torch.rand([])                        the draw stays, and with it the random stream
//     if p < self.layerdrop: continue           if self.layerdrop != 0 and p < self.layerdrop: …
//
// A limit that is not known to be a number is asked whether it is one; any other decides as before.
// Also where a variable takes the outcome: skip = self.training and p < self.layerdrop.
//
// It stays by an assertion that always holds, since a compiler drops what nothing uses.
// No draw from [0, 1) is below a limit of 0, so that with layer drop off nothing reads the tensor.
// With layer drop on the test still breaks the graph: which layers run is then up to the data.
#include <algorithm>

#include "fix/arguments.h"
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
    if (IsGuarded(name) || IsPositive(limit))
      return Declined{"where `" + name +
                      "` is above 0, the draw decides what runs, which breaks the graph; where it "
                      "is 0, the graph is whole"};
    if (!IsTested(test_) && !IsTestedByName())
      return Declined{"the result is used for more than a test; test the draw where it is used"};
    if (!IsNumber(limit) && !MayAskForType())
      return Declined{"the file gives `type`, `int` or `float` another meaning; rename it"};
    Rewriter rewriter(finding_);
    if (!KeepDraws(draw, rewriter))
      return Declined{"the draw shares its line with another statement; give it its own line"};
    const std::string text = Guarded(limit, op, rewriter);
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
      const infer::ExprFact& made = finding_.Fact(terms_.ValueOf(definition));
      if (!made.tensor || made.tensor->dtype != values::DType::Float) return false;
      for (const syntax::Arg& arg : call->args)
        if (arg.name == "out" || arg.kind == syntax::ArgKind::DoubleStar) return false;
    }
    return !definitions.empty();
  }

  bool IsNumber(ExprId limit) const {
    return finding_.Fact(limit).OneOf(FactKind::Int, FactKind::Float);
  }

  bool MayAskForType() const {
    return IsUnshadowed(finding_, "type") && IsUnshadowed(finding_, "int") &&
           IsUnshadowed(finding_, "float");
  }

  // The test behind what decides without the draw: whether the limit is 0. Of a limit that may be
  // anything only a number decides. It is read once, as it was.
  std::string Guarded(ExprId limit, CompareOp op, Rewriter& rewriter) const {
    std::string name(finding_.Text(limit)), read = name;
    if (!MayBeReadTwice(limit)) {
      name = rewriter.FreshName("limit");
      read = name + " := " + read;
    }
    const bool less = op == CompareOp::Lt;
    const std::string test = TestOf(limit, name);
    if (IsNumber(limit))
      return (read == name ? name : "(" + read + ")") + (less ? " != 0 and " : " == 0 or ") + test;
    const std::string none = "(type(" + read + ") in (int, float) and " + name + " == 0)";
    return less ? "not " + none + " and " + test : none + " or " + test;
  }

  // The comparison with this in the place of the limit.
  std::string TestOf(ExprId limit, const std::string& name) const {
    const source::Span whole = finding_.tree()[test_].span, part = finding_.tree()[limit].span;
    return std::string(finding_.Text(source::Span{whole.begin, part.begin})) + name +
           std::string(finding_.Text(source::Span{part.end, whole.end}));
  }

  // A name, or an attribute that an object of a class of this file holds, and does not compute.
  bool MayBeReadTwice(ExprId limit) const {
    const auto* attribute = finding_.If<syntax::Attribute>(limit);
    if (!attribute) return true;
    if (!finding_.If<syntax::Name>(attribute->object)) return false;
    const syntax::ClassId cls = finding_.Fact(attribute->object).Is(FactKind::Object)
                                    ? ClassNamed(finding_, finding_.NameOf(attribute->object))
                                    : syntax::ClassId();
    if (!cls) return false;
    for (std::string_view computed : {attribute->name.text(), std::string_view("__getattr__"),
                                      std::string_view("__getattribute__")})
      if (MethodOf(finding_, cls, computed)) return false;
    return true;
  }

  std::string DifferenceOf(ExprId draw) const {
    if (terms_.Of(draw).shape == dataflow::kSingle) return "";
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
      const bool single = terms_.Of(draw).shape == dataflow::kSingle;
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
    const auto constant = ConstantOf(finding_, limit);
    return constant && (constant->integer > 0 || constant->real > 0);
  }

  bool IsGuarded(const std::string& limit) const {
    for (ExprId inner = test_, outer; (outer = finding_.parents.Parent(inner)); inner = outer) {
      const auto* both = finding_.If<syntax::BoolOp>(outer);
      if (!both) return false;
      if (both->right == inner && EndsInGuard(both->left, limit)) return true;
    }
    return false;
  }

  // `limit > 0`, `limit == 0`, and the tests that ask for its type or give it a name as well.
  bool EndsInGuard(ExprId expr, const std::string& limit) const {
    if (const auto* unary = finding_.If<syntax::Unary>(expr))
      return unary->op == syntax::UnaryOp::Not && EndsInGuard(unary->operand, limit);
    if (const auto* both = finding_.If<syntax::BoolOp>(expr))
      return EndsInGuard(both->right, limit);
    const auto* compare = finding_.If<syntax::Compare>(expr);
    if (!compare || compare->rights.size() != 1 || !IsIntLiteral(finding_, compare->rights[0], 0))
      return false;
    const auto* named = finding_.If<syntax::Walrus>(compare->left);
    return finding_.Text(named ? named->target : compare->left) == limit;
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
