#include "copied_parts.h"

#include <algorithm>
#include <set>
#include <vector>

#include "fix/calls.h"
#include "fix/held.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

// `v += 1`, `v[0] = 3`.
bool IsChangedByName(const Finding& finding, syntax::ExprId variable) {
  const base::Symbol name = finding.If<syntax::Name>(variable)->id;
  bool changed = false;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](syntax::ExprId expr) {
    const auto* other = finding.If<syntax::Name>(expr);
    changed |= other && other->id == name && IsWrittenTo(finding, expr);
  });
  return changed;
}

// Whether nothing writes to what the expression gives, a view, as far as it goes in the function: a
// copy serves as well. What is computed from it, or given back by the compiled code, may be
// anything.
class OnlyRead {
 public:
  explicit OnlyRead(const Finding& finding)
      : finding_(finding), variables_(finding, finding.function) {}

  bool Holds(syntax::ExprId view) {
    if (!seen_.insert(view.index).second) return true;
    const syntax::ExprId outer = finding_.parents.Parent(view);
    if (!outer) return InStatement(view);
    if (IsChanged(finding_, view)) return false;
    if (finding_.If<syntax::Binary>(outer) || finding_.If<syntax::Unary>(outer) ||
        finding_.If<syntax::Compare>(outer))
      return true;
    if (const auto* item = finding_.If<syntax::Subscript>(outer))
      return item->index == view || (!IsTarget(finding_, outer) && Holds(outer));
    if (finding_.If<syntax::Sequence>(outer))
      return finding_.If<syntax::Return>(finding_.parents.Statement(outer)) || IsJoined(outer);
    if (finding_.If<syntax::Attribute>(outer)) return IsMember(outer);
    const auto* call = finding_.If<syntax::Call>(outer);
    return call && call->callee != view && TakesIt(outer, *call, view);
  }

 private:
  bool InStatement(syntax::ExprId view) {
    const syntax::StmtId stmt = finding_.parents.Statement(view);
    if (finding_.If<syntax::Return>(stmt))
      return Calls(finding_).Of(finding_.function).empty();  // else a caller may write to it
    if (finding_.If<syntax::ExprStmt>(stmt)) return true;
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    const auto slot = assign && assign->value == view && assign->targets.size() == 1
                          ? variables_.SlotOf(assign->targets[0])
                          : std::nullopt;
    if (!slot || variables_.IsCaptured(*slot)) return false;
    if (IsChangedByName(finding_, assign->targets[0])) return false;
    const std::vector<syntax::ExprId> reads = variables_.Reads(*slot);
    return std::all_of(reads.begin(), reads.end(),
                       [&](syntax::ExprId read) { return Holds(read); });
  }

  // `torch.cat([view, y])`
  bool IsJoined(syntax::ExprId display) {
    const syntax::ExprId outer = finding_.parents.Parent(display);
    const auto* call = finding_.If<syntax::Call>(outer);
    return call && call->callee != display && TakesIt(outer, *call, display);
  }

  bool IsMember(syntax::ExprId outer) {
    const syntax::ExprId next = finding_.parents.Parent(outer);
    const auto* call = finding_.If<syntax::Call>(next);
    if (call && call->callee == outer) return TakesIt(next, *call, {});
    return IsNoTensor(finding_.Fact(outer));  // its shape, its dtype
  }

  // Whether the call computes something else of it, or gives a view to which nothing is written.
  bool TakesIt(syntax::ExprId whole, const syntax::Call& call, syntax::ExprId given) {
    using models::OpKind;
    const models::Traits traits = finding_.Fact(call.callee).traits;
    const bool out = std::any_of(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
      return arg.value == given && arg.name == "out";
    });
    if (out || traits.ChangesArguments()) return false;
    if (HasInPlace(call)) return false;
    if (finding_.BuiltinName(call.callee) == "len" || finding_.BuiltinName(call.callee) == "float")
      return true;
    if (traits.op == OpKind::View || traits.Has(models::Trait::MayShare)) return Holds(whole);
    return traits.op != OpKind::Unknown || IsLayer(call) || GivesNew(whole, call);
  }

  // A function of torch that gives a tensor of its own.
  bool GivesNew(syntax::ExprId whole, const syntax::Call& call) const {
    const std::string_view name = finding_.NameOf(call.callee);
    return name.starts_with("torch.") && !name.ends_with('_') &&
           (finding_.Fact(call.callee).traits.Has(models::Trait::New) ||
            IsNewTensor(finding_, whole) || finding_.Fact(whole).Rank() == 0);
  }

  static bool HasInPlace(const syntax::Call& call) {
    return std::any_of(call.args.begin(), call.args.end(),
                       [](const syntax::Arg& arg) { return arg.name == "inplace"; });
  }

  // A module of torch that gives something new of what it is called with.
  bool IsLayer(const syntax::Call& call) const {
    const infer::ExprFact& fact = finding_.Fact(call.callee);
    const std::string_view name = fact.Is(infer::FactKind::Object) ? fact.Name() : "";
    return name == "torch.nn.Linear" || name == "torch.nn.LayerNorm" ||
           name == "torch.nn.Embedding" || name == "torch.nn.Conv1d" || name == "torch.nn.Conv2d";
  }

  const Finding& finding_;
  const Variables variables_;
  std::set<std::uint32_t> seen_;  // expressions
};

// Whether anything in the function may write to a tensor, or what it calls.
bool Writes(const Finding& finding) {
  bool writes = ChangesByCalls(finding);
  ForEachInside(finding, finding.tree()[finding.function].span, [&](syntax::ExprId part) {
    if (writes) return;
    const auto* aug = finding.If<syntax::AugAssign>(finding.parents.Statement(part));
    const bool number = aug && aug->target == part &&
                        finding.Fact(part).OneOf(infer::FactKind::Int, infer::FactKind::Float);
    writes = !number && IsWrittenTo(finding, part);
    const auto* call = finding.If<syntax::Call>(part);
    if (writes || !call) return;
    const infer::ExprFact& callee = finding.Fact(call->callee);
    writes = callee.traits.ChangesArguments() || callee.Name().ends_with('_') ||
             callee.Name().starts_with("torch.nn.init.") ||
             callee.Name().starts_with("torch._foreach_") ||
             std::any_of(call->args.begin(), call->args.end(), [](const syntax::Arg& arg) {
               return arg.name == "inplace" || arg.name == "out";
             });
  });
  return writes;
}

}  // namespace

bool IsWrittenThrough(const Finding& finding) {
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  if (finding.function && !Writes(finding) && Calls(finding).Of(finding.function).empty())
    return false;
  return !finding.function || IsChangedInPlace(finding, item->object) || ChangesByCalls(finding) ||
         IsChangedByOtherName(finding, item->object) || !OnlyRead(finding).Holds(finding.expr);
}

}  // namespace graphmend::fix
