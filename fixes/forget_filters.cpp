// Run a block without filters of warnings.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fixes/with_blocks.h"

namespace graphmend::fix::forget_filters {
namespace {

using diag::Applicability;
using syntax::StmtId;

// The `with` whose block the statement stands in, where that has one context and gives it no name.
StmtId PlainWithAround(const Finding& finding, StmtId stmt) {
  const StmtId outer = finding.parents.Parent(stmt);
  const auto* with = finding.If<syntax::With>(outer);
  const bool plain = with && !with->is_async && with->items.size() == 1 && !with->items[0].target;
  return plain ? outer : StmtId();
}

// The statement that makes warnings silent: warnings.simplefilter("ignore").
bool IsSilencing(const Finding& finding, StmtId stmt) {
  const auto* line = finding.If<syntax::ExprStmt>(stmt);
  const auto* call = line ? finding.If<syntax::Call>(line->value) : nullptr;
  const std::string_view name = call ? CalledIn(finding, line->value) : std::string_view();
  if ((name != "warnings.simplefilter" && name != "warnings.filterwarnings") || call->args.empty())
    return false;
  const auto* action = finding.If<syntax::Literal>(call->args[0].value);
  return action && action->kind == syntax::LiteralKind::Str && action->text == "ignore" &&
         std::all_of(call->args.begin(), call->args.end(),
                     [&](const syntax::Arg& arg) { return IsPlainRead(finding, arg.value); });
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.function || !IsSilencing(finding, finding.stmt)) return std::nullopt;
  const StmtId stmt = PlainWithAround(finding, finding.stmt);
  const auto* with = finding.If<syntax::With>(stmt);
  if (!with || CalledIn(finding, with->items[0].context) != "warnings.catch_warnings" ||
      !finding.If<syntax::Call>(with->items[0].context)->args.empty())
    return std::nullopt;
  std::size_t first = 0;
  while (first < with->body.size() && IsSilencing(finding, with->body[first])) ++first;
  Rewriter rewriter(finding);
  if (finding.parents.PositionOf(finding.stmt).index >= first ||
      !Unwrap(finding, stmt, *with, first, rewriter))
    return Declined{"the filters are not just the start of a plain block; set them outside"};
  return rewriter.Finish("run the block without the filters", Applicability::Unsafe,
                         "warnings from the block are shown");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Warning};
constexpr std::string_view kBefore[] = {"defer_message"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run a block without warning filters",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::forget_filters
