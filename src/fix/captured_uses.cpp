#include "fix/captured_uses.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "fix/arguments.h"
#include "fix/function_flows.h"
#include "fix/held.h"
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
    case Captured::Sized:
    case Captured::SizedOnes: return Captured::SizedOnes;
    case Captured::Rows: break;
  }
  return std::nullopt;
}

}  // namespace

CapturedUses::CapturedUses(const Finding& finding, FunctionId entry, bool may_break)
    : entry_(entry), may_break_(may_break) {
  std::unique_ptr<Here>& home = files_[finding.file.id()];
  home = std::make_unique<Here>(finding);
  home_ = here_ = home.get();
}

CapturedUses::Here* CapturedUses::At(const FileView& view) {
  std::unique_ptr<Here>& here = files_[view.file.id()];
  if (!here) here = std::make_unique<Here>(home_->finding.In(view, {}));
  return here.get();
}

const Variables& CapturedUses::In(FunctionId function) {
  return here_->variables.try_emplace(function.index, finding(), function).first->second;
}

namespace {

// Whether inference mode is entered around the statement: AOTAutograd fails there where a size is
// a symbol (torch 2.13).
bool IsInInferenceMode(const Finding& finding, StmtId stmt) {
  const auto enters = [&](ExprId expr) {
    const auto* call = finding.If<syntax::Call>(expr);
    return ImportedName(finding, call ? call->callee : expr) == "torch.inference_mode";
  };
  for (StmtId at = stmt; at; at = finding.parents.Parent(at))
    if (const auto* with = finding.If<syntax::With>(at))
      for (const syntax::WithItem& item : with->items)
        if (enters(item.context)) return true;
  const FunctionId function = finding.parents.FunctionOf(stmt);
  if (!function) return false;
  const auto& decorators = finding.tree()[function].decorators;
  return std::any_of(decorators.begin(), decorators.end(), enters);
}

}  // namespace

bool CapturedUses::Goes(Captured kind, ExprId expr) {
  // Each use asks for names and facts, and what follows a value asks again for each finding.
  constexpr std::int64_t kOfUse = 16;
  // Each step is a call of this: code that hands a value on for longer is generated.
  constexpr int kDeepest = 500;
  if (depth_ >= kDeepest || !finding().flows.budget().Spend(kOfUse)) return false;
  ++depth_;
  const bool goes = GoesOn(kind, expr);
  --depth_;
  return goes;
}

bool CapturedUses::IsContainer(ExprId expr) const {
  return finding().Fact(expr).OneOf(FactKind::Tuple, FactKind::List, FactKind::Set, FactKind::Dict,
                                    FactKind::Iterator);
}

bool CapturedUses::GoesOn(Captured kind, ExprId expr) {
  // What is taken out of a container may be one itself.
  if (kind == Captured::Sized && IsContainer(expr) && finding().Fact(expr).holds_tensor)
    kind = Captured::SizedOnes;
  const source::Span span = finding().tree()[expr].span;
  for (source::Span gone : ignored_)
    if (here_ == home_ && gone.Contains(span)) return true;
  if (IsAnother(kind, expr)) return true;
  if (IsUnreached(finding(), expr)) return unreached_ = true;
  if (IsSkippedByCall(expr)) return true;
  if (IsInInferenceMode(finding(), finding().parents.Statement(expr))) return false;
  if (const ExprId outer = finding().parents.Parent(expr)) return IsUsed(kind, expr, outer);
  const StmtId stmt = finding().parents.Statement(expr);
  if (finding().If<syntax::ExprStmt>(stmt)) return true;
  if (finding().If<syntax::If>(stmt)) return kind == Captured::SizedOnes && IsContainer(expr);
  if (finding().If<syntax::Return>(stmt)) return Returned(kind, expr);
  if (const auto* assign = finding().If<syntax::Assign>(stmt); assign && assign->value == expr)
    return std::all_of(assign->targets.begin(), assign->targets.end(),
                       [&](ExprId target) { return Assigned(kind, target); });
  if (const auto* typed = finding().If<syntax::AnnAssign>(stmt))
    return typed->value == expr && Assigned(kind, typed->target);
  if (const auto* loop = finding().If<syntax::For>(stmt); loop && loop->iterable == expr)
    return IsIterated(kind, expr);
  const auto* aug = finding().If<syntax::AugAssign>(stmt);
  if (!aug) return false;
  if (kind == Captured::Number)
    return aug->value == expr && (IsTensor(aug->target) || Assigned(kind, aug->target));
  if (kind != Captured::Sized) return false;
  const auto* item = finding().If<syntax::Subscript>(expr);
  return aug->target == expr ? finding().If<syntax::Name>(expr) || (item && IsTensor(item->object))
                             : Assigned(kind, aug->target);
}

