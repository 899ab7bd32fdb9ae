// Enter contexts by `with` in the place of an ExitStack.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/variables.h"
#include "fixes/with_blocks.h"

namespace graphmend::fix::enter_by_with {
namespace {

using diag::Applicability;
using syntax::ExprId;
using syntax::StmtId;

// `stack.enter_context(c)` as a statement: c; none elsewhere.
ExprId EnteredBy(const Finding& finding, StmtId stmt, std::string_view stack) {
  const auto* line = finding.If<syntax::ExprStmt>(stmt);
  const auto* call = line ? finding.If<syntax::Call>(line->value) : nullptr;
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || method->name != "enter_context" || finding.Text(method->object) != stack ||
      call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return {};
  return call->args[0].value;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const StmtId outer = finding.parents.Parent(finding.stmt);
  const auto* with = finding.If<syntax::With>(outer);
  if (!with || with->is_async || with->items.size() != 1 || !finding.function ||
      CalledIn(finding, with->items[0].context) != "contextlib.ExitStack" ||
      !finding.If<syntax::Call>(with->items[0].context)->args.empty())
    return std::nullopt;
  const ExprId target = with->items[0].target;
  const Variables variables(finding, finding.function);
  const auto slot = variables.SlotOf(target);
  std::string contexts;
  std::size_t count = 0;
  for (; slot && count < with->body.size(); ++count) {
    const ExprId entered = EnteredBy(finding, with->body[count], finding.Text(target));
    if (!entered) break;
    contexts += (count > 0 ? ", " : "") + Enclosed(finding, entered);
  }
  Rewriter rewriter(finding);
  const bool plain = std::all_of(with->body.begin(), with->body.end(),
                                 [&](StmtId stmt) { return rewriter.HasOwnLines(stmt); });
  if (count == 0 || count == with->body.size() || variables.IsCaptured(*slot) || !plain ||
      variables.Reads(*slot).size() != count)
    return Declined{
        "the stack is used for more than entering contexts at its start; enter them in a `with`"};
  rewriter.Replace(source::Span{finding.tree()[with->items[0].context].span.begin,
                                finding.tree()[target].span.end},
                   contexts);
  for (std::size_t i = 0; i < count; ++i) rewriter.Delete(with->body[i]);
  return rewriter.Finish("enter the contexts in a `with`", Applicability::Safe);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::UnsupportedContext};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "enter contexts in a `with` instead of an ExitStack",
    .answers = kAnswers,
    .promise = Promise::Safe,
    .propose = Propose,
};

}  // namespace graphmend::fix::enter_by_with
