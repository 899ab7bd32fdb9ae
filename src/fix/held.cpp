#include "fix/held.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fix/calls.h"
#include "fix/changed_arguments.h"
#include "fix/function_flows.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {

using infer::FactKind;
using models::OpKind;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

namespace {

// Whether no known call gets to where some variable in the expression is read.
bool IsInUnreached(const Finding& finding, ExprId expr) {
  bool unreached = false;
  ForEachInside(finding, finding.tree()[expr].span,
                [&](ExprId part) { unreached = unreached || IsUnreached(finding, part); });
  return unreached;
}

// Values are followed so far back, through variables and functions.
constexpr int kFurthest = 12;

class Makers {
 public:
  // Whether what the expression gives shares no storage with what the function got, as far as is
  // known.
  bool IsOwn(const Finding& finding, ExprId value, int depth = 0);
  // What is not known.
  const std::set<std::string>& unknown() const { return unknown_; }
  // Something is made where the graph breaks.
  bool behind_break() const { return behind_break_; }

 private:
  bool IsOwnVariable(const Finding& finding, ExprId name, int depth);
  bool IsOwnResult(const Finding& finding, int depth);
  bool IsOwnCall(const Finding& finding, ExprId expr, const syntax::Call& call, int depth);

  // Names that are asked for now, by file: in a loop, the rest decides.
  std::set<std::pair<std::uint32_t, std::uint32_t>> open_;
  std::set<std::string> unknown_;
  bool behind_break_ = false;
};

// By all definitions that may reach the name.
bool Makers::IsOwnVariable(const Finding& finding, ExprId name, int depth) {
  const auto [at, is_new] = open_.insert({finding.file.id().index, name.index});
  if (!is_new) return true;
  const Definitions& found = finding.Flow().Of(name);
  const Terms terms(finding);
  const bool own =
      !found.empty() && std::all_of(found.begin(), found.end(), [&](const flow::Inst* one) {
        if (!one || Dataflow::IsMerge(one)) return false;
        const auto* changed = finding.If<syntax::AugAssign>(one->stmt);
        const ExprId value = changed ? changed->target : terms.ValueOf(one);
        return value && IsOwn(finding, value, depth + 1);
      });
  open_.erase(at);
  return own;
}

// What the function gives back, wherever a known call gets to.
bool Makers::IsOwnResult(const Finding& finding, int depth) {
  const syntax::Tree& tree = finding.tree();
  if (tree[finding.function].is_generator || !WasFollowed(finding, finding.function)) return false;
  bool all = true, any = false;
  for (std::uint32_t i = 0; i < tree.stmts.size() && all; ++i) {
    const StmtId stmt(i);
    const auto* given = finding.If<syntax::Return>(stmt);
    if (!given || !given->value || finding.parents.FunctionOf(stmt) != finding.function) continue;
    if (IsInUnreached(finding, given->value)) continue;
    any = true;
    all = IsOwn(finding, given->value, depth);
  }
  return any && all;
}

// The tensor that the result of the call may share storage with, a view of it or itself: `y.t()`,
// `y.add_(1)`; none: what it gives is new, or not known.
ExprId SharedBy(const Finding& finding, const syntax::Call& call) {
  const models::Traits traits = finding.Fact(call.callee).traits;
  if (traits.op != OpKind::View && !traits.Has(models::Trait::Mutates)) return {};
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  if (method && IsTensor(finding.Fact(method->object))) return method->object;
  return call.args.empty() ? ExprId() : call.args[0].value;
}

bool Makers::IsOwnCall(const Finding& finding, ExprId expr, const syntax::Call& call, int depth) {
  if (finding.Fact(call.callee).traits.Has(models::Trait::New)) return true;
  if (finding.flows.BreaksAt(finding.file, finding.tree()[expr].span)) return behind_break_ = true;
  if (const ExprId shared = SharedBy(finding, call)) return IsOwn(finding, shared, depth + 1);
  if (const std::optional<Finding> inside = InsideCallee(finding, expr))
    return IsOwnResult(*inside, depth + 1);
  if (!finding.Fact(call.callee).Is(FactKind::Unknown)) return false;
  std::string name = ImportedName(finding, call.callee);
  const bool imported = !name.empty();
  if (imported) unknown_.insert(std::move(name));
  return imported;
}

bool Makers::IsOwn(const Finding& finding, ExprId value, int depth) {
  if (depth > kFurthest || !finding.flows.budget().Spend(1)) return false;
  // Arithmetic makes a new tensor, of whatever.
  if (finding.If<syntax::Binary>(value) || IsNewTensor(finding, value)) return true;
  if (finding.If<syntax::Name>(value)) return IsOwnVariable(finding, value, depth);
  if (const auto* item = finding.If<syntax::Subscript>(value))
    return IsTensor(finding.Fact(item->object)) && IsOwn(finding, item->object, depth + 1);
  if (const auto* either = finding.If<syntax::Conditional>(value))
    return IsOwn(finding, either->body, depth + 1) && IsOwn(finding, either->orelse, depth + 1);
  const auto* call = finding.If<syntax::Call>(value);
  return call && IsOwnCall(finding, value, *call, depth);
}

// What is changed where these are: of a display, its items.
std::vector<ExprId> Tensors(const Finding& finding, const std::vector<ExprId>& changed) {
  std::vector<ExprId> tensors;
  for (ExprId one : changed) {
    const auto* several = finding.If<syntax::Sequence>(one);
    if (several) tensors.insert(tensors.end(), several->items.begin(), several->items.end());
    else tensors.push_back(one);
  }
  return tensors;
}

// Tensors that the call changes besides those that `IsChanged` tells: by a function or module of
// torch that works in place.
std::vector<ExprId> ChangedByCall(const Finding& finding, const syntax::Call& call) {
  const infer::ExprFact& callee = finding.Fact(call.callee);
  const std::string_view name = callee.Name();
  const bool by_name = name.starts_with("torch.") && name.ends_with('_') && !name.ends_with("__");
  const bool asked = std::any_of(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
    const auto* given = finding.If<syntax::Literal>(arg.value);
    return arg.name == "inplace" && !(given && given->kind == syntax::LiteralKind::False);
  });
  if (callee.traits.ChangesArguments()) return Tensors(finding, ChangedArguments(finding, call));
  if (!by_name && !asked) return {};
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  if (method && IsTensor(finding.Fact(method->object)) && !callee.Is(FactKind::Object))
    return {method->object};
  if (call.args.empty()) return {};
  return Tensors(finding, {call.args[0].value});
}

