// Where a number is kept: variables, parameters that are assigned anew, attributes of objects, and
// what helpers give back and generators yield.
#include <algorithm>
#include <utility>

#include "fix/calls.h"
#include "fix/dataflow.h"
#include "fix/number_uses.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;

bool NumberUses::ComprehensionServes(ExprId target, const syntax::Comprehension& made) {
  const auto* name = finding_.If<syntax::Name>(target);
  if (!name || made.clauses.size() != 1 || !made.clauses[0].conditions.empty()) return false;
  std::vector<ExprId> reads;
  for (ExprId part : {made.element, made.value}) {
    if (!part) continue;
    const source::Span span = finding_.tree()[part].span;
    for (std::uint32_t i = 0; i < finding_.tree().exprs.size(); ++i) {
      const auto* read = finding_.If<syntax::Name>(ExprId(i));
      const source::Span at = finding_.tree()[ExprId(i)].span;
      if (read && read->id == name->id && at.begin >= span.begin && at.end <= span.end)
        reads.push_back(ExprId(i));
    }
  }
  return std::all_of(reads.begin(), reads.end(), [&](ExprId read) { return Serves(read); });
}

bool NumberUses::VariableServes(ExprId target, bool list) {
  const Variables& variables = VariablesAt(target);
  const auto slot = variables.SlotOf(target);
  if (!slot || variables.IsCaptured(*slot)) return false;
  if (variables.IsParameter(*slot))
    return !list && finding_.parents.FunctionOf(target) == finding_.function &&
           ParameterServes(*slot);
  const bool once = variables.Stores(*slot).size() == 1;
  if (list && !once) return false;
  const std::vector<ExprId> reads = variables.Reads(*slot);
  return std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    if (list) return ListServes(read);
    return once ? Serves(read) : AmongOthersServes(target, read);
  });
}

// A parameter of a function of the file, which other code may call with a number.
bool NumberUses::IsPassed(ExprId number, ExprId call) {
  const Calls calls(finding_);
  const FunctionId target = follows_tests_ ? calls.Target(call) : FunctionId();
  if (!target || !WasFollowed(finding_, target) || finding_.tree()[target].is_async) return false;
  const auto count = static_cast<std::uint32_t>(finding_.tree()[target].params.size());
  std::uint32_t slot = 0;
  while (slot < count && calls.Argument(call, target, slot) != number) ++slot;
  if (slot == count) return false;
  const Variables variables(finding_, target);
  if (variables.IsCaptured(slot) || !variables.Stores(slot).empty()) return false;
  stays_ = true;
  const std::vector<ExprId> reads = variables.Reads(slot);
  return std::all_of(reads.begin(), reads.end(), [&](ExprId read) { return ServesInDoubt(read); });
}

// Where a branch that is mended gives the variable another value, it is a tensor behind.
bool NumberUses::Stays() const {
  return stays_ || std::any_of(others_.begin(), others_.end(), [&](syntax::StmtId other) {
           return !other || std::none_of(tests_.begin(), tests_.end(), [&](const TestPlace& test) {
             return test.is_branch && finding_.tree()[finding_.ChainOf(test.stmt)].span.Contains(
                                          finding_.tree()[other].span);
           });
         });
}

// A variable that is given several values: where the read finds this one, and perhaps others, which
// may be numbers of Python's.
bool NumberUses::AmongOthersServes(ExprId target, ExprId read) {
  const Finding inside = finding_.In(finding_.parents.FunctionOf(target));
  const Definitions& found = inside.Flow().Of(read);
  const syntax::StmtId stmt = finding_.parents.Statement(target);
  const auto is_here = [&](const flow::Inst* one) { return one && one->stmt == stmt; };
  if (std::none_of(found.begin(), found.end(), is_here)) return true;
  const bool others = found.size() != 1;
  for (const flow::Inst* one : found)
    if (others && (!one || one->stmt != stmt))
      others_.push_back(one ? one->stmt : syntax::StmtId());
  return others ? ServesInDoubt(read) : Serves(read);
}

