#include "fix/captured_uses.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "fix/arguments.h"
#include "fix/function_flows.h"
#include "fix/module_scope.h"
#include "fix/operands.h"

namespace graphmend::fix {

using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

namespace {

// What the elements of it are; nothing: it has none that Python may go through.
std::optional<Captured> ElementOf(Captured kind) {
  switch (kind) {
    case Captured::Numbers: return Captured::Number;
    case Captured::Rows: return Captured::Numbers;
    case Captured::SizedOnes: return Captured::Sized;
    case Captured::Number:
    case Captured::Sized: break;
  }
  return std::nullopt;
}

// A list of it.
std::optional<Captured> ListOf(Captured kind) {
  switch (kind) {
    case Captured::Number: return Captured::Numbers;
    case Captured::Numbers: return Captured::Rows;
    case Captured::Sized: return Captured::SizedOnes;
    case Captured::Rows:
    case Captured::SizedOnes: break;
  }
  return std::nullopt;
}

}  // namespace

const Variables& CapturedUses::In(FunctionId function) {
  return variables_.try_emplace(function.index, finding_, function).first->second;
}

namespace {

// Whether inference mode is entered in the function: AOTAutograd fails there where a size is a
// symbol (torch 2.13).
bool IsInInferenceMode(const Finding& finding) {
  const auto enters = [&](ExprId expr) {
    const auto* call = finding.If<syntax::Call>(expr);
    return ImportedName(finding, call ? call->callee : expr) == "torch.inference_mode";
  };
  for (StmtId at = finding.stmt; at; at = finding.parents.Parent(at))
    if (const auto* with = finding.If<syntax::With>(at))
      for (const syntax::WithItem& item : with->items)
        if (enters(item.context)) return true;
  const auto& decorators = finding.tree()[finding.function].decorators;
  return std::any_of(decorators.begin(), decorators.end(), enters);
}

}  // namespace

bool CapturedUses::Goes(Captured kind, ExprId expr) {
  // Each use asks for names and facts, and what follows a value asks again for each finding.
  constexpr std::int64_t kOfUse = 16;
  // Each step is a call of this: code that hands a value on for longer is generated.
  constexpr int kDeepest = 500;
  if (depth_ >= kDeepest || !finding_.flows.budget().Spend(kOfUse)) return false;
  if (depth_ == 0 && IsInInferenceMode(finding_)) return false;
  ++depth_;
  const bool goes = GoesOn(kind, expr);
  --depth_;
  return goes;
}

bool CapturedUses::GoesOn(Captured kind, ExprId expr) {
  const source::Span span = finding_.tree()[expr].span;
  for (source::Span gone : ignored_)
    if (gone.Contains(span)) return true;
  if (IsAnother(kind, expr)) return true;
  if (IsUnreached(finding_, expr)) return unreached_ = true;
  if (const ExprId outer = finding_.parents.Parent(expr)) return IsUsed(kind, expr, outer);
  const StmtId stmt = finding_.parents.Statement(expr);
  if (finding_.If<syntax::ExprStmt>(stmt)) return true;
  if (finding_.If<syntax::Return>(stmt)) return Returned(kind, expr);
  if (const auto* assign = finding_.If<syntax::Assign>(stmt); assign && assign->value == expr)
    return std::all_of(assign->targets.begin(), assign->targets.end(),
                       [&](ExprId target) { return Assigned(kind, target); });
  if (const auto* typed = finding_.If<syntax::AnnAssign>(stmt))
    return typed->value == expr && Assigned(kind, typed->target);
  if (const auto* loop = finding_.If<syntax::For>(stmt); loop && loop->iterable == expr)
    return IsIterated(kind, expr);
  const auto* aug = finding_.If<syntax::AugAssign>(stmt);
  if (!aug) return false;
  if (kind == Captured::Number)
    return aug->value == expr && (IsTensor(aug->target) || Assigned(kind, aug->target));
  if (kind != Captured::Sized) return false;
  return aug->target == expr ? finding_.If<syntax::Name>(expr) != nullptr
                             : Assigned(kind, aug->target);
}

bool CapturedUses::IsUsed(Captured kind, ExprId expr, ExprId outer) {
  using syntax::CompareOp;
  const auto* compare = finding_.If<syntax::Compare>(outer);
  if (compare && compare->ops.size() == 1 &&
      (compare->ops[0] == CompareOp::Is || compare->ops[0] == CompareOp::IsNot))
    return true;
  if (finding_.If<syntax::Comprehension>(outer)) return InComprehension(kind, expr, outer);
  if (const auto* conditional = finding_.If<syntax::Conditional>(outer))
    return conditional->test != expr && Goes(kind, outer);
  const auto* call = finding_.If<syntax::Call>(outer);
  if (call && call->callee != expr) {
    if (const std::string_view name = BuiltinOf(call->callee); !name.empty())
      return InBuiltin(kind, expr, outer, name);
    if (const FunctionId target = calls_.Target(outer)) return Parameter(kind, outer, target, expr);
    // `lengths.append(n)`, `parts.append(y)`
    if (const ExprId list = AppendedTo(outer))
      if (kind == Captured::Number || kind == Captured::Sized) return Assigned(*ListOf(kind), list);
  }
  switch (kind) {
    case Captured::Number: return NumberIn(expr, outer);
    case Captured::Numbers:
    case Captured::Rows: return NumbersIn(kind, expr, outer);
    case Captured::Sized: return SizedIn(expr, outer);
    case Captured::SizedOnes: return SizedOnesIn(expr, outer);
  }
  return false;
}

// The builtin function that it is, also where the analysis did not come by.
std::string_view CapturedUses::BuiltinOf(ExprId callee) const {
  if (finding_.NameOf(callee).starts_with("builtins.")) return finding_.BuiltinName(callee);
  const auto* name = finding_.If<syntax::Name>(callee);
  const bool builtin =
      name && ImportedName(finding_, callee) == "builtins." + std::string(name->id.text());
  return builtin ? name->id.text() : std::string_view();
}

// What a function gives back goes on where it is called.
bool CapturedUses::Returned(Captured kind, ExprId expr) {
  const FunctionId function = finding_.parents.FunctionOf(expr);
  if (function == entry_) return true;
  if (!given_back_.insert({function.index, context_, kind}).second) return true;
  return AtCalls(function, [&](ExprId call) { return Goes(kind, call); });
}

// Whether it holds where the function gives something back: at the call that it was handed to the
// function by, or at all calls, some of which may be elsewhere.
template <class Holds>
bool CapturedUses::AtCalls(FunctionId function, Holds holds) {
  if (context_ != 0 && contexts_[context_].function == function) {
    const std::size_t inside = std::exchange(context_, contexts_[context_].outer);
    const bool held = holds(contexts_[inside].call);
    context_ = inside;
    return held;
  }
  LeavesBy(function);
  const std::vector<ExprId> calls = calls_.Of(function);
  return std::all_of(calls.begin(), calls.end(), holds);
}

// The chain of calls that is one longer; of a function that calls itself the one before.
std::size_t CapturedUses::ContextOf(FunctionId function, ExprId call) {
  for (std::size_t at = context_; at != 0; at = contexts_[at].outer)
    if (contexts_[at].function == function) return at;
  const auto [known, is_new] = context_of_.try_emplace({context_, call.index}, contexts_.size());
  if (is_new) contexts_.push_back({function, call, context_});
  return known->second;
}

// What the function gives back may go to callers elsewhere, too.
void CapturedUses::LeavesBy(FunctionId function) {
  returned_by_.insert(finding_.tree()[function].name.str());
}

// The list that the call appends to; none where it is another one.
ExprId CapturedUses::AppendedTo(ExprId call) const {
  const auto* method = finding_.If<syntax::Attribute>(finding_.If<syntax::Call>(call)->callee);
  const bool appends =
      method && method->name == "append" && finding_.Fact(method->object).Is(FactKind::List);
  return appends ? method->object : ExprId();
}

// Whether all reads of the variable can bear it that may find what the definition gives.
bool CapturedUses::Variable(Captured kind, FunctionId function, std::uint32_t slot, Defined by) {
  const std::int64_t place = !by ? -2 : *by ? std::int64_t{by->index} : -1;
  const auto [known, is_new] =
      variables_bear_.try_emplace({function.index, slot, place, context_, kind}, true);
  if (!is_new) return known->second;
  const std::vector<ExprId> reads = In(function).Reads(slot);
  known->second = std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    return !MayFind(function, read, by) || Goes(kind, read);
  });
  return known->second;
}