HeldChanges FindHeldChanges(const Finding& finding) {
  HeldChanges changes;
  Makers makers;
  const auto change = [&](ExprId expr) {
    while (const auto* item = finding.If<syntax::Subscript>(expr)) expr = item->object;
    changes.any |= !IsInUnreached(finding, expr) && !makers.IsOwn(finding, expr);
  };
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId expr) {
    if (changes.any) return;
    const infer::ExprFact& fact = finding.Fact(expr);
    if ((fact.MayBe(FactKind::Tensor) || fact.kinds == 0) && IsChanged(finding, expr))
      return change(expr);
    const auto* call = finding.If<syntax::Call>(expr);
    if (!call) return;
    for (ExprId changed : ChangedByCall(finding, *call)) change(changed);
  });
  changes.makers = makers.unknown();
  changes.behind_break = makers.behind_break();
  return changes;
}

}  // namespace

const HeldChanges& ChangesOfHeld(const Finding& finding) {
  std::optional<HeldChanges>& known = finding.flows.AnswersFor(finding.file, finding.function).held;
  if (!known || finding.assumptions) known = FindHeldChanges(finding);
  return *known;
}

bool ChangesApart(const Finding& finding) {
  if (!finding.IsInFunction()) return false;
  std::optional<bool>& known =
      finding.flows.AnswersFor(finding.file, finding.function).changed_apart;
  if (known) return *known;
  const bool held = ChangesWhatIsHeld(finding);
  bool apart = false;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId part) {
    if (const auto* call = finding.If<syntax::Call>(part)) {
      apart |= finding.Fact(call->callee).traits.Has(models::Trait::ChangesShape);
      if (!held) return;
      apart |= finding.NameOf(call->callee) == "torch.Tensor.detach" ||
               ImportedName(finding, call->callee) == "torch.no_grad";
    } else if (const auto* member = finding.If<syntax::Attribute>(part)) {
      apart |= held && member->name == "data" && IsTensor(finding.Fact(member->object));
    }
  });
  known = apart;
  return apart;
}

bool ChangesByCalls(const Finding& finding) {
  std::optional<bool>& known =
      finding.flows.AnswersFor(finding.file, finding.function).changed_by_calls;
  if (known) return *known;
  known = false;  // of a function that calls itself, while that is looked at
  bool changes = false;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId expr) {
    if (changes || !finding.If<syntax::Call>(expr)) return;
    const std::optional<Finding> inside = InsideCallee(finding, expr);
    changes = inside && (ChangesOfHeld(*inside).any || ChangesByCalls(*inside));
  });
  finding.flows.AnswersFor(finding.file, finding.function).changed_by_calls = changes;
  return changes;
}

