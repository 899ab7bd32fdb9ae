#include "fix/reads.h"

#include <algorithm>

#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/terms.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

namespace {

// `x[i]`, `x[i, j]` of a tensor that is read, where the expression is an index.
bool IsIndexRead(const Finding& finding, ExprId index) {
  ExprId outer = finding.parents.Parent(index);
  if (finding.If<syntax::Sequence>(outer)) index = outer, outer = finding.parents.Parent(outer);
  const auto* item = finding.If<syntax::Subscript>(outer);
  if (!item || item->index != index) return false;
  if (!IsTensor(finding.Fact(item->object))) return false;
  const syntax::StmtId stmt = finding.parents.Statement(outer);
  const auto* assign = finding.If<syntax::Assign>(stmt);
  return !finding.If<syntax::AugAssign>(stmt) && !finding.If<syntax::Delete>(stmt) &&
         !(assign && std::find(assign->targets.begin(), assign->targets.end(), outer) !=
                         assign->targets.end());
}

}  // namespace

std::optional<HostRead> HostReadOf(const Finding& finding, syntax::ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call) return std::nullopt;
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const std::string_view name = finding.NameOf(call->callee);
  if (method && call->args.empty()) {
    if (name == "torch.Tensor.item") return HostRead{method->object, "item"};
    if (name == "torch.Tensor.tolist") return HostRead{method->object, "tolist"};
  }
  if (call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return std::nullopt;
  for (std::string_view builtin : {"int", "float", "bool", "str", "repr"})
    if (finding.BuiltinName(call->callee) == builtin) return HostRead{call->args[0].value, builtin};
  return std::nullopt;
}

bool IsBoundOf(const Finding& finding, ExprId expr, ExprId number) {
  const auto* call = finding.If<syntax::Call>(expr);
  const std::string_view name = call ? finding.BuiltinName(call->callee) : std::string_view();
  return (name == "max" || name == "min") && call->args.size() == 2 &&
         std::all_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
           return arg.value == number || finding.If<syntax::Literal>(arg.value);
         });
}

bool ServesAsTensor(const Finding& finding, ExprId use) {
  for (ExprId inner = use;; inner = finding.parents.Parent(inner)) {
    const ExprId outer = finding.parents.Parent(inner);
    if (!outer) return false;
    if (const auto* binary = finding.If<syntax::Binary>(outer)) {
      const bool sum = binary->op == syntax::BinaryOp::Add || binary->op == syntax::BinaryOp::Sub;
      const ExprId other = binary->left == inner ? binary->right : binary->left;
      if (IsLinear(binary->op) && IsTensor(finding.Fact(other))) return true;
      if (sum && finding.If<syntax::Literal>(other)) continue;
      return false;
    }
    if (finding.If<syntax::Sequence>(outer) || finding.If<syntax::Subscript>(outer))
      return IsIndexRead(finding, inner);
    if (!IsBoundOf(finding, outer, inner)) return false;
  }
}

bool SelectsByIt(const Finding& finding, ExprId use) {
  for (ExprId inner = use;; inner = finding.parents.Parent(inner)) {
    const ExprId outer = finding.parents.Parent(inner);
    const auto* binary = finding.If<syntax::Binary>(outer);
    if (binary && finding.If<syntax::Literal>(binary->left == inner ? binary->right : binary->left))
      continue;
    if (finding.If<syntax::Call>(outer)) continue;  // max, min
    return finding.If<syntax::Sequence>(outer) || finding.If<syntax::Subscript>(outer);
  }
}

bool IsNewTensor(const Finding& finding, ExprId expr) {
  if (const Assumed* assumed = finding.AssumedOf(expr); assumed && assumed->IsRewritten()) {
    if (assumed->suffix.find("()") != std::string::npos && assumed->suffix != ".reshape(())")
      return assumed->suffix != ".double()" || IsNewTensor(finding, assumed->tensor);
    return IsNewTensor(finding, assumed->tensor);
  }
  const bool held = finding.If<syntax::Name>(expr) || finding.If<syntax::Attribute>(expr) ||
                    finding.If<syntax::Subscript>(expr);
  return !held && Terms(finding).Of(expr).fresh;
}

bool IsTarget(const Finding& finding, ExprId place) {
  for (ExprId outer; (outer = finding.parents.Parent(place)); place = outer)
    if (!finding.If<syntax::Sequence>(outer) && !finding.If<syntax::Starred>(outer)) {
      const auto* made = finding.If<syntax::Comprehension>(outer);
      return made && std::any_of(made->clauses.begin(), made->clauses.end(),
                                 [&](const auto& clause) { return clause.target == place; });
    }
  const syntax::StmtId stmt = finding.parents.Statement(place);
  auto among = [&](syntax::ExprList targets) {
    return std::find(targets.begin(), targets.end(), place) != targets.end();
  };
  if (const auto* assign = finding.If<syntax::Assign>(stmt)) return among(assign->targets);
  if (const auto* gone = finding.If<syntax::Delete>(stmt)) return among(gone->targets);
  if (const auto* aug = finding.If<syntax::AugAssign>(stmt)) return aug->target == place;
  if (const auto* typed = finding.If<syntax::AnnAssign>(stmt)) return typed->target == place;
  if (const auto* loop = finding.If<syntax::For>(stmt)) return loop->target == place;
  const auto* with = finding.If<syntax::With>(stmt);
  return with && std::any_of(with->items.begin(), with->items.end(),
                             [&](const syntax::WithItem& item) { return item.target == place; });
}

