// What only acts on the outside, called by the graph when it runs:
//
//     os.makedirs(self.path, exist_ok=True)
//         graphmend.runtime.call(os.makedirs, self.path, exist_ok=True)
//
// As messages are written; see python/graphmend/runtime.py.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"

namespace graphmend::fix::call_when_run {
namespace {

using infer::FactKind;
using syntax::ExprId;

// A text or number that is known while tracing: what is read from a tensor is none.
bool IsPlain(const Finding& finding, ExprId expr) {
  return !finding.Breaks(finding.tree()[expr].span) &&
         finding.Fact(expr).OneOf(FactKind::Str, FactKind::Bytes, FactKind::Bool, FactKind::Int,
                                  FactKind::Float, FactKind::None);
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* call = stmt && stmt->value == finding.expr && finding.IsInFunction()
                         ? finding.If<syntax::Call>(finding.expr)
                         : nullptr;
  if (!call || finding.options.side_effects != SideEffects::Runtime) return std::nullopt;
  // A function that gives nothing back, of a module: not what belongs to an object.
  if (!finding.Fact(call->callee).Is(FactKind::Callable) ||
      !finding.Fact(finding.expr).Is(FactKind::None))
    return std::nullopt;
  if (const auto* path = finding.If<syntax::Attribute>(call->callee);
      path && !finding.Fact(path->object).Is(FactKind::Module))
    return std::nullopt;
  if (!std::all_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
        return arg.kind != syntax::ArgKind::Star && arg.kind != syntax::ArgKind::DoubleStar &&
               IsPlain(finding, arg.value);
      }))
    return Declined{
        "what it is called with is not known to be a text or number; do it before the "
        "compiled code is entered"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  if (!PassTo(finding, finding.expr, rewriter.Import("graphmend.runtime") + ".call", "", rewriter))
    return std::nullopt;
  return rewriter.Finish("call it when the graph runs", diag::Applicability::Unsafe,
                         "what it does is done when the graph runs: compiled code that asks for it "
                         "while it is traced does not find it, and an error is raised there");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::InputOutput};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "call what only acts on the outside when the graph runs",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::call_when_run
