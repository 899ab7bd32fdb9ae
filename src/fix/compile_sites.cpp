#include "fix/compile_sites.h"

#include "fix/arguments.h"
#include "fix/module_scope.h"

namespace graphmend::fix {

using syntax::ExprId;
using syntax::StmtId;

namespace {

bool IsCompile(const Finding& finding, ExprId expr) {
  return ImportedName(finding, expr) == "torch.compile";
}

}  // namespace

std::vector<CompileSite> CompileSites(const Finding& finding) {
  const syntax::Tree& tree = finding.tree();
  std::vector<CompileSite> sites;
  for (std::uint32_t i = 0; i < tree.stmts.size(); ++i) {
    const auto* def = finding.If<syntax::FunctionStmt>(StmtId(i));
    if (!def) continue;
    for (ExprId decorator : tree[def->function].decorators) {
      const auto* call = finding.If<syntax::Call>(decorator);
      if (IsCompile(finding, call ? call->callee : decorator))
        sites.push_back({decorator, StmtId(i), def->function, {}});
    }
  }
  const std::size_t decorators = sites.size();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const auto* call = finding.If<syntax::Call>(ExprId(i));
    if (!call || !IsCompile(finding, call->callee)) continue;
    bool is_decorator = false;
    for (std::size_t k = 0; k < decorators; ++k) is_decorator |= sites[k].expr == ExprId(i);
    if (!is_decorator)
      sites.push_back(
          {ExprId(i), finding.parents.Statement(ExprId(i)), {}, Argument(*call, 0, "model")});
  }
  return sites;
}

}  // namespace graphmend::fix