bool IsChanged(const Finding& finding, ExprId place) {
  ExprId outer = finding.parents.Parent(place);
  const auto* method = finding.If<syntax::Attribute>(outer);
  if (method && method->object == place && method->name.text().ends_with('_') &&
      !method->name.text().ends_with("__"))
    return true;
  if (const auto* call = finding.If<syntax::Call>(outer))
    return std::any_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
      return arg.name == "out" && arg.value == place;
    });
  bool item = false;
  for (; outer; outer = finding.parents.Parent(outer)) {
    const auto* inner = finding.If<syntax::Subscript>(outer);
    if (!inner || inner->object != place) break;  // an index is only read
    item = true, place = outer;
  }
  const syntax::StmtId stmt = finding.parents.Statement(place);
  if (const auto* aug = finding.If<syntax::AugAssign>(stmt)) return aug->target == place;
  const auto* assign = item ? finding.If<syntax::Assign>(stmt) : nullptr;
  return assign &&
         std::find(assign->targets.begin(), assign->targets.end(), place) != assign->targets.end();
}

bool IsWrittenTo(const Finding& finding, ExprId place) {
  const ExprId outer = finding.parents.Parent(place);
  const auto* item = finding.If<syntax::Subscript>(outer);
  return (item && item->object == place && IsTarget(finding, outer)) || IsChanged(finding, place);
}

bool IsChangedInPlace(const Finding& finding, ExprId expr) {
  bool changed = false;
  ForEachPart(finding.tree(), expr,
              [&](ExprId part) { changed = changed || IsChangedInPlace(finding, part); });
  const auto* name = finding.If<syntax::Name>(expr);
  const auto* attribute = finding.If<syntax::Attribute>(expr);
  // Of what is assigned to nothing is known there.
  const bool tensor = IsTarget(finding, expr) || finding.Fact(expr).MayBe(FactKind::Tensor);
  if (changed || (!name && !attribute) || !tensor) return changed;
  const source::Span whole{0, static_cast<std::uint32_t>(finding.file.source().text().size())};
  const source::Span inside = name ? finding.tree()[finding.function].span : whole;
  ForEachInside(finding, inside, [&](ExprId other) {
    const auto* same_name = finding.If<syntax::Name>(other);
    const auto* same_attribute = finding.If<syntax::Attribute>(other);
    const bool same = name ? same_name && same_name->id == name->id
                           : same_attribute && same_attribute->name == attribute->name;
    changed = changed || (same && IsChanged(finding, other));
  });
  return changed;
}

bool IsUnreached(const Finding& finding, ExprId variable) {
  if (!finding.If<syntax::Name>(variable) || finding.Fact(variable).kinds != 0 ||
      IsTarget(finding, variable))
    return false;
  for (ExprId outer = finding.parents.Parent(variable); outer;
       outer = finding.parents.Parent(outer))
    if (finding.If<syntax::Comprehension>(outer) || finding.If<syntax::Lambda>(outer)) return false;
  const syntax::FunctionId function = finding.parents.FunctionOf(variable);
  if (!function) return false;
  return function == finding.function || WasFollowed(finding, function);
}

bool WasFollowed(const Finding& finding, syntax::FunctionId function) {
  std::optional<bool>& known = finding.flows.AnswersFor(finding.file, function).followed;
  if (known) return *known;
  bool any = false;
  ForEachInside(finding, finding.tree()[function].span,
                [&](ExprId part) { any = any || finding.Fact(part).kinds != 0; });
  known = any;
  return any;
}

bool IsEvaluatedWithWhole(const Finding& finding, ExprId expr) {
  for (ExprId inner = expr, outer; (outer = finding.parents.Parent(inner)); inner = outer) {
    const auto* conditional = finding.If<syntax::Conditional>(outer);
    const auto* either = finding.If<syntax::BoolOp>(outer);
    if ((conditional && conditional->test != inner) || (either && either->left != inner) ||
        finding.If<syntax::Comprehension>(outer) || finding.If<syntax::Lambda>(outer))
      return false;
  }
  return true;
}

bool IsInLoop(const Finding& finding, syntax::StmtId stmt) {
  for (; stmt; stmt = finding.parents.Parent(stmt))
    if (finding.If<syntax::For>(stmt) || finding.If<syntax::While>(stmt)) return true;
  return false;
}

}  // namespace graphmend::fix
