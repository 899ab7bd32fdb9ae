// What fixes of `with` share: taking a block out of it.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
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

// An expression of a block that is written differently when the block is moved.
struct Rewritten {
  syntax::ExprId expr;
  std::string text;
};

// Puts the block, without its first statements, in the place of the `with`; false where it is
// written in a way that is not moved. `rewritten`: in the order of the text.
inline bool Unwrap(const Finding& finding, syntax::StmtId stmt, const syntax::With& with,
                   std::size_t first, Rewriter& rewriter,
                   std::span<const Rewritten> rewritten = {}) {
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
  std::string text = comments;
  std::uint32_t from = kept.begin;
  for (const Rewritten& part : rewritten) {
    const source::Span span = tree[part.expr].span;
    text += Dedented(finding, {from, span.begin}, columns) + part.text;
    from = span.end;
  }
  rewriter.ReplaceStatement(stmt, text + Dedented(finding, {from, kept.end}, columns) + "\n");
  return true;
}

inline constexpr std::string_view kFixedBlock =
    "the block is written in a form that cannot be moved; remove its header";

// Leaves out the context that the finding is about: the `with` around its block, where it has no
// other. Nothing: it has a name, or the one before it has, or it stands in no `with`. False: the
// block is written in a way that is not moved.
inline std::optional<bool> RemoveContext(const Finding& finding, Rewriter& rewriter,
                                         std::span<const Rewritten> rewritten = {}) {
  const auto* with = finding.If<syntax::With>(finding.stmt);
  if (!with || with->is_async) return std::nullopt;
  const auto item = std::find_if(with->items.begin(), with->items.end(),
                                 [&](const auto& one) { return one.context == finding.expr; });
  if (item == with->items.end() || item->target) return std::nullopt;
  if (with->items.size() == 1) return Unwrap(finding, finding.stmt, *with, 0, rewriter, rewritten);
  const bool last = item + 1 == with->items.end();
  const source::Span span = finding.tree()[finding.expr].span;
  const source::Span beside = finding.tree()[(last ? item - 1 : item + 1)->context].span;
  if (last && (item - 1)->target) return std::nullopt;
  rewriter.Replace(
      last ? source::Span{beside.end, span.end} : source::Span{span.begin, beside.begin}, "");
  for (const Rewritten& part : rewritten) rewriter.Replace(part.expr, part.text);
  return true;
}

}  // namespace graphmend::fix
