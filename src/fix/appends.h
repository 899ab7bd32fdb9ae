// Statements that append to a list that a variable holds: `outs.append(x)`.
#pragma once

#include "fix/finding.h"

namespace graphmend::fix {

// The call; null for anything else.
inline const syntax::Call* AppendIn(const Finding& finding, syntax::StmtId stmt) {
  const auto* done = finding.If<syntax::ExprStmt>(stmt);
  const auto* call = done ? finding.If<syntax::Call>(done->value) : nullptr;
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  const bool appends = method && method->name == "append" && call->args.size() == 1 &&
                       call->args[0].kind == syntax::ArgKind::Positional &&
                       finding.If<syntax::Name>(method->object) &&
                       finding.Fact(method->object).Is(infer::FactKind::List);
  return appends ? call : nullptr;
}

// Whether the name is the list that its statement appends to.
inline bool IsAppendedTo(const Finding& finding, syntax::ExprId name) {
  const auto* call = AppendIn(finding, finding.parents.Statement(name));
  return call && finding.If<syntax::Attribute>(call->callee)->object == name;
}

}  // namespace graphmend::fix