// `step = int(step)`: where what is assigned is read, but for what is read from it.
bool NumberUses::ParameterServes(std::uint32_t slot) {
  const std::vector<ExprId>& loads = finding_.Flow().LoadsOf(slot);
  return std::all_of(loads.begin(), loads.end(), [&](ExprId load) {
    const Definitions& found = finding_.Flow().Of(load);
    const auto given = std::count(found.begin(), found.end(), nullptr);
    if (static_cast<std::size_t>(given) == found.size()) return true;
    stays_ |= given > 0;
    return given > 0 ? ServesInDoubt(load) : Serves(load);
  });
}

namespace {
// The 0-d tensor that a number has become.
bool IsSingle(const infer::ExprFact& fact) { return IsTensor(fact) && fact.tensor->rank == 0; }
}  // namespace

bool NumberUses::MayBeKept(ExprId value) {
  return known_.IsBeginning(value) || IsNumber(value) || IsSingle(finding_.Fact(value)) ||
         seen_.contains(value.index);
}

// Where the attribute is read, changed or assigned.
bool NumberUses::KeptPlaceServes(ExprId place, source::Span but_in, bool always) {
  const syntax::StmtId stmt = finding_.parents.Statement(place);
  const auto* assign = finding_.If<syntax::Assign>(stmt);
  const auto* aug = finding_.If<syntax::AugAssign>(stmt);
  const bool here = but_in.Contains(finding_.tree()[stmt].span);
  if (aug && aug->target == place) {
    if (!IsLinear(aug->op) || !IsNumber(aug->value)) return false;
    if (!here) sums_.insert(stmt.index);
    return true;
  }
  if (IsTarget(finding_, place))
    return assign && assign->targets.size() == 1 && assign->targets[0] == place &&
           MayBeKept(assign->value);
  // What is assigned anew may be made of it.
  if (here && assign && finding_.Text(assign->targets[0]) == finding_.Text(place)) return true;
  // Computed with beside numbers, it is one that the next round may not know to be a tensor.
  if (const auto* binary = finding_.If<syntax::Binary>(finding_.parents.Parent(place)))
    if (!IsTensor(finding_.Fact(binary->left == place ? binary->right : binary->left)))
      return false;
  const bool behind = always && finding_.parents.FunctionOf(place) == finding_.function &&
                      finding_.tree()[place].span.begin >= but_in.end;
  return behind ? Serves(place) : ServesInDoubt(place);
}

bool NumberUses::KeptServes(const syntax::Attribute& field, source::Span but_in, bool always) {
  if (!finding_.Fact(field.object).Is(FactKind::Object)) return false;
  if (!kept_.insert(field.name.str()).second) return true;
  stays_ = true;
  for (std::uint32_t i = 0; i < finding_.tree().exprs.size(); ++i) {
    const auto* place = finding_.If<syntax::Attribute>(ExprId(i));
    if (!place || place->name != field.name || IsTensor(finding_.Fact(place->object))) continue;
    const FunctionId function = finding_.parents.FunctionOf(ExprId(i));
    const bool first = function && finding_.tree()[function].name.text() == "__init__";
    if (!function || (!first && !WasFollowed(finding_, function))) continue;
    if (!KeptPlaceServes(ExprId(i), but_in, always)) return false;
  }
  return true;
}

// `return t.max().item()` in a helper: what its calls do with it.
bool NumberUses::ReturnServes(FunctionId function, source::Span code) {
  return AllServe(CallsThatTake(function), MayReturnOthers(function, code),
                  [&](ExprId call) { return Serves(call); });
}

// Whether calls may get what stays a number: by another `return`, or from a class that has a
// function of its own.
bool NumberUses::MayReturnOthers(FunctionId function, source::Span code) const {
  bool others = Calls(finding_).IsOverridden(function);
  ForEachReturn(finding_.tree(), finding_.tree()[function].body,
                [&](syntax::StmtId stmt) { others |= !code.Contains(finding_.tree()[stmt].span); });
  return others;
}

