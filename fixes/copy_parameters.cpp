// Copy the parameters and buffers of another module in the place of its state dict:
//
//     target.load_state_dict(online.state_dict())
//
//         with torch.no_grad():
//             for old, new in zip(target.parameters(), online.parameters()):
//                 old.copy_(new)
//             …  # and the same of buffers()
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/rewriter.h"

namespace graphmend::fix::copy_parameters {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// The module of which a method is called, where it is a plain name or attribute.
ExprId ModuleOf(const Finding& finding, const syntax::Call& call, std::string_view method) {
  const auto* called = finding.If<syntax::Attribute>(call.callee);
  const bool known = called && finding.NameOf(call.callee) == "torch.nn." + std::string(method);
  return known && IsPlainRead(finding, called->object) ? called->object : ExprId();
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const ExprId target = call ? ModuleOf(finding, *call, "Module.load_state_dict") : ExprId();
  if (!target || !finding.IsInFunction()) return std::nullopt;
  const auto* alone = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* state = call->args.empty() ? nullptr : finding.If<syntax::Call>(call->args[0].value);
  const ExprId source =
      state && state->args.empty() ? ModuleOf(finding, *state, "Module.state_dict") : ExprId();
  if (!alone || alone->value != finding.expr || call->args.size() != 1 || !source)
    return Declined{
        "what is loaded is not the whole state of another module; copy its parameters under "
        "torch.no_grad()"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  if (!rewriter.HasOwnLines(finding.stmt)) return Declined{"other code shares its line"};
  const std::string into = RenderOperand(finding, target), from = RenderOperand(finding, source);
  const std::string old = rewriter.FreshName("old"), fresh = rewriter.FreshName("new");
  const auto copied = [&](std::string_view what) {
    return "    for " + old + ", " + fresh + " in zip(" + into + "." + std::string(what) + "(), " +
           from + "." + std::string(what) + "()):\n        " + old + ".copy_(" + fresh + ")\n";
  };
  if (!IsUnshadowed(finding, "zip")) return Declined{"`zip` is another function here"};
  rewriter.ReplaceStatement(finding.stmt, CommentsIn(finding, finding.tree()[finding.stmt].span) +
                                              "with " + rewriter.Import("torch") + ".no_grad():\n" +
                                              copied("parameters") + copied("buffers"));
  return rewriter.Finish(
      "copy the parameters and buffers", Applicability::Unsafe,
      "both modules must have the same parameters and buffers in the same order, of which neither "
      "names nor shapes are checked; buffers that are not persistent are copied, too, and hooks of "
      "loading and extra state are left out");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "copy the parameters and buffers of another module instead of loading its state",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::copy_parameters