bool CapturedUses::IsUsed(Captured kind, ExprId expr, ExprId outer) {
  using syntax::CompareOp;
  const auto* compare = finding().If<syntax::Compare>(outer);
  if (compare && compare->ops.size() == 1 &&
      (compare->ops[0] == CompareOp::Is || compare->ops[0] == CompareOp::IsNot))
    return true;
  if (finding().If<syntax::Comprehension>(outer)) return InComprehension(kind, expr, outer);
  if (const auto* conditional = finding().If<syntax::Conditional>(outer))
    return conditional->test != expr && Goes(kind, outer);
  const auto* call = finding().If<syntax::Call>(outer);
  if (call && call->callee != expr) {
    if (finding().flows.BreaksAt(finding().file, finding().tree()[outer].span)) return true;
    if (const std::string_view name = BuiltinOf(call->callee); !name.empty())
      return InBuiltin(kind, expr, outer, name);
    if (const FunctionId target = here_->calls.Target(outer))
      return Parameter(kind, outer, here_, target, expr);
    if (const std::optional<Callee> target = here_->calls.TargetElsewhere(outer))
      return Parameter(kind, outer, At(*target->view), target->function, expr);
    // `lengths.append(n)`, `parts.append(y)`, `found.update({"boxes": y})`
    const std::optional<Captured> list = ListOf(kind);
    if (const ExprId held = AddedTo(outer, kind)) return list && Stored(*list, held);
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
  if (finding().NameOf(callee).starts_with("builtins.")) return finding().BuiltinName(callee);
  const auto* name = finding().If<syntax::Name>(callee);
  const bool builtin =
      name && ImportedName(finding(), callee) == "builtins." + std::string(name->id.text());
  return builtin ? name->id.text() : std::string_view();
}

// What a function gives back goes on where it is called.
bool CapturedUses::Returned(Captured kind, ExprId expr) {
  const FunctionId function = finding().parents.FunctionOf(expr);
  if (IsEntry(function)) return true;
  if (!given_back_.insert({here_, function.index, context_, kind}).second) return true;
  return AtCalls(function, [&](ExprId call) { return Goes(kind, call); });
}

// Whether it holds where the function gives something back: at the call that it was handed to the
// function by, or at all calls, some of which may be elsewhere.
template <class Holds>
bool CapturedUses::AtCalls(FunctionId function, Holds holds) {
  const Context handed = contexts_[context_];
  if (handed.in == here_ && handed.function == function)
    return FromCall(handed.called_in, handed.call, handed.outer, holds);
  LeavesBy(function);
  const std::vector<ExprId> calls = here_->calls.Of(function);
  return std::all_of(calls.begin(), calls.end(), holds);
}

// Whether it holds of the call, which is in that file, and led to by those calls.
template <class Holds>
bool CapturedUses::FromCall(Here* caller, ExprId call, std::size_t outer, Holds holds) {
  const std::size_t inside = std::exchange(context_, outer);
  Here* const there = std::exchange(here_, caller);
  const bool held = holds(call);
  here_ = there;
  context_ = inside;
  return held;
}

// The chain of calls that is one longer; of a function that calls itself the one before.
std::size_t CapturedUses::ContextOf(Here* there, FunctionId function, ExprId call) {
  for (std::size_t at = context_; at != 0; at = contexts_[at].outer)
    if (contexts_[at].in == there && contexts_[at].function == function) return at;
  const auto [known, is_new] =
      context_of_.try_emplace({context_, here_, call.index}, contexts_.size());
  if (is_new) contexts_.push_back({there, function, here_, call, context_});
  return known->second;
}

// What the function gives back may go to callers elsewhere, too.
void CapturedUses::LeavesBy(FunctionId function) {
  returned_by_.insert(finding().tree()[function].name.str());
}

// The list that the call appends to, or the container that it adds the items of one to; none where
// it is another call.
ExprId CapturedUses::AddedTo(ExprId call, Captured kind) const {
  const auto* method = finding().If<syntax::Attribute>(finding().If<syntax::Call>(call)->callee);
  if (!method) return {};
  const infer::ExprFact& fact = finding().Fact(method->object);
  if (method->name == "append") return fact.Is(FactKind::List) ? method->object : ExprId();
  const bool adds = (method->name == "extend" && fact.Is(FactKind::List)) ||
                    (method->name == "update" && fact.Is(FactKind::Dict));
  return adds && kind == Captured::SizedOnes ? method->object : ExprId();
}

// Whether the value of a variable is a container that nothing else held before.
bool CapturedUses::IsOwnContainer(ExprId value) const {
  const auto* call = finding().If<syntax::Call>(value);
  return call || finding().If<syntax::Sequence>(value) || finding().If<syntax::Dict>(value) ||
         finding().If<syntax::Comprehension>(value);
}

// Whether it holds of all who may read a container that it is put into, at any depth: of variables
// of this function, or of the one that handed the container over.
bool CapturedUses::Stored(Captured kind, ExprId container) {
  while (const auto* item = finding().If<syntax::Subscript>(container)) container = item->object;
  const FunctionId function = finding().parents.FunctionOf(container);
  const std::optional<std::uint32_t> slot =
      function ? In(function).SlotOf(container) : std::nullopt;
  if (!slot || In(function).IsCaptured(*slot)) return false;
  const Terms terms(Inside(function));
  const Definitions& found = finding().flows.Of(finding().file, function).Of(container);
  for (const flow::Inst* one : found) {
    if (!one && In(function).IsParameter(*slot)) {
      if (!StoredByCaller(kind, function, *slot)) return false;
      continue;
    }
    if (!one || Dataflow::IsMerge(one)) return false;
    const ExprId value = terms.ValueOf(one);
    if (!IsOwnContainer(value ? value : ItemOfDisplay(one->stmt, In(function), *slot)))
      return false;
  }
  return !found.empty() && Variable(kind, function, *slot, std::nullopt);
}

// `found, scores = [], []`: what the statement gives the variable; none where it cannot be told.
ExprId CapturedUses::ItemOfDisplay(StmtId stmt, const Variables& variables,
                                   std::uint32_t slot) const {
  const auto* assign = finding().If<syntax::Assign>(stmt);
  if (!assign || assign->targets.size() != 1) return {};
  const auto* targets = finding().If<syntax::Sequence>(assign->targets[0]);
  const auto* values = finding().If<syntax::Sequence>(assign->value);
  if (!targets || !values || targets->items.size() != values->items.size()) return {};
  for (std::size_t i = 0; i < targets->items.size(); ++i)
    if (variables.SlotOf(targets->items[i]) == slot) return values->items[i];
  return {};
}

bool CapturedUses::StoredByCaller(Captured kind, FunctionId function, std::uint32_t slot) {
  if (IsEntry(function)) return true;
  const syntax::Tree& tree = finding().tree();
  return AtCalls(function, [&](ExprId call) {
    const ExprId passed = here_->calls.Argument(call, tree, function, slot);
    return passed && Stored(kind, passed);
  });
}

Finding CapturedUses::Inside(FunctionId function) const {
  Finding inside = finding();
  inside.function = function;
  inside.assumptions = nullptr;
  return inside;
}

// Whether all reads of the variable can bear it that may find what the definition gives.
bool CapturedUses::Variable(Captured kind, FunctionId function, std::uint32_t slot, Defined by) {
  const std::int64_t place = !by ? -2 : *by ? std::int64_t{by->index} : -1;
  const auto [known, is_new] =
      variables_bear_.try_emplace({here_, function.index, slot, place, context_, kind}, true);
  if (!is_new) return known->second;
  const std::vector<ExprId> reads = In(function).Reads(slot);
  known->second = std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    return !MayFind(function, read, by) || Goes(kind, read);
  });
  return known->second;
}

