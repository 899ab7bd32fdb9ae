// An RNN, GRU or LSTM, computed by the graph where it is called:
//
//     out, state = self.rnn(x)      with graphmend.capture.recurrent():
//                                       out, state = self.rnn(x)
#include <algorithm>

#include "captured.h"
#include "fix/declaration.h"
#include "fix/failures.h"

namespace graphmend::fix::capture_recurrent {
namespace {

using infer::ObservationKind;
using syntax::ExprId;

std::string_view Recurrent(const Finding& finding, ExprId expr) {
  const std::string_view name =
      finding.Fact(expr).Is(infer::FactKind::Object) ? finding.NameOf(expr) : std::string_view();
  const std::string_view last = name.substr(name.rfind('.') + 1);
  const bool known =
      name.starts_with("torch.nn.") && (last == "RNN" || last == "GRU" || last == "LSTM");
  return known ? last : std::string_view();
}

const syntax::Call* CallOf(const Finding& finding, ExprId module) {
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(module));
  return call && call->callee == module ? call : nullptr;
}

// Whether all that breaks in the statement is a call of such a module: another break in the block
// would give up the frame.
bool IsAllRecurrent(const Finding& finding) {
  const source::Span own = finding.tree()[finding.stmt].span;
  return std::all_of(finding.breaks.begin(), finding.breaks.end(), [&](source::Span span) {
    if (!own.Contains(span)) return true;
    const ExprId expr = finding.parents.ExprAt(span);
    return !Recurrent(finding, expr).empty() && CallOf(finding, expr);
  });
}

std::optional<Proposal> Propose(const Finding& finding) {
  const std::string_view module =
      finding.IsInFunction() ? Recurrent(finding, finding.expr) : std::string_view();
  if (module.empty()) return std::nullopt;
  const syntax::Call* call = CallOf(finding, finding.expr);
  if (!call) return Declined{"the module is not called right here"};
  if (call->args.empty() || !IsTensor(finding.Fact(call->args[0].value)))
    return Declined{"what it is called with is not known to be a tensor, as the graph needs it"};
  Rewriter rewriter(finding);
  if (!IsWrappable(finding, rewriter) || !IsAllRecurrent(finding)) return std::nullopt;
  // AOTAutograd fails where it differentiates one (torch 2.13).
  if (module == "LSTM" && !RunsWithoutGradients(finding, finding.stmt))
    return Declined{
        "an LSTM that may have gradients is not compiled; decorate what only infers with "
        "`torch.no_grad()`, or use a GRU"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  WrapStatement(finding, "with " + rewriter.Import("graphmend.capture") + ".recurrent():\n",
                rewriter);
  return rewriter.Finish("compute the module in the graph", diag::Applicability::Unsafe,
                         "an error that it raises is a different one when compiled; under "
                         "AOTAutograd its last bits may differ, and with dropout between its "
                         "layers other random numbers are drawn");
}

constexpr ObservationKind kAnswers[] = {ObservationKind::ModuleCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute an RNN, GRU or LSTM in the graph",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::capture_recurrent