// Whether `follows` holds of each call, of which there are some; `in_doubt`: it may give a number.
template <class Follows>
bool NumberUses::AllServe(const std::vector<ExprId>& calls, bool in_doubt, Follows follows) {
  stays_ |= in_doubt;
  const bool before = std::exchange(in_doubt_, in_doubt_ || in_doubt);
  const bool serve = !calls.empty() && std::all_of(calls.begin(), calls.end(), follows);
  in_doubt_ = before;
  return serve;
}

// The calls that get what the helper returns, and nothing else does; empty where it is none.
std::vector<ExprId> NumberUses::CallsThatTake(FunctionId function) {
  const syntax::Function& helper = finding_.tree()[function];
  if (helper.is_async || !IsPlainOrProperty(finding_, helper) ||
      finding_.diagnostic.callers.size() < 2)
    return {};
  helpers_[helper.name.str()] |= static_cast<bool>(helper.cls);
  std::vector<ExprId> calls = Calls(finding_).Of(function);
  for (ExprId call : calls) takers_.push_back(finding_.parents.FunctionOf(call));
  return calls;
}

bool NumberUses::Reaches(FunctionId function) const {
  return function == finding_.function ||
         std::find(takers_.begin(), takers_.end(), function) != takers_.end();
}

// `return x, n`, of which each call takes the parts.
bool NumberUses::ReturnedServes(ExprId number, const syntax::Sequence& all) {
  const FunctionId function = finding_.parents.FunctionOf(number);
  const source::Span code = finding_.tree()[finding_.parents.Statement(number)].span;
  const auto at = std::find(all.items.begin(), all.items.end(), number) - all.items.begin();
  return AllServe(CallsThatTake(function), MayReturnOthers(function, code), [&](ExprId call) {
    const auto* assign = finding_.If<syntax::Assign>(finding_.parents.Statement(call));
    const auto* parts = assign && assign->value == call && assign->targets.size() == 1
                            ? finding_.If<syntax::Sequence>(assign->targets[0])
                            : nullptr;
    if (!parts || parts->items.size() != all.items.size()) return false;
    for (std::size_t i = 0; i < all.items.size(); ++i)
      if (finding_.If<syntax::Starred>(all.items[i]) ||
          finding_.If<syntax::Starred>(parts->items[i]))
        return false;
    return VariableServes(parts->items[static_cast<std::size_t>(at)], false);
  });
}

// `for n in norms(xs)`, a comprehension over it, or a list of all that it gives.
bool NumberUses::IterationServes(ExprId iterable) {
  const ExprId outer = finding_.parents.Parent(iterable);
  const auto* loop = finding_.If<syntax::For>(finding_.parents.Statement(iterable));
  if (!outer) return loop && !loop->is_async && VariableServes(loop->target, false);
  if (const auto* made = finding_.If<syntax::Comprehension>(outer))
    return made->clauses.size() == 1 && made->clauses[0].iterable == iterable &&
           ComprehensionServes(made->clauses[0].target, *made);
  const auto* call = finding_.If<syntax::Call>(outer);
  const std::string_view builtin = call ? finding_.BuiltinName(call->callee) : "";
  return (builtin == "list" || builtin == "tuple") && call->args.size() == 1 && ListServes(outer);
}

// `yield t.sum().item()` in a generator that yields nothing else: what goes through it.
bool NumberUses::YieldServes(ExprId yield) {
  const syntax::StmtId stmt = finding_.parents.Statement(yield);
  if (finding_.parents.Parent(yield) || !finding_.If<syntax::ExprStmt>(stmt)) return false;
  const FunctionId function = finding_.parents.FunctionOf(yield);
  bool alone = true;
  ForEachInside(finding_, finding_.tree()[function].span, [&](ExprId part) {
    alone = alone && (part == yield || !finding_.If<syntax::Yield>(part));
  });
  return alone && AllServe(CallsThatTake(function), Calls(finding_).IsOverridden(function),
                           [&](ExprId call) { return IterationServes(call); });
}

}  // namespace graphmend::fix
