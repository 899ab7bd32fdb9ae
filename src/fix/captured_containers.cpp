// What is captured, in containers.
#include "fix/captured_uses.h"

#include <algorithm>
#include <utility>

#include "fix/function_flows.h"
#include "fix/held.h"
#include "fix/module_scope.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

bool CapturedUses::IsContainer(ExprId expr) const {
  return finding().Fact(expr).OneOf(FactKind::Tuple, FactKind::List, FactKind::Set, FactKind::Dict,
                                    FactKind::Iterator);
}

// The list that the call appends to, or the container that it adds the items of one to; none where
// it is another call.
ExprId CapturedUses::AddedTo(ExprId call, Captured kind) const {
  const auto* method = finding().If<syntax::Attribute>(finding().If<syntax::Call>(call)->callee);
  if (!method) return {};
  const infer::ExprFact& fact = finding().Fact(method->object);
  if (method->name == "append" || method->name == "insert")
    return fact.Is(FactKind::List) ? method->object : ExprId();
  const bool adds = (method->name == "extend" && fact.Is(FactKind::List)) ||
                    (method->name == "update" && fact.Is(FactKind::Dict));
  return adds && kind == Captured::SizedOnes ? method->object : ExprId();
}

// Whether the value of a variable is a container that nothing else held before, and that holds no
// container which something else holds.
bool CapturedUses::IsOwnContainer(ExprId value) const {
  const auto is_plain = [&](ExprId item) {
    if (!item) return false;
    const infer::ExprFact& fact = finding().Fact(item);
    const bool plain = fact.OneOf(FactKind::Tensor, FactKind::Int, FactKind::Float, FactKind::Bool,
                                  FactKind::Str, FactKind::None, FactKind::Scalar);
    return plain || IsOwnContainer(item);
  };
  const auto are_plain = [&](syntax::ExprList items) {
    return std::all_of(items.begin(), items.end(), is_plain);
  };
  if (const auto* items = finding().If<syntax::Sequence>(value)) return are_plain(items->items);
  if (const auto* pairs = finding().If<syntax::Dict>(value)) return are_plain(pairs->values);
  if (const auto* made = finding().If<syntax::Comprehension>(value)) return is_plain(made->element);
  const auto* call = finding().If<syntax::Call>(value);
  const std::string_view name = call ? BuiltinOf(call->callee) : std::string_view();
  return (name == "list" || name == "dict") && call->args.empty();
}

// Whether it holds of all who may read a container that it is put into, at any depth: of variables
// of this function, or of the one that handed the container over.
bool CapturedUses::Stored(Captured kind, ExprId container) {
  while (const auto* item = finding().If<syntax::Subscript>(container)) container = item->object;
  const FunctionId function = finding().parents.FunctionOf(container);
  const std::optional<std::uint32_t> slot =
      function ? In(function).SlotOf(container) : std::nullopt;
  if (!slot || In(function).IsCaptured(*slot)) return false;
  const Finding inside = finding().In(function);
  const Terms terms(inside);
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
  return AtCalls(kind, function, [&](ExprId call) {
    const ExprId passed = here_->calls.Argument(call, tree, function, slot);
    return passed && Stored(kind, passed);
  });
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

// Whether the attribute is read where the assignment before it, which is made in each call, has
// given it its value. Where it is the one of the call before, Dynamo guards on it, and compiles the
// code anew for each number (torch 2.13).
bool CapturedUses::IsReadBehind(ExprId read, ExprId target) const {
  const StmtId stmt = finding().parents.Statement(target);
  return finding().parents.FunctionOf(read) == finding().parents.FunctionOf(target) &&
         !finding().parents.Parent(stmt) && finding().If<syntax::Assign>(stmt) &&
         finding().tree()[read].span.begin > finding().tree()[stmt].span.end;
}

// `self.scale = n`: an attribute that all of the file can bear where it reads it while compiled.
// What reads it when the graph has run gets Python's number.
bool CapturedUses::IsKept(ExprId target, const syntax::Attribute& field) {
  if (!finding().Fact(field.object).Is(FactKind::Object) || here_ != home_ ||
      finding().If<syntax::AugAssign>(finding().parents.Statement(target)))
    return false;
  if (!kept_.insert(field.name.str()).second) return true;
  const syntax::Tree& tree = finding().tree();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const ExprId part(i);
    const auto* read = finding().If<syntax::Attribute>(part);
    if (!read || part == target || read->name != field.name || IsTarget(finding(), part) ||
        IsTensor(read->object))
      continue;
    const FunctionId function = finding().parents.FunctionOf(part);
    if (!function || !WasFollowed(finding(), function)) continue;
    if (!IsReadBehind(part, target) || !Goes(Captured::Number, part)) return false;
  }
  return true;
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

// `return x, n`, `x[i, n]`, `torch.zeros((n, 4))`, `a, b = (n, m)`, `[n, m]`
bool CapturedUses::InDisplay(Captured kind, ExprId expr, ExprId display) {
  const auto* items = finding().If<syntax::Sequence>(display);
  if (IsReturned(display)) return Leaves(kind);
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

// `y.topk(n).values`: a field of what torch gives as a tuple with names.
bool CapturedUses::IsFieldOfResult(ExprId expr, ExprId member) const {
  const auto* call = finding().If<syntax::Call>(expr);
  return call && IsTensor(member) && finding().Fact(expr).Is(FactKind::Tuple) &&
         finding().Fact(call->callee).Name().starts_with("torch.");
}

// `found.values()`, `found.get("boxes")`
bool CapturedUses::SizedOnesInMember(ExprId expr, ExprId member) {
  if (IsFieldOfResult(expr, member)) return Goes(Captured::Sized, member);
  if (!IsContainer(expr)) return false;
  const base::Symbol name = finding().If<syntax::Attribute>(member)->name;
  const ExprId outer = finding().parents.Parent(member);
  const auto* call = finding().If<syntax::Call>(outer);
  if (!call || call->callee != member) return false;
  if (name == "append" || name == "extend" || name == "update" || name == "keys") return true;
  if (name == "get" || name == "pop") return Goes(Captured::Sized, outer);
  if (name == "values" || name == "copy") return Goes(Captured::SizedOnes, outer);
  return name == "items" && IsIterated(Captured::SizedOnes, expr);
}

}  // namespace graphmend::fix
