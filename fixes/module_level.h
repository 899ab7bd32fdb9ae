// Putting code at module level, above the function that holds the finding.
#pragma once

#include <string>
#include <utility>

#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/rewriter.h"

namespace graphmend::fix {

// Whether it gives the same at module level, above `top`: made of constants and paths.
inline bool IsConstantAbove(const Finding& finding, syntax::ExprId expr, syntax::StmtId top) {
  if (!IsKnownAbove(finding, expr, top)) return false;
  bool constant = true;
  ForEachInside(finding, finding.tree()[expr].span, [&](syntax::ExprId part) {
    const auto* call = finding.If<syntax::Call>(part);
    const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
    if (call && part != expr)
      constant &= name.starts_with("os.path.") || name.starts_with("pathlib.");
  });
  return constant;
}

// Whether the module defines the name above `top`, and nowhere else.
inline bool StandsAbove(const Finding& finding, std::string_view path, syntax::StmtId top) {
  const names::Index& index = finding.file.index();
  const std::string_view first = path.substr(0, path.find('.'));
  for (const auto& [name, definitions] : index[index.module].definitions)
    if (name.text() == first)
      for (const names::Definition& definition : definitions)
        if (finding.tree()[definition.stmt].span.begin > finding.tree()[top].span.begin)
          return false;
  return true;
}

inline syntax::StmtId TopOfFinding(const Finding& finding) {
  const syntax::StmtId top = finding.function ? TopOf(finding, finding.stmt) : syntax::StmtId();
  return top == finding.stmt ? syntax::StmtId() : top;
}

// With two blank lines behind it, as between the parts of a module.
inline void InsertAtModuleLevel(const Finding& finding, syntax::StmtId top, std::string text,
                                Rewriter& rewriter) {
  if (text.empty() || text.back() != '\n') text += '\n';
  rewriter.InsertAt(AboveComments(finding, top), text + "\n\n");
}

// A function that Dynamo calls while it traces, and whose result is a constant of the graph.
// `signature`: "name(parameter)"; `result`: what it returns.
inline void InsertTracedFunction(const Finding& finding, syntax::StmtId top,
                                 const std::string& torch, const std::string& signature,
                                 const std::string& result, Rewriter& rewriter) {
  InsertAtModuleLevel(finding, top,
                      "@" + torch + ".compiler.assume_constant_result\ndef " + signature +
                          ":\n    return " + result,
                      rewriter);
}

// A line by itself: behind what stands above the function, and with a blank line before it where
// that is an import. Elsewhere as a definition.
inline void InsertLine(const Finding& finding, syntax::StmtId top, std::string line,
                       Rewriter& rewriter) {
  const syntax::StmtList body = finding.tree().body;
  syntax::StmtId above;
  for (syntax::StmtId stmt : body) {
    if (stmt == top) break;
    above = stmt;
  }
  const bool import = finding.If<syntax::Import>(above) || finding.If<syntax::ImportFrom>(above);
  const bool plain = import || finding.If<syntax::Assign>(above) ||
                     finding.If<syntax::AnnAssign>(above) || finding.If<syntax::ExprStmt>(above);
  if (!plain || !rewriter.HasOwnLines(above))
    return InsertAtModuleLevel(finding, top, std::move(line), rewriter);
  rewriter.InsertAfter(above, (import ? "\n" : "") + line + "\n");
}

}  // namespace graphmend::fix
