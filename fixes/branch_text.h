// How a branch that is merged, and what stays of it, is written.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "fix/code.h"
#include "fix/declaration.h"
#include "fix/draws_behind.h"
#include "fix/rewriter.h"

namespace graphmend::fix {

inline Code Returning(const Code& value) {
  return Code::Sequence({Code::Verbatim("return "), value});
}

// What a difference says, one after the other.
inline std::string Joined(const std::vector<std::string>& differences) {
  std::string out;
  for (const std::string& one : differences) out += (out.empty() ? "" : "; ") + one;
  return out;
}

// The statements as the block of a branch.
inline std::string Indented(const Finding& finding, syntax::StmtList body) {
  std::string text;
  for (syntax::StmtId stmt : body) text += "    " + std::string(finding.Text(stmt)) + "\n";
  return text;
}

// Whether they are statements of one line each, which may stand in another block.
inline bool IsPlainBlock(const Finding& finding, syntax::StmtList body) {
  return std::all_of(body.begin(), body.end(), [&](syntax::StmtId stmt) {
    return !finding.If<syntax::If>(stmt) && finding.Text(stmt).find('\n') == std::string_view::npos;
  });
}

// The code over several lines where it is long, as it stands in the statement.
inline std::string OnLinesOf(syntax::StmtId stmt, const Code& code, const Rewriter& rewriter) {
  const std::string indentation = rewriter.Indentation(stmt);
  std::string out;
  for (char c : code.Spread(indentation.size()))
    out += c == '\n' ? "\n" + indentation : std::string(1, c);
  return out;
}

// What was written of the branch, unless what its sides draw would move what is drawn behind it.
inline Proposal Written(const Finding& finding, const std::vector<syntax::ExprId>& draws,
                        std::string_view title, const std::string& difference, Rewriter& rewriter) {
  if (MoveDraws(finding, draws)) return Declined{std::string(kMovesDraws)};
  const bool safe = difference.empty();
  return rewriter.Finish(std::string(title),
                         safe ? diag::Applicability::Safe : diag::Applicability::Unsafe,
                         difference);
}

}  // namespace graphmend::fix
