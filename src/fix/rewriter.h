// Builds one fix in verbs over expressions and statements, so that indentation, line ends and
// comments stay as they are; text glued together at guessed offsets is not available.
//
// Text that is handed in has "\n" line ends and no indentation of its own surroundings; the
// rewriter adds both. Whoever calls `Replace` with an operator expression puts it in parentheses
// where the new place needs them (`Operand` does that for text taken from the source).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

class Rewriter {
 public:
  explicit Rewriter(const Finding& finding) : finding_(finding) {}

  // ---- expressions ----
  void Replace(syntax::ExprId expr, std::string text) {
    Replace(finding_.tree()[expr].span, std::move(text));
  }
  void Replace(source::Span span, std::string text);
  void InsertAt(std::uint32_t offset, std::string text) {
    Replace({offset, offset}, std::move(text));
  }
  // The text of an expression so that anything may stand behind it, also an attribute: in
  // parentheses where it is more than a name, text, call, attribute or item.
  std::string Operand(syntax::ExprId expr) const;

  // ---- statements ----
  // Whether nothing else stands on the lines of the statement, comments behind it aside: what the
  // verbs below ask for.
  bool HasOwnLines(syntax::StmtId stmt) const;
  void InsertBefore(syntax::StmtId stmt, std::string_view lines);
  void InsertAfter(syntax::StmtId stmt, std::string_view lines);
  // An `elif` becomes an `else` with the lines.
  void ReplaceStatement(syntax::StmtId stmt, std::string_view lines);
  // Where lines that replace the statement begin.
  std::size_t ColumnOfReplacement(syntax::StmtId stmt) const;
  // With its lines; where it is alone in its block, `pass` stays behind.
  void Delete(syntax::StmtId stmt);
  std::string Indentation(syntax::StmtId stmt) const;

  // ---- names ----
  // What `module` is called at the finding: "torch", "F", "graphmend.runtime"; imported where the
  // file does not. `name`: the same for `from module import name`.
  std::string Import(std::string_view module);
  // Lines that the module needs once, below its imports; the same lines are never added twice.
  void RequireLines(std::string lines);
  // `base`, or with a number behind it, that no name of the file is spelled like. Two fixes that
  // overlap and have chosen the same one are not applied in one round.
  std::string FreshName(std::string_view base);
  // The same for what is defined at module level: no other fix of the file that has chosen it, for
  // whatever, is applied in one round with this one.
  std::string FreshModuleName(std::string_view base);

  // It leaves a test behind that another round has to mend.
  void Lead() { leads_ = true; }
  // … in a function of the file.
  void LeadTo(syntax::FunctionId function);

  // The fix; edits that overlap are a defect of who made it and stop the analysis of it.
  diag::Fix Finish(std::string title, diag::Applicability applicability,
                   std::string difference = {});

 private:
  std::string WithLineEnds(std::string_view text) const;
  std::string Indented(std::string_view lines, std::string_view indentation) const;
  std::uint32_t ImportPoint() const;

  const Finding& finding_;
  std::vector<diag::Edit> edits_;
  std::vector<diag::Edit> shared_;
  std::string FreeName(std::string_view base) const;

  std::vector<std::string> names_, module_names_;
  bool leads_ = false;
  std::vector<std::string> leads_to_;
};

}  // namespace graphmend::fix
