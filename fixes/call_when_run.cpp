// What only acts on the outside, called by the graph when it runs:
//
//     os.makedirs(self.path, exist_ok=True)
//         graphmend.runtime.call(os.makedirs, self.path, exist_ok=True)
//
// As messages are written; see python/graphmend/runtime.py.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/calls.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fixes/autograd_functions.h"

namespace graphmend::fix::call_when_run {
namespace {

using infer::FactKind;
using syntax::ExprId;

// A text or number that is known while tracing, or a list, tuple or dict of such: what is read from
// a tensor is none.
bool IsPlain(const Finding& finding, ExprId expr) {
  constexpr std::uint32_t kPlain =
      infer::Bits(FactKind::None, FactKind::Bool, FactKind::Int, FactKind::Float, FactKind::Str);
  const infer::ExprFact& fact = finding.Fact(expr);
  const bool plain = fact.OneOf(FactKind::Str, FactKind::Bytes, FactKind::Bool, FactKind::Int,
                                FactKind::Float, FactKind::None);
  const bool holds_plain = fact.OneOf(FactKind::List, FactKind::Tuple, FactKind::Dict) &&
                           fact.leaves != 0 && (fact.leaves & ~kPlain) == 0;
  return (plain || holds_plain) && !finding.Breaks(finding.tree()[expr].span);
}

// Prints by a function of its own, such as pprint's: other messages are deferred with their text.
bool PrintsByItself(const Finding& finding, const syntax::Call& call) {
  return finding.NameOf(call.callee).starts_with("pprint.") &&
         !Calls(finding).RedirectsMessages() && !IsInAutogradFunction(finding);
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* call = stmt && stmt->value == finding.expr && finding.IsInFunction()
                         ? finding.If<syntax::Call>(finding.expr)
                         : nullptr;
  if (!call || finding.options.side_effects != SideEffects::Runtime) return std::nullopt;
  if (finding.kind == infer::ObservationKind::Print && !PrintsByItself(finding, *call))
    return std::nullopt;
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

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::InputOutput,
                                               infer::ObservationKind::Print};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "call what only acts on the outside when the graph runs",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::call_when_run