bool CapturedUses::MayFind(FunctionId function, ExprId read, Defined by) const {
  if (!by) return true;
  const Definitions& found = finding_.flows.Of(finding_.file, function).Of(read);
  return found.empty() || std::any_of(found.begin(), found.end(), [&](const flow::Inst* one) {
           return one ? Dataflow::IsMerge(one) || one->stmt == *by : !*by;
         });
}

// Another value of the same variable: no tensor where the captured one is one.
bool CapturedUses::IsAnother(Captured kind, ExprId expr) const {
  const infer::ExprFact& fact = finding_.Fact(expr);
  if (fact.kinds == 0 || fact.MayBe(FactKind::Unknown) || fact.MayBe(FactKind::Undeclared))
    return false;
  return kind == Captured::Sized ? !fact.MayBe(FactKind::Tensor) : IsTensor(expr);
}

bool CapturedUses::Assigned(Captured kind, ExprId target) {
  if (const auto* several = finding_.If<syntax::Sequence>(target)) {
    const std::optional<Captured> one = ElementOf(kind);
    return one && std::all_of(several->items.begin(), several->items.end(), [&](ExprId item) {
             return !finding_.If<syntax::Starred>(item) && Assigned(*one, item);
           });
  }
  // `y[i] = …`
  const auto* item = finding_.If<syntax::Subscript>(target);
  if (item && IsTensor(item->object)) return true;
  // `out.last_hidden_state = y`
  if (const auto* field = finding_.If<syntax::Attribute>(target)) return IsGivenBack(field->object);
  const FunctionId function = finding_.parents.FunctionOf(target);
  if (!function) return false;
  const Variables& variables = In(function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(target);
  const Defined by =
      IsTarget(finding_, target) ? Defined(finding_.parents.Statement(target)) : std::nullopt;
  return slot && !variables.IsCaptured(*slot) && Variable(kind, function, *slot, by);
}

// An object that the function returns: who gets it has to bear what is in it.
bool CapturedUses::IsGivenBack(ExprId object) {
  const FunctionId function = finding_.parents.FunctionOf(object);
  const Variables& variables = In(function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(object);
  if (!slot || variables.IsCaptured(*slot) || variables.IsParameter(*slot)) return false;
  if (function != entry_) LeavesBy(function);
  const std::vector<ExprId> reads = variables.Reads(*slot);
  return std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    const ExprId outer = finding_.parents.Parent(read);
    if (!outer) return finding_.If<syntax::Return>(finding_.parents.Statement(read)) != nullptr;
    // What it held before is another value.
    const std::uint32_t begin = finding_.tree()[read].span.begin;
    return finding_.If<syntax::Attribute>(outer) &&
           (IsTarget(finding_, outer) || begin < finding_.tree()[object].span.begin);
  });
}

