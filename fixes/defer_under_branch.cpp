// A message on a side of a branch that a tensor decides, in code that runs uncompiled for the
// branch alone, so that the message is no finding yet: it is deferred first, and can then be said
// where the test holds. Which is left to the fixes of branches, in the next round.
//
//     for name, layer in self.layers.items():
//         x = layer(x)
//         if x.isnan().any():                     if x.isnan().any():
//             print("NaN after", name)                graphmend.runtime.print("NaN after", name)
#include "fix/declaration.h"
#include "fix/message_calls.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fixes/deferral.h"

namespace graphmend::fix::defer_under_branch {
namespace {

using syntax::ExprId;
using syntax::StmtId;

// The first message of the lines, or of branches in them, that is no finding of its own.
ExprId HiddenIn(const Finding& finding, syntax::StmtList lines) {
  for (StmtId line : lines) {
    if (const auto* branch = finding.If<syntax::If>(line)) {
      for (const syntax::StmtList& body : {branch->body, branch->orelse})
        if (const ExprId found = HiddenIn(finding, body)) return found;
      continue;
    }
    if (MessageOf(finding, line) && !finding.Breaks(finding.tree()[line].span))
      return finding.If<syntax::ExprStmt>(line)->value;
  }
  return {};
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* branch = finding.If<syntax::If>(finding.stmt);
  // Only a loop hides it: elsewhere it is a finding, though perhaps none that was asked for.
  if (!branch || !IsInLoop(finding, finding.stmt) || finding.assumptions ||
      finding.options.side_effects == SideEffects::Guard)
    return std::nullopt;
  ExprId call = HiddenIn(finding, branch->body);
  if (!call) call = HiddenIn(finding, branch->orelse);
  if (!call) return std::nullopt;
  Finding at = finding;
  at.expr = call;
  at.stmt = finding.parents.Statement(call);
  const Recognised message = Recognise(at);
  return Defer(at, std::get<Message>(message)).proposal;
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn};
constexpr std::string_view kBefore[] = {"merge_branch", "fail_in_graph"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "write a message under a branch after the graph has run",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::defer_under_branch
