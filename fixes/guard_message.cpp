// A message behind `if not torch.compiler.is_compiling():`.
#include <algorithm>
#include <vector>

#include "fix/declaration.h"
#include "fix/operands.h"
#include "fix/rewriter.h"

namespace graphmend::fix::guard_message {
namespace {

using syntax::ExprId;

// Four columns more for each line of the statement behind the first, but for those that begin
// inside a string.
void IndentContinuation(const Finding& finding, Rewriter& rewriter) {
  const syntax::Tree& tree = finding.tree();
  const source::SourceFile& source = finding.file.source();
  const source::Span span = tree[finding.stmt].span;
  std::vector<source::Span> texts;
  auto collect = [&](auto& self, ExprId expr) -> void {
    const auto* literal = finding.If<syntax::Literal>(expr);
    if ((literal && (literal->kind == syntax::LiteralKind::Str ||
                     literal->kind == syntax::LiteralKind::Bytes)) ||
        finding.If<syntax::FString>(expr)) {
      texts.push_back(tree[expr].span);
      return;
    }
    ForEachPart(tree, expr, [&](ExprId part) { self(self, part); });
  };
  ForEachExpression(tree, finding.stmt, [&](ExprId expr) { collect(collect, expr); });
  const std::uint32_t last = source.LineOf(span.end);
  for (std::uint32_t line = source.LineOf(span.begin) + 1; line <= last; ++line) {
    const std::uint32_t start = source.LineStart(line);
    if (start >= span.end || source.Line(line).empty()) continue;
    auto inside = [&](source::Span text) { return text.begin < start && start < text.end; };
    if (std::none_of(texts.begin(), texts.end(), inside)) rewriter.InsertAt(start, "    ");
  }
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (finding.options.side_effects != SideEffects::Guard) return std::nullopt;
  const auto* statement = finding.If<syntax::ExprStmt>(finding.stmt);
  if (!statement || statement->value != finding.expr)
    return Declined{"the call is part of a larger expression; make it a statement of its own"};
  Rewriter rewriter(finding);
  if (!rewriter.HasOwnLines(finding.stmt))
    return Declined{"the statement shares its line with another; give it a line of its own"};
  const std::string torch = rewriter.Import("torch");
  rewriter.InsertAt(finding.tree()[finding.stmt].span.begin,
                    "if not " + torch + ".compiler.is_compiling():\n" +
                        rewriter.Indentation(finding.stmt) + "    ");
  IndentContinuation(finding, rewriter);
  return rewriter.Finish("guard the message with torch.compiler.is_compiling()",
                         diag::Applicability::Unsafe,
                         "the message is lost when compiled, and so is an error in making it");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Print,
                                               infer::ObservationKind::Logging,
                                               infer::ObservationKind::Warning};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "write a message only in eager code",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::guard_message
