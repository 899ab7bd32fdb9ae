// Branches that ask whether a search found any rows: `if rows.numel() == 0: continue`,
// `if len(rows) > 0:`.
#pragma once

#include <optional>

#include "fix/arguments.h"
#include "fix/finding.h"
#include "fix/reads.h"

namespace graphmend::fix {

// `len(rows)`, `rows.numel()`, `rows.shape[0]`, `rows.size(0)`: the rows; none of anything else.
inline syntax::ExprId CountedRows(const Finding& finding, syntax::ExprId count) {
  syntax::ExprId rows;
  if (const syntax::Call* size = MethodCall(finding, count, "size", rows))
    return size->args.size() == 1 && IsIntLiteral(finding, size->args[0].value, 0)
               ? rows
               : syntax::ExprId();
  if (const syntax::Call* all = MethodCall(finding, count, "numel", rows))
    return all->args.empty() ? rows : syntax::ExprId();
  if (const auto* call = finding.If<syntax::Call>(count))
    return call->args.size() == 1 && finding.BuiltinName(call->callee) == "len"
               ? call->args[0].value
               : syntax::ExprId();
  const auto* item = finding.If<syntax::Subscript>(count);
  const auto* shape = item ? finding.If<syntax::Attribute>(item->object) : nullptr;
  return shape && shape->name == "shape" && IsIntLiteral(finding, item->index, 0)
             ? shape->object
             : syntax::ExprId();
}

struct AskedRows {
  syntax::ExprId rows;
  bool none;  // whether it holds where there are none
};

// What the test asks of rows; nothing where it asks for something else.
inline std::optional<AskedRows> RowsAskedFor(const Finding& finding, syntax::ExprId test) {
  using syntax::CompareOp;
  if (const auto* unary = finding.If<syntax::Unary>(test);
      unary && unary->op == syntax::UnaryOp::Not)
    if (const syntax::ExprId rows = CountedRows(finding, unary->operand))
      return AskedRows{rows, true};
  if (const syntax::ExprId rows = CountedRows(finding, test)) return AskedRows{rows, false};
  const auto* compare = finding.If<syntax::Compare>(test);
  if (!compare || compare->ops.size() != 1) return std::nullopt;
  const syntax::ExprId rows = CountedRows(finding, compare->left);
  const CompareOp op = compare->ops[0];
  const bool zero = IsIntLiteral(finding, compare->rights[0], 0);
  const bool one = IsIntLiteral(finding, compare->rights[0], 1);
  if (!rows) return std::nullopt;
  if ((zero && op == CompareOp::Eq) || (one && op == CompareOp::Lt)) return AskedRows{rows, true};
  if ((zero && (op == CompareOp::Gt || op == CompareOp::NotEq)) || (one && op == CompareOp::GtE))
    return AskedRows{rows, false};
  return std::nullopt;
}

// `if rows.numel() == 0: continue`: the rows.
inline syntax::ExprId RowsSkippedFor(const Finding& finding, syntax::StmtId stmt) {
  const auto* branch = finding.If<syntax::If>(stmt);
  if (!branch || !branch->orelse.empty() || branch->body.size() != 1 ||
      !finding.If<syntax::Continue>(branch->body[0]))
    return {};
  const auto asked = RowsAskedFor(finding, branch->test);
  return asked && asked->none ? asked->rows : syntax::ExprId();
}

}  // namespace graphmend::fix
