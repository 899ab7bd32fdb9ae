// Where Python needs the number in a tensor that is made of its own numbers, the number:
//
//     if shapes.prod(1).sum() != n:    if graphmend.constants.number(shapes.prod(1).sum() != n):
//     x.view(height, width)            x.view(graphmend.constants.whole(height), …)
//
// These give the tensor back without the compiler, and so does Python what it did. While
// the compiler traces they give the number where constants alone decide it, as the graph tells that
// has been traced so far, and else the tensor, of which the graph breaks as it did; see
// python/graphmend/constants.py. So it is right whatever is passed, and offered beside what reads
// better, or takes more graphs, but only for some of the callers.
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fixes/made_of_numbers.h"

namespace graphmend::fix::read_while_tracing {
namespace {

using infer::FactKind;
using infer::ObservationKind;
using syntax::ExprId;
using syntax::StmtId;

// Functions of graphmend.constants.
constexpr std::string_view kNumber = ".number", kWhole = ".whole";

class Reading {
 public:
  explicit Reading(const Finding& finding) : finding_(finding), made_(finding) {}

  Proposal Run() {
    if (finding_.kind == ObservationKind::TensorAsInt) FindNumbers();
    else FindTest();
    if (found_.empty())
      return Declined{"Python needs the number, and it is not known to be made of Python's own"};
    Rewriter rewriter(finding_);
    const std::string module = rewriter.Import("graphmend.constants");
    for (const auto& [one, by] : found_) {
      const std::uint32_t begin = finding_.tree()[one].span.begin;
      rewriter.InsertAt(begin, (IsBehindWord(begin) ? " " : "") + module + std::string(by) + "(");
      rewriter.InsertAt(finding_.tree()[one].span.end, ")");
    }
    return rewriter.Finish("read the number while tracing, where Python's own decide it",
                           diag::Applicability::Safe);
  }

 private:
  // `not(a)>b`: what is put before the bracket must not become one word with the keyword.
  bool IsBehindWord(std::uint32_t begin) const {
    if (begin == 0) return false;
    const char before = finding_.Text({begin - 1, begin})[0];
    return before == '_' || std::isalnum(static_cast<unsigned char>(before)) != 0;
  }

  // Whether nothing but the truth of the expression is asked for: `if a and t:`, but not `return t
  // or a`, which gives the tensor.
  bool IsAskedForTruth(ExprId expr) const {
    for (ExprId outer = finding_.parents.Parent(expr);;
         outer = finding_.parents.Parent(expr = outer)) {
      if (const auto* unary = outer ? finding_.If<syntax::Unary>(outer) : nullptr)
        return unary->op == syntax::UnaryOp::Not;
      if (outer && finding_.If<syntax::BoolOp>(outer)) continue;
      if (const auto* choice = outer ? finding_.If<syntax::Conditional>(outer) : nullptr)
        return choice->test == expr;
      if (outer) return false;
      const StmtId stmt = finding_.parents.Statement(expr);
      const auto* branch = finding_.If<syntax::If>(stmt);
      const auto* loop = finding_.If<syntax::While>(stmt);
      const auto* assertion = finding_.If<syntax::Assert>(stmt);
      return (branch && branch->test == expr) || (loop && loop->test == expr) ||
             (assertion && assertion->test == expr);
    }
  }

  void FindTest() {
    if (!IsAskedForTruth(finding_.expr)) return;
    ExprId test = finding_.expr;
    while (const auto* unary = finding_.If<syntax::Unary>(test)) {
      if (unary->op != syntax::UnaryOp::Not) break;
      test = unary->operand;
    }
    if (const auto* compare = finding_.If<syntax::Compare>(test))
      if (compare->rights.size() != 1 || !IsComputed(compare->ops[0])) return;
    if (IsTensor(finding_.Fact(test))) Find(test, kNumber);
  }

  static bool IsComputed(syntax::CompareOp op) {
    using syntax::CompareOp;
    return op == CompareOp::Eq || op == CompareOp::NotEq || op == CompareOp::Lt ||
           op == CompareOp::LtE || op == CompareOp::Gt || op == CompareOp::GtE;
  }

