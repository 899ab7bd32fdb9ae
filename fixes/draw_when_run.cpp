// Random numbers of Python and NumPy that tests compare and tensors are computed with, drawn by the
// graph when it runs:
//
//     if random.random() < 0.5:        if graphmend.draws.number(random.random) < 0.5:
//         x = x.flip(-1)                   x = x.flip(-1)
//
// What a branch on the tensor becomes is left to the fixes of such branches, in the next round; one
// of them has to have an answer, as without it the branch would break in the draw's stead. See
// python/graphmend/draws.py.
//
// Dynamo draws `uniform`, `randint` and `randrange` itself, before the graph runs, and breaks where
// a test asks for the number. So that all numbers are drawn in their order, those that are drawn
// behind one that the graph draws are drawn by the graph as well.
#include <algorithm>
#include <array>
#include <set>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/number_uses.h"
#include "fix/reads.h"
#include "fix/test_places.h"
#include "fix/variables.h"

namespace graphmend::fix::draw_when_run {
namespace {

using infer::FactKind;
using infer::ObservationKind;
using syntax::ExprId;
using values::DType;

struct Draw {
  std::string_view function;
  DType kind;
  std::size_t most;  // positional arguments; a further one of NumPy's is a size
};

constexpr auto kDraws = std::to_array<Draw>({
    {"random.random", DType::Float, 0},        {"random.uniform", DType::Float, 2},
    {"random.gauss", DType::Float, 2},         {"random.normalvariate", DType::Float, 2},
    {"random.expovariate", DType::Float, 1},   {"random.betavariate", DType::Float, 2},
    {"random.triangular", DType::Float, 3},    {"random.randint", DType::Int, 2},
    {"random.randrange", DType::Int, 3},       {"numpy.random.rand", DType::Float, 0},
    {"numpy.random.random", DType::Float, 0},  {"numpy.random.random_sample", DType::Float, 0},
    {"numpy.random.uniform", DType::Float, 2}, {"numpy.random.normal", DType::Float, 2},
    {"numpy.random.beta", DType::Float, 2},    {"numpy.random.exponential", DType::Float, 1},
    {"numpy.random.gamma", DType::Float, 2},   {"numpy.random.randint", DType::Int, 2},
    {"numpy.random.poisson", DType::Int, 1},   {"numpy.random.binomial", DType::Int, 2},
});

// The draw of one number that the call is, with numbers that are known while tracing.
const Draw* DrawnBy(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call) return nullptr;
  const std::string_view name = finding.NameOf(call->callee);
  const auto* const draw = std::find_if(kDraws.begin(), kDraws.end(),
                                        [&](const Draw& one) { return one.function == name; });
  if (draw == kDraws.end() || call->args.size() > draw->most) return nullptr;
  const bool plain = std::all_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
    const infer::ExprFact& fact = finding.Fact(arg.value);
    return arg.kind == syntax::ArgKind::Positional &&
           !finding.Breaks(finding.tree()[arg.value].span) &&
           (fact.Is(FactKind::Int) ||
            (draw->kind == DType::Float && fact.OneOf(FactKind::Int, FactKind::Float)));
  });
  return plain ? draw : nullptr;
}

// The draws whose numbers a test asks for, itself or by variables that hold nothing else.
std::vector<ExprId> DrawsIn(const Finding& finding, ExprId test) {
  std::vector<ExprId> draws;
  const Variables variables(finding, finding.function);
  ForEachInside(finding, finding.tree()[test].span, [&](ExprId part) {
    const auto slot = variables.SlotOf(part);
    const ExprId value = slot ? variables.OnlyValue(*slot) : part;
    if (value && DrawnBy(finding, value) &&
        std::find(draws.begin(), draws.end(), value) == draws.end())
      draws.push_back(value);
  });
  return draws;
}

// Whether Dynamo draws the number of the call itself.
bool IsDrawnByDynamo(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
  return name == "random.uniform" || name == "random.randint" || name == "random.randrange";
}

class Drawing {
 public:
  explicit Drawing(const Finding& finding)
      : finding_(finding), variables_(finding, finding.function), tests_(finding), uses_(finding) {
    uses_.FollowTests();
  }

  // Follows the number that the call draws; false where Python needs the number itself.
  bool Follow(ExprId draw) {
    const DType kind = DrawnBy(finding_, draw)->kind;
    if (kind == DType::Float) uses_.Compute(), doubles_ = true;
    // `p = random.random()`
    const auto slot = variables_.HeldBy(draw);
    if (!slot) return Reads(draw, kind);
    const std::vector<ExprId> reads = variables_.Reads(*slot);
    return !variables_.IsCaptured(*slot) && !reads.empty() &&
           std::all_of(reads.begin(), reads.end(), [&](ExprId read) { return Reads(read, kind); });
  }