bool IsChangedByOtherName(const Finding& finding, ExprId tensor) {
  while (const auto* item = finding.If<syntax::Subscript>(tensor)) tensor = item->object;
  const auto* root = finding.If<syntax::Name>(tensor);
  if (!root) return false;
  const Variables variables(finding, finding.function);
  const auto is_made_from = [&](ExprId value) {
    bool found = false;
    ForEachInside(finding, finding.tree()[value].span, [&](ExprId part) {
      const auto* name = finding.If<syntax::Name>(part);
      found |= name && name->id == root->id;
    });
    return found;
  };
  bool changed = false;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId part) {
    if (changed || !finding.If<syntax::Name>(part) || !IsWrittenTo(finding, part)) return;
    const auto slot = variables.SlotOf(part);
    const ExprId value = slot ? variables.OnlyValue(*slot) : ExprId();
    // Arithmetic makes a new tensor, of whatever.
    changed = value && !finding.If<syntax::Binary>(value) && !IsNewTensor(finding, value) &&
              is_made_from(value);
  });
  return changed;
}

namespace {

// Whether what an expression is computed from is changed in place by what the function calls, or by
// those who call it.
class Sources {
 public:
  bool AreChanged(const Finding& finding, ExprId expr, int depth = 0);

 private:
  bool IsChangedVariable(const Finding& finding, ExprId name, int depth);
  bool IsPassedToChange(const Finding& finding, ExprId name) const;
  bool IsChangedByCaller(const Finding& finding, std::uint32_t slot, int depth);

  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;  // by file
};

bool Sources::AreChanged(const Finding& finding, ExprId expr, int depth) {
  if (depth > kFurthest || !finding.flows.budget().Spend(1)) return true;
  if (!seen_.insert({finding.file.id().index, expr.index}).second) return false;
  if (finding.If<syntax::Name>(expr)) return IsChangedVariable(finding, expr, depth);
  if (finding.If<syntax::Attribute>(expr) && IsChangedInPlace(finding, expr)) return true;
  bool changed = false;
  ForEachPart(finding.tree(), expr,
              [&](ExprId part) { changed = changed || AreChanged(finding, part, depth); });
  return changed;
}

bool Sources::IsChangedVariable(const Finding& finding, ExprId name, int depth) {
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(name);
  if (!slot || !finding.Fact(name).MayBe(FactKind::Tensor)) return false;
  if (IsPassedToChange(finding, name)) return true;
  const Terms terms(finding);
  for (const flow::Inst* one : finding.Flow().Of(name)) {
    if (!one && variables.IsParameter(*slot) && IsChangedByCaller(finding, *slot, depth + 1))
      return true;
    const ExprId value = one && !Dataflow::IsMerge(one) ? terms.ValueOf(one) : ExprId();
    if (value && AreChanged(finding, value, depth + 1)) return true;
  }
  return false;
}

// To a function of the program that changes what it did not make.
bool Sources::IsPassedToChange(const Finding& finding, ExprId name) const {
  const base::Symbol id = finding.If<syntax::Name>(name)->id;
  bool passed = false;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId expr) {
    const auto* call = finding.If<syntax::Call>(expr);
    if (passed || !call) return;
    if (std::none_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
          const auto* given = finding.If<syntax::Name>(arg.value);
          return given && given->id == id;
        }))
      return;
    const std::optional<Finding> inside = InsideCallee(finding, expr);
    passed = inside && (ChangesOfHeld(*inside).any || ChangesByCalls(*inside));
  });
  return passed;
}

bool Sources::IsChangedByCaller(const Finding& finding, std::uint32_t slot, int depth) {
  const Calls calls(finding);
  const std::vector<ExprId> all = calls.Of(finding.function);
  return std::any_of(all.begin(), all.end(), [&](ExprId call) {
    const FunctionId caller = finding.parents.FunctionOf(call);
    const ExprId passed = calls.Argument(call, finding.function, slot);
    if (!caller || !passed || !WasFollowed(finding, caller)) return false;
    const Finding around = finding.In(caller);
    const bool changed = IsChangedInPlace(around, passed) && !Makers().IsOwn(around, passed);
    return changed || AreChanged(around, passed, depth);
  });
}

}  // namespace

bool ChangesSource(const Finding& finding, ExprId expr) {
  return Sources().AreChanged(finding, expr);
}

}  // namespace graphmend::fix