// A target of a comprehension, which is seen in it alone.
bool CapturedUses::AssignedIn(ExprId comprehension, Captured kind, ExprId target) {
  if (const auto* several = finding_.If<syntax::Sequence>(target)) {
    const std::optional<Captured> one = ElementOf(kind);
    return one && std::all_of(several->items.begin(), several->items.end(),
                              [&](ExprId item) { return AssignedIn(comprehension, *one, item); });
  }
  const auto* name = finding_.If<syntax::Name>(target);
  if (!name) return false;
  bool all = true;
  ForEachInside(finding_, finding_.tree()[comprehension].span, [&](ExprId part) {
    const auto* read = finding_.If<syntax::Name>(part);
    if (all && read && part != target && read->id == name->id) all = Goes(kind, part);
  });
  return all;
}

// One item of a tuple of that size goes where the tuple is taken apart.
bool CapturedUses::Element(Captured kind, ExprId whole, std::size_t at, std::size_t size) {
  if (const ExprId outer = finding_.parents.Parent(whole)) {
    const auto* item = finding_.If<syntax::Subscript>(outer);
    const auto* number = item ? finding_.If<syntax::Literal>(item->index) : nullptr;
    if (!number || item->object != whole || number->kind != syntax::LiteralKind::Int) return false;
    return number->integer != static_cast<std::int64_t>(at) || Goes(kind, outer);
  }
  const StmtId stmt = finding_.parents.Statement(whole);
  if (finding_.If<syntax::Return>(stmt)) {
    const FunctionId function = finding_.parents.FunctionOf(whole);
    if (function == entry_) return true;
    if (!taken_apart_.insert({whole.index, at, context_, kind}).second) return true;
    return AtCalls(function, [&](ExprId call) { return Element(kind, call, at, size); });
  }
  const auto* assign = finding_.If<syntax::Assign>(stmt);
  if (!assign || assign->value != whole) return false;
  return std::all_of(assign->targets.begin(), assign->targets.end(), [&](ExprId target) {
    const auto* several = finding_.If<syntax::Sequence>(target);
    return several && several->items.size() == size && Assigned(kind, several->items[at]);
  });
}