  // Writes what the numbers are combined with as 0-d tensors; false where whole ones would be
  // computed with as floats.
  bool Write(Rewriter& rewriter) const {
    if (!doubles_ && uses_.computed() && !uses_.whole()) return false;
    return uses_.WriteConversions(rewriter, doubles_);
  }

  std::string Difference() const {
    std::string difference =
        "it is drawn when the graph runs, where what raises is raised, and behind what Dynamo "
        "draws itself by `uniform`, `randint` and `randrange`";
    if (combined_)
      difference +=
          "; where its dtype differs from that of what it is combined with, the result's dtype or "
          "last bits may differ, too; on a GPU a quotient may differ in the last bit";
    return difference + uses_.Difference();
  }

  // Whether each test that reads what is drawn is mended once it is a tensor.
  std::optional<Declined> Mended() {
    for (const TestPlace& place : places_) {
      Proposal mended = MendTest(finding_, tests_, place);
      if (auto* declined = std::get_if<Declined>(&mended)) return *declined;
    }
    uses_.AssumeIn(tests_, doubles_ ? DType::Float : DType::Int);
    return WhyNotMended(finding_, tests_, uses_.tests());
  }

 private:
  bool Reads(ExprId read, DType kind) {
    const std::optional<TestPlace> place = TestPlaceOf(finding_, read);
    combined_ |= !place;
    if (!place) return uses_.Serves(read);
    tests_.Assume(read, kind);
    places_.push_back(*place);
    return true;
  }

  const Finding& finding_;
  const Variables variables_;
  ReadTests tests_;
  NumberUses uses_;
  std::vector<TestPlace> places_;
  bool doubles_ = false;
  bool combined_ = false;  // with something in a place other than a test
};

// Adds what Dynamo would draw before one of the draws that stands before it; false where Python
// needs such a number itself, or another function of the file draws one.
bool AddDrawsBehind(const Finding& finding, std::vector<ExprId>& draws, Drawing& drawing) {
  const auto begin = [&](ExprId draw) { return finding.tree()[draw].span.begin; };
  std::uint32_t first = begin(draws[0]);
  for (ExprId draw : draws) first = std::min(first, begin(draw));
  for (std::uint32_t i = 0; i < finding.tree().exprs.size(); ++i) {
    const ExprId draw(i);
    if (!IsDrawnByDynamo(finding, draw) ||
        std::find(draws.begin(), draws.end(), draw) != draws.end())
      continue;
    const syntax::FunctionId function = finding.parents.FunctionOf(draw);
    if (!function || !WasFollowed(finding, function)) continue;
    if (function != finding.function) return false;
    if (begin(draw) < first && !IsInLoop(finding, finding.parents.Statement(draw))) continue;
    if (!DrawnBy(finding, draw) || !drawing.Follow(draw)) return false;
    draws.push_back(draw);
  }
  return true;
}

std::optional<Proposal> Propose(const Finding& finding) {
  // What is assumed of a test is that it reads tensors; this fix itself asks then.
  if (!finding.IsInFunction() || finding.assumptions) return std::nullopt;
  const bool drawn = finding.kind == ObservationKind::Random;
  if (drawn && !DrawnBy(finding, finding.expr)) return std::nullopt;
  std::vector<ExprId> draws = drawn ? std::vector{finding.expr} : DrawsIn(finding, finding.expr);
  if (draws.empty()) return std::nullopt;
  Drawing drawing(finding);
  for (ExprId draw : draws)
    if (!drawing.Follow(draw)) return std::nullopt;
  if (!AddDrawsBehind(finding, draws, drawing))
    return Declined{
        "Dynamo draws other numbers by `random` before the graph runs, which would come out of "
        "order; draw all of them before the compiled code"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (auto declined = drawing.Mended()) return *declined;
  Rewriter rewriter(finding);
  if (!drawing.Write(rewriter)) return std::nullopt;
  for (ExprId draw : draws) {
    const bool whole = DrawnBy(finding, draw)->kind == DType::Int;
    const std::string by =
        rewriter.Import("graphmend.draws") + std::string(whole ? ".whole" : ".number");
    if (!PassTo(finding, draw, by, "", rewriter)) return std::nullopt;
  }
  return rewriter.Finish("draw the number when the graph runs", diag::Applicability::Unsafe,
                         drawing.Difference());
}

constexpr ObservationKind kAnswers[] = {ObservationKind::Random, ObservationKind::BranchOn};
constexpr std::string_view kBefore[] = {"merge_branch", "merge_value"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "draw a random number of Python or NumPy when the graph runs",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .leads = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::draw_when_run
