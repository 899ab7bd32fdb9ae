#include "fix/failures.h"

#include <algorithm>

#include "fix/arguments.h"
#include "fix/dataflow.h"
#include "fix/module_scope.h"
#include "fix/reads.h"

namespace graphmend::fix {

namespace {

// Tensors in place, attributes, items, and what methods of objects change.
bool ChangesSomething(const Finding& finding) {
  bool changes = false;
  for (flow::BlockId block : finding.Flow().graph().order)
    for (const flow::Inst& inst : finding.Flow().graph().blocks[block].insts)
      changes |= std::holds_alternative<flow::SetAttr>(inst.node) ||
                 std::holds_alternative<flow::SetItem>(inst.node);
  ForEachInside(finding, finding.tree()[finding.function].span, [&](syntax::ExprId expr) {
    changes =
        changes || (finding.Fact(expr).MayBe(infer::FactKind::Tensor) && IsChanged(finding, expr));
    const auto* alone = finding.If<syntax::ExprStmt>(finding.parents.Statement(expr));
    const auto* call = finding.If<syntax::Call>(expr);
    const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
    changes =
        changes || (alone && alone->value == expr && method &&
                    finding.Fact(method->object)
                        .OneOf(infer::FactKind::List, infer::FactKind::Dict, infer::FactKind::Set));
  });
  return changes;
}

}  // namespace

std::string LostChanges(const Finding& finding) {
  return AskedOnce(finding, &FunctionAnswers::changes_tensors, ChangesSomething)
             ? "; what a compiled graph changes in place before it fails is not written back"
             : "";
}

std::string AssertedAsTensor(const Finding& finding, syntax::StmtId stmt) {
  if (!finding.If<syntax::Assert>(stmt)) return "";
  return "; when compiled, it raises RuntimeError instead of AssertionError; " +
         std::string(kLaterOnGpu);
}

namespace {

// Whether the contexts are torch's own, which let every exception through.
bool LetsThrough(const Finding& finding, const syntax::With& with) {
  return std::all_of(with.items.begin(), with.items.end(), [&](const syntax::WithItem& item) {
    const auto* call = finding.If<syntax::Call>(item.context);
    return finding.NameOf(call ? call->callee : item.context).starts_with("torch.");
  });
}

}  // namespace

bool StandsInHandler(const Finding& finding, syntax::StmtId stmt) {
  while ((stmt = finding.parents.Parent(stmt))) {
    if (finding.If<syntax::Try>(stmt)) return true;
    const auto* with = finding.If<syntax::With>(stmt);
    if (with && !LetsThrough(finding, *with)) return true;
  }
  return false;
}

bool IsCaught(const Finding& finding, syntax::StmtId stmt) {
  if (!finding.Flow().IsCaught(finding.tree()[stmt].span)) return false;
  bool inside = false;
  while ((stmt = finding.parents.Parent(stmt)) && !finding.If<syntax::FunctionStmt>(stmt)) {
    if (finding.If<syntax::Try>(stmt)) return true;
    const auto* with = finding.If<syntax::With>(stmt);
    if (with && !LetsThrough(finding, *with)) return true;
    inside = inside || with;
  }
  return !inside;
}

bool IsCaughtHere(const Finding& finding) {
  return finding.function && IsCaught(finding, finding.stmt);
}

std::optional<std::string_view> CheckedBy(const Finding& finding, syntax::StmtId stmt) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kChecks = {{
      {"torch._assert", "AssertionError"},
      {"torch._check", "RuntimeError"},
      {"torch._check_index", "IndexError"},
      {"torch._check_value", "ValueError"},
      {"torch._check_type", "TypeError"},
      {"torch._check_not_implemented", "NotImplementedError"},
  }};
  const auto* line = finding.If<syntax::ExprStmt>(stmt);
  const auto* call = line ? finding.If<syntax::Call>(line->value) : nullptr;
  if (!call || call->args.empty() || !HasOnly(*call, 2, {})) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const auto found = std::find_if(kChecks.begin(), kChecks.end(),
                                  [&](const auto& check) { return check.first == name; });
  if (found == kChecks.end()) return std::nullopt;
  return found->second;
}

}  // namespace graphmend::fix