// What the function of the file does with what it is handed.
bool CapturedUses::Parameter(Captured kind, ExprId call, FunctionId target, ExprId argument) {
  const syntax::Function& function = finding_.tree()[target];
  for (std::uint32_t i = 0; i < function.params.size(); ++i) {
    if (calls_.Argument(call, target, i) != argument) continue;
    if (In(target).IsCaptured(i)) return false;
    const std::size_t outside = std::exchange(context_, ContextOf(target, call));
    const bool bears = Variable(kind, target, i, StmtId());
    context_ = outside;
    return bears;
  }
  return false;
}

// `return x, n`, `x[i, n]`, `torch.zeros((n, 4))`, `a, b = (n, m)`, `[n, m]`
bool CapturedUses::InDisplay(Captured kind, ExprId expr, ExprId display) {
  const auto* items = finding_.If<syntax::Sequence>(display);
  if (!items || items->kind == syntax::SequenceKind::Set) return IsReturned(display);
  if (IsReturned(display)) return true;
  const bool is_tuple = items->kind == syntax::SequenceKind::Tuple;
  if (kind == Captured::Number && is_tuple && PartOfTuple(display)) return true;
  if (kind == Captured::Sized && SizedInDisplay(display)) return true;
  const auto at = std::find(items->items.begin(), items->items.end(), expr);
  if (is_tuple && Element(kind, display, static_cast<std::size_t>(at - items->items.begin()),
                          items->items.size()))
    return true;
  const std::optional<Captured> list = ListOf(kind);
  return list && Goes(*list, display);
}

bool CapturedUses::InComprehension(Captured kind, ExprId expr, ExprId comprehension) {
  const auto& made = *finding_.If<syntax::Comprehension>(comprehension);
  for (const syntax::Clause& clause : made.clauses)
    if (clause.iterable == expr) return IsIterated(kind, expr);
  const std::optional<Captured> list = ListOf(kind);
  const bool listed = made.kind == syntax::ComprehensionKind::List ||
                      made.kind == syntax::ComprehensionKind::Generator;
  return listed && made.element == expr && list && Goes(*list, comprehension);
}

// Python goes through it: `for n in …:`, `[… for n in …]`, also by enumerate() and zip().
bool CapturedUses::IsIterated(Captured kind, ExprId iterable) {
  const std::optional<Captured> one = ElementOf(kind);
  if (!one) return false;
  std::vector<std::size_t> path;  // innermost first: which item of the target it is
  ExprId whole = iterable;
  while (const ExprId call = finding_.parents.Parent(whole)) {
    const auto* made = finding_.If<syntax::Call>(call);
    if (!made) break;
    const auto at = std::find_if(made->args.begin(), made->args.end(),
                                 [&](const syntax::Arg& arg) { return arg.value == whole; });
    const std::string_view name = finding_.BuiltinName(made->callee);
    if (name == "enumerate") path.push_back(1);
    else if (name == "zip") path.push_back(static_cast<std::size_t>(at - made->args.begin()));
    else return false;
    whole = call;
  }
  const ExprId outer = finding_.parents.Parent(whole);
  ExprId target;
  if (const auto* made = finding_.If<syntax::Comprehension>(outer)) {
    for (const syntax::Clause& clause : made->clauses)
      if (clause.iterable == whole) target = clause.target;
  } else if (const auto* loop = finding_.If<syntax::For>(finding_.parents.Statement(whole));
             loop && loop->iterable == whole) {
    target = loop->target;
  }
  for (auto at = path.rbegin(); target && at != path.rend(); ++at) {
    const auto* several = finding_.If<syntax::Sequence>(target);
    target = several && *at < several->items.size() ? several->items[*at] : ExprId();
  }
  if (!target) return false;
  return outer ? AssignedIn(outer, *one, target) : Assigned(*one, target);
}

bool CapturedUses::InBuiltin(Captured kind, ExprId expr, ExprId call, std::string_view name) {
  const bool many = ElementOf(kind).has_value();
  if (name == "enumerate" || name == "zip") return IsIterated(kind, expr);
  if (name == "isinstance") return true;
  if (name == "list" || name == "tuple") return many && Goes(kind, call);
  if (name == "len") return many || (kind == Captured::Sized && Goes(Captured::Number, call));
  if (name == "sum" && kind == Captured::SizedOnes) return Goes(Captured::Sized, call);
  if (name == "sum") return kind == Captured::Numbers && Goes(Captured::Number, call);
  if (kind != Captured::Number) return false;
  if (name == "min" || name == "max") return Result(call);
  return (name == "int" || name == "float") && Goes(kind, call);
}

}  // namespace graphmend::fix
