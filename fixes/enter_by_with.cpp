// Enter contexts by `with` in the place of an ExitStack.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/code.h"
#include "fix/declaration.h"
#include "fix/terms.h"
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

// The same under a condition of Python's, `if c: stack.enter_context(a)`; a block has one such
// line.
struct Choice {
  ExprId test, entered, other;
};

std::optional<Choice> ChoiceOf(const Finding& finding, const Terms& terms, StmtId stmt,
                               std::string_view stack) {
  const auto* branch = finding.If<syntax::If>(stmt);
  if (!branch || branch->body.size() != 1 || branch->orelse.size() > 1 ||
      !terms.IsStatic(branch->test))
    return std::nullopt;
  Choice choice{branch->test, EnteredBy(finding, branch->body[0], stack), {}};
  if (!branch->orelse.empty()) choice.other = EnteredBy(finding, branch->orelse[0], stack);
  if (!choice.entered || (!branch->orelse.empty() && !choice.other)) return std::nullopt;
  return choice;
}

// What the `with` enters instead of the statement; empty where it does something else.
std::string ContextOf(const Finding& finding, const Terms& terms, StmtId stmt,
                      std::string_view stack, Rewriter& rewriter) {
  if (const ExprId entered = EnteredBy(finding, stmt, stack)) return Enclosed(finding, entered);
  const std::optional<Choice> choice = ChoiceOf(finding, terms, stmt, stack);
  if (!choice) return "";
  const Code other = choice->other
                         ? Code::Of(finding, choice->other)
                         : Code::Place(rewriter.Import("contextlib")).Method("nullcontext", {});
  return Code::Of(finding, choice->entered).If(Code::Of(finding, choice->test), other).Text();
}

// The `with` whose block the statement stands in, under a condition perhaps.
StmtId BlockAround(const Finding& finding) {
  StmtId outer = finding.parents.Parent(finding.stmt);
  while (finding.If<syntax::If>(outer)) outer = finding.parents.Parent(outer);
  return outer;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* with = finding.If<syntax::With>(BlockAround(finding));
  if (!with || with->is_async || with->items.size() != 1 || !finding.function ||
      CalledIn(finding, with->items[0].context) != "contextlib.ExitStack" ||
      !finding.If<syntax::Call>(with->items[0].context)->args.empty())
    return std::nullopt;
  const ExprId target = with->items[0].target;
  const Variables variables(finding, finding.function);
  const auto slot = variables.SlotOf(target);
  Rewriter rewriter(finding);
  const Terms terms(finding);
  std::string contexts;
  std::size_t count = 0, calls = 0;
  for (; slot && count < with->body.size(); ++count) {
    const StmtId stmt = with->body[count];
    const std::string one = ContextOf(finding, terms, stmt, finding.Text(target), rewriter);
    if (one.empty()) break;
    const auto* branch = finding.If<syntax::If>(stmt);
    calls += branch && !branch->orelse.empty() ? 2 : 1;
    contexts += (count > 0 ? ", " : "") + one;
  }
  const bool plain = std::all_of(with->body.begin(), with->body.end(),
                                 [&](StmtId stmt) { return rewriter.HasOwnLines(stmt); });
  if (count == 0 || count == with->body.size() || variables.IsCaptured(*slot) || !plain ||
      variables.IsDeleted(*slot) || variables.Reads(*slot).size() != calls)
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