// What the call that it was handed to the function by passes for the parameter that the name reads,
// or else the default; none where it may hold something else by now.
ExprId CapturedUses::PassedFor(ExprId name) {
  const Context& handed = contexts_[context_];
  if (handed.in != here_ || handed.function != finding().parents.FunctionOf(name)) return {};
  const Variables& variables = In(handed.function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(name);
  if (!slot || !variables.IsParameter(*slot) || variables.IsCaptured(*slot) ||
      !variables.Stores(*slot).empty())
    return {};
  return handed.called_in->calls.Argument(handed.call, finding().tree(), handed.function, *slot);
}

// Of a parameter by itself, or of whether it is None, where the call passes a constant.
std::optional<bool> CapturedUses::TruthByCall(ExprId test) {
  if (const auto* unary = finding().If<syntax::Unary>(test); unary) {
    if (unary->op != syntax::UnaryOp::Not) return std::nullopt;
    const std::optional<bool> truth = TruthByCall(unary->operand);
    return truth ? std::optional(!*truth) : std::nullopt;
  }
  if (const auto* both = finding().If<syntax::BoolOp>(test)) {
    const std::optional<bool> left = TruthByCall(both->left), right = TruthByCall(both->right);
    const bool decides = both->op == syntax::BoolOpKind::Or;
    if (left == decides || right == decides) return decides;
    return left && right ? std::optional(!decides) : std::nullopt;
  }
  // No quantized tensor comes into a graph (torch 2.13).
  const auto* member = finding().If<syntax::Attribute>(test);
  if (member && member->name == "is_quantized" && IsTensor(member->object)) return false;
  const auto* compare = finding().If<syntax::Compare>(test);
  const bool asks_none =
      compare && compare->ops.size() == 1 &&
      (compare->ops[0] == syntax::CompareOp::Is || compare->ops[0] == syntax::CompareOp::IsNot) &&
      finding().Fact(compare->rights[0]).Is(FactKind::None);
  if (compare && !asks_none) return std::nullopt;
  const ExprId name = compare ? compare->left : test;
  if (!finding().If<syntax::Name>(name)) return std::nullopt;
  const ExprId passed = PassedFor(name);
  if (!passed) return std::nullopt;
  const Finding& caller = contexts_[context_].called_in->finding;
  const infer::ExprFact& fact = caller.Fact(passed);
  const bool may_be_none = fact.kinds == 0 || fact.MayBe(FactKind::None) ||
                           fact.MayBe(FactKind::Unknown) || fact.MayBe(FactKind::Undeclared);
  if (compare && !may_be_none) return compare->ops[0] == syntax::CompareOp::IsNot;
  const auto* literal = caller.If<syntax::Literal>(passed);
  if (!literal) return std::nullopt;
  const bool none = literal->kind == syntax::LiteralKind::None;
  if (compare) return none == (compare->ops[0] == syntax::CompareOp::Is);
  if (none || literal->kind == syntax::LiteralKind::False) return false;
  if (literal->kind == syntax::LiteralKind::True) return true;
  return std::nullopt;
}

// Whether it is in a branch that the call which led here does not take, by the constants that it
// passes: `to_sparse(x, is_coalesced=True)`.
bool CapturedUses::IsSkippedByCall(ExprId expr) {
  for (StmtId at = finding().parents.Statement(expr), outer; (outer = finding().parents.Parent(at));
       at = outer) {
    const auto* either = finding().If<syntax::If>(outer);
    if (!either) continue;
    const std::optional<bool> truth = TruthByCall(either->test);
    if (!truth) continue;
    const syntax::StmtList block = *truth ? either->orelse : either->body;
    if (std::find(block.begin(), block.end(), at) != block.end()) return true;
  }
  return false;
}

bool CapturedUses::MayFind(FunctionId function, ExprId read, Defined by) const {
  if (!by) return true;
  const Definitions& found = finding().flows.Of(finding().file, function).Of(read);
  return found.empty() || std::any_of(found.begin(), found.end(), [&](const flow::Inst* one) {
           return one ? Dataflow::IsMerge(one) || one->stmt == *by : !*by;
         });
}

// Another value of the same variable: no tensor where the captured one is one; what is no number,
// as behind a test of types.
bool CapturedUses::IsAnother(Captured kind, ExprId expr) const {
  const infer::ExprFact& fact = finding().Fact(expr);
  if (fact.kinds == 0 || fact.MayBe(FactKind::Unknown) || fact.MayBe(FactKind::Undeclared))
    return false;
  if (kind == Captured::Sized) return !fact.MayBe(FactKind::Tensor);
  const bool is_none_of_them =
      fact.OneOf(FactKind::Tuple, FactKind::List, FactKind::Dict, FactKind::Str, FactKind::None);
  return IsTensor(expr) || (kind == Captured::Number && is_none_of_them);
}

bool CapturedUses::Assigned(Captured kind, ExprId target) {
  if (const auto* several = finding().If<syntax::Sequence>(target)) {
    const std::optional<Captured> one = ElementOf(kind);
    return one && std::all_of(several->items.begin(), several->items.end(), [&](ExprId item) {
             return !finding().If<syntax::Starred>(item) && Assigned(*one, item);
           });
  }
  // `y[i] = …`, `found["boxes"] = …`
  const auto* item = finding().If<syntax::Subscript>(target);
  if (item && IsTensor(item->object)) return true;
  const bool sized = kind == Captured::Sized || kind == Captured::SizedOnes;
  if (item && sized && finding().Fact(item->object).OneOf(FactKind::Dict, FactKind::List))
    return Stored(Captured::SizedOnes, item->object);
  // `out.last_hidden_state = y`
  if (const auto* field = finding().If<syntax::Attribute>(target))
    return IsGivenBack(field->object);
  const FunctionId function = finding().parents.FunctionOf(target);
  if (!function) return false;
  const Variables& variables = In(function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(target);
  const Defined by =
      IsTarget(finding(), target) ? Defined(finding().parents.Statement(target)) : std::nullopt;
  return slot && !variables.IsCaptured(*slot) && Variable(kind, function, *slot, by);
}

// An object that the function returns: who gets it has to bear what is in it.
bool CapturedUses::IsGivenBack(ExprId object) {
  const FunctionId function = finding().parents.FunctionOf(object);
  const Variables& variables = In(function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(object);
  if (!slot || variables.IsCaptured(*slot) || variables.IsParameter(*slot)) return false;
  if (!IsEntry(function)) LeavesBy(function);
  const std::vector<ExprId> reads = variables.Reads(*slot);
  return std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    const ExprId outer = finding().parents.Parent(read);
    if (!outer) return finding().If<syntax::Return>(finding().parents.Statement(read)) != nullptr;
    // What it held before is another value.
    const std::uint32_t begin = finding().tree()[read].span.begin;
    return finding().If<syntax::Attribute>(outer) &&
           (IsTarget(finding(), outer) || begin < finding().tree()[object].span.begin);
  });
}

// A target of a comprehension, which is seen in it alone.
bool CapturedUses::AssignedIn(ExprId comprehension, Captured kind, ExprId target) {
  if (const auto* several = finding().If<syntax::Sequence>(target)) {
    const std::optional<Captured> one = ElementOf(kind);
    return one && std::all_of(several->items.begin(), several->items.end(),
                              [&](ExprId item) { return AssignedIn(comprehension, *one, item); });
  }
  const auto* name = finding().If<syntax::Name>(target);
  if (!name) return false;
  bool all = true;
  ForEachInside(finding(), finding().tree()[comprehension].span, [&](ExprId part) {
    const auto* read = finding().If<syntax::Name>(part);
    if (all && read && part != target && read->id == name->id) all = Goes(kind, part);
  });
  return all;
}

// One item of a tuple of that size goes where the tuple is taken apart.
bool CapturedUses::Element(Captured kind, ExprId whole, std::size_t at, std::size_t size) {
  if (const ExprId outer = finding().parents.Parent(whole)) {
    const auto* item = finding().If<syntax::Subscript>(outer);
    const auto* number = item ? finding().If<syntax::Literal>(item->index) : nullptr;
    if (!number || item->object != whole || number->kind != syntax::LiteralKind::Int) return false;
    return number->integer != static_cast<std::int64_t>(at) || Goes(kind, outer);
  }
  const StmtId stmt = finding().parents.Statement(whole);
  if (finding().If<syntax::Return>(stmt)) {
    const FunctionId function = finding().parents.FunctionOf(whole);
    if (IsEntry(function)) return true;
    if (!taken_apart_.insert({here_, whole.index, at, context_, kind}).second) return true;
    return AtCalls(function, [&](ExprId call) { return Element(kind, call, at, size); });
  }
  const auto* assign = finding().If<syntax::Assign>(stmt);
  if (!assign || assign->value != whole) return false;
  return std::all_of(assign->targets.begin(), assign->targets.end(), [&](ExprId target) {
    const auto* several = finding().If<syntax::Sequence>(target);
    return several && several->items.size() == size && Assigned(kind, several->items[at]);
  });
}

bool CapturedUses::ChangesHeld(FunctionId function) {
  const Finding inside = Inside(function);
  if (!WasFollowed(inside, function)) return true;
  const HeldChanges& changes = ChangesOfHeld(inside);
  makers_.insert(changes.makers.begin(), changes.makers.end());
  return changes.any;
}

// What a function of the program does with what it is handed.
bool CapturedUses::Parameter(Captured kind, ExprId call, Here* there, FunctionId target,
                             ExprId argument) {
  const syntax::Tree& tree = there->finding.tree();
  std::uint32_t slot = 0;
  const auto count = static_cast<std::uint32_t>(tree[target].params.size());
  while (slot < count && here_->calls.Argument(call, tree, target, slot) != argument) ++slot;
  if (slot == count) return false;
  const std::size_t context = ContextOf(there, target, call);
  Here* const from = std::exchange(here_, there);
  const std::size_t outside = std::exchange(context_, context);
  const bool bears = !In(target).IsCaptured(slot) && !ChangesHeld(target) &&
                     Variable(kind, target, slot, StmtId());
  context_ = outside;
  here_ = from;
  return bears;
}

// `return x, n`, `x[i, n]`, `torch.zeros((n, 4))`, `a, b = (n, m)`, `[n, m]`
bool CapturedUses::InDisplay(Captured kind, ExprId expr, ExprId display) {
  const auto* items = finding().If<syntax::Sequence>(display);
  if (IsReturned(display)) return true;
  if (const auto* pairs = finding().If<syntax::Dict>(display)) {
    const bool value =
        std::find(pairs->values.begin(), pairs->values.end(), expr) != pairs->values.end();
    const bool sized = kind == Captured::Sized || kind == Captured::SizedOnes;
    return value && sized && Goes(Captured::SizedOnes, display);
  }
  if (items->kind == syntax::SequenceKind::Set) return false;
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
  const auto& made = *finding().If<syntax::Comprehension>(comprehension);
  for (const syntax::Clause& clause : made.clauses)
    if (clause.iterable == expr) return IsIterated(kind, expr);
  const std::optional<Captured> list = ListOf(kind);
  const bool listed = made.kind == syntax::ComprehensionKind::List ||
                      made.kind == syntax::ComprehensionKind::Generator;
  return listed && made.element == expr && list && Goes(*list, comprehension);
}

// The call without arguments that the expression is the method of; none where it is another one.
ExprId CapturedUses::CallOfMethod(ExprId attribute, std::string_view name) const {
  const auto* method = finding().If<syntax::Attribute>(attribute);
  if (!method || method->name != name) return {};
  const ExprId outer = finding().parents.Parent(attribute);
  const auto* call = finding().If<syntax::Call>(outer);
  return call && call->callee == attribute && call->args.empty() ? outer : ExprId();
}

// Python goes through it: `for n in …:`, `[… for n in …]`, also by enumerate() and zip().
bool CapturedUses::IsIterated(Captured kind, ExprId iterable) {
  const std::optional<Captured> one = ElementOf(kind);
  if (!one) return false;
  std::vector<std::size_t> path;  // innermost first: which item of the target it is
  ExprId whole = iterable;
  while (const ExprId call = finding().parents.Parent(whole)) {
    if (const ExprId items = CallOfMethod(call, "items")) {
      path.push_back(1);
      whole = items;
      continue;
    }
    const auto* made = finding().If<syntax::Call>(call);
    if (!made) break;
    const auto at = std::find_if(made->args.begin(), made->args.end(),
                                 [&](const syntax::Arg& arg) { return arg.value == whole; });
    const std::string_view name = finding().BuiltinName(made->callee);
    if (name == "enumerate") path.push_back(1);
    else if (name == "zip") path.push_back(static_cast<std::size_t>(at - made->args.begin()));
    else return false;
    whole = call;
  }
  const ExprId outer = finding().parents.Parent(whole);
  ExprId target;
  if (const auto* made = finding().If<syntax::Comprehension>(outer)) {
    for (const syntax::Clause& clause : made->clauses)
      if (clause.iterable == whole) target = clause.target;
  } else if (const auto* loop = finding().If<syntax::For>(finding().parents.Statement(whole));
             loop && loop->iterable == whole) {
    target = loop->target;
  }
  for (auto at = path.rbegin(); target && at != path.rend(); ++at) {
    const auto* several = finding().If<syntax::Sequence>(target);
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
  const bool extreme = name == "min" || name == "max";
  if (extreme && kind == Captured::Numbers)
    return finding().If<syntax::Call>(call)->args.size() == 1 && Result(call);
  if (kind != Captured::Number) return false;
  if (extreme) return Result(call);
  return (name == "int" || name == "float") && Goes(kind, call);
}

}  // namespace graphmend::fix
