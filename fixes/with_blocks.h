// What fixes of `with` share: taking a block out of it.
#pragma once

#include <string_view>

#include "fix/arguments.h"
#include "fix/module_scope.h"
#include "fix/rewriter.h"

namespace graphmend::fix {

inline std::string_view CalledIn(const Finding& finding, syntax::ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  return call ? finding.NameOf(call->callee) : std::string_view();
}

// Whether a line of the block begins within a text.
inline bool HoldsLongText(const Finding& finding, source::Span block) {
  const source::SourceFile& source = finding.file.source();
  for (std::uint32_t line = source.LineOf(block.begin) + 1; line <= source.LineOf(block.end - 1);
       ++line)
    if (IsInText(finding, source.LineStart(line))) return true;
  return false;
}

// Puts the block, without its first statements, in the place of the `with`; false where it is
// written in a way that is not moved.
inline bool Unwrap(const Finding& finding, syntax::StmtId stmt, const syntax::With& with,
                   std::size_t first, Rewriter& rewriter) {
  const source::SourceFile& source = finding.file.source();
  const syntax::Tree& tree = finding.tree();
  if (first >= with.body.size() || !rewriter.HasOwnLines(stmt)) return false;
  for (syntax::StmtId inner : with.body)
    if (!rewriter.HasOwnLines(inner)) return false;
  const source::Span kept{source.LineStart(source.LineOf(tree[with.body[first]].span.begin)),
                          tree[with.body.back()].span.end};
  if (HoldsLongText(finding, kept)) return false;
  const std::string comments = CommentsIn(finding, source::Span{tree[stmt].span.begin, kept.begin});
  const std::size_t columns = rewriter.Indentation(with.body[first]).size();
  rewriter.ReplaceStatement(stmt, comments + Dedented(finding, kept, columns) + "\n");
  return true;
}

}  // namespace graphmend::fix