  void FindNumbers() {
    if (const auto* item = finding_.If<syntax::Subscript>(finding_.expr)) {
      const bool list = finding_.Fact(item->object).OneOf(FactKind::List, FactKind::Tuple);
      return FindBounds(item->index, list);
    }
    const auto* call = finding_.If<syntax::Call>(finding_.expr);
    // A range that has an end while tracing is a graph of so many rounds.
    if (call && finding_.BuiltinName(call->callee) != "range" &&
        finding_.Fact(call->callee).traits.Has(models::Trait::Numbers))
      FindSizes(*call);
  }

  void FindSizes(const syntax::Call& call) {
    const bool makes = finding_.Fact(call.callee).traits.Has(models::Trait::Device);
    ExprId subject = makes ? ExprId() : Terms(finding_).Subject(call);
    if (!makes && !subject) subject = Argument(call, 0, "input");
    std::size_t position = 0;
    for (const syntax::Arg& arg : call.args) {
      const bool fraction = TakesFraction(finding_.NameOf(call.callee), position++, arg);
      const bool plain =
          arg.kind == syntax::ArgKind::Positional || arg.kind == syntax::ArgKind::Keyword;
      if (plain && arg.name != "out" && arg.value != subject)
        FindWithin(arg.value, fraction ? kNumber : kWhole);
    }
  }

  // Where a float may stand, too; what else it takes are sizes, which refuse one.
  static bool TakesFraction(std::string_view function, std::size_t position,
                            const syntax::Arg& arg) {
    if (function == "torch.arange") return true;
    if (function != "torch.linspace") return false;
    return arg.kind == syntax::ArgKind::Keyword ? arg.name != "steps" : position < 2;
  }

  // Bounds of slices, without the step; an index itself where what it is an index of is a list.
  void FindBounds(ExprId index, bool list) {
    if (const auto* slice = finding_.If<syntax::Slice>(index)) {
      for (ExprId bound : {slice->lower, slice->upper})
        if (bound) FindWithin(bound, kWhole);
    } else if (const auto* display = finding_.If<syntax::Sequence>(index)) {
      for (ExprId item : display->items) FindBounds(item, false);
    } else if (list) {
      FindWithin(index, kWhole);
    }
  }

  // `(rows, n)`, `[rows, n]`
  void FindWithin(ExprId expr, std::string_view by) {
    if (const auto* display = finding_.If<syntax::Sequence>(expr)) {
      for (ExprId item : display->items) FindWithin(item, by);
      return;
    }
    const infer::ExprFact& fact = finding_.Fact(expr);
    if (fact.MayBe(FactKind::Tensor) && fact.Rank() <= 0) Find(expr, by);
  }

  void Find(ExprId expr, std::string_view by) {
    const std::string_view text = finding_.Text(expr);
    if (!finding_.If<syntax::Walrus>(expr) && text.find('#') == std::string_view::npos &&
        made_.IsMade(expr))
      found_.emplace_back(expr, by);
  }

  const Finding& finding_;
  MadeOfNumbers made_;
  std::vector<std::pair<ExprId, std::string_view>> found_;  // and what reads it
};

std::optional<Proposal> Propose(const Finding& finding) {
  // Another fix asks what becomes of a test that it will have written.
  if (!finding.IsInFunction() || finding.assumptions || !finding.expr) return std::nullopt;
  Proposal proposal = Reading(finding).Run();
  // Of a test there is more to say than that.
  if (std::holds_alternative<Declined>(proposal) && finding.kind != ObservationKind::TensorAsInt)
    return std::nullopt;
  return proposal;
}

constexpr ObservationKind kAnswers[] = {ObservationKind::TensorAsInt, ObservationKind::BranchOn,
                                        ObservationKind::LoopOn, ObservationKind::AssertOn};
constexpr std::string_view kBefore[] = {"outline_result"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "read a number of Python's out of a tensor while tracing",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Safe,
    .last_resort = true,
    .beside_unsafe = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::read_while_tracing
