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

// Whether a function of Python gives a symbol for one; others ask for the number, as math.exp does,
// or give one that is no size, as math.floor does (torch 2.13, measured).
bool KeepsSymbols(std::string_view function) { return function == "math.sqrt"; }

// Whether inference mode is entered around the statement: AOTAutograd fails there where a size is
// a symbol (torch 2.13).
bool IsInInferenceMode(const Finding& finding, StmtId stmt) {
  const auto enters = [&](ExprId expr) {
    return NameOfContext(finding, expr) == "torch.inference_mode";
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
  const bool turned = turned_;
  ++depth_;
  const bool goes = GoesOn(kind, expr);
  --depth_;
  turned_ = turned;  // on other ways it is as it was
  return goes;
}

// What decides before it is looked where the value goes.
std::optional<bool> CapturedUses::IsDecided(Captured kind, ExprId expr) {
  const source::Span span = finding().tree()[expr].span;
  for (source::Span gone : ignored_)
    if (here_ == home_ && gone.Contains(span)) return true;
  if (IsAnother(kind, expr)) return true;
  if (IsUnreached(finding(), expr)) return unreached_ = true;
  if (IsSkippedByCall(expr)) return true;
  if (IsInInferenceMode(finding(), finding().parents.Statement(expr))) return false;
  return std::nullopt;
}

bool CapturedUses::GoesOn(Captured kind, ExprId expr) {
  // What is taken out of a container may be one itself.
  if (kind == Captured::Sized && IsContainer(expr) && finding().Fact(expr).holds_tensor)
    kind = Captured::SizedOnes;
  if (const std::optional<bool> decided = IsDecided(kind, expr)) return *decided;
  if (const ExprId outer = finding().parents.Parent(expr)) return IsUsed(kind, expr, outer);
  return InStatement(kind, expr, finding().parents.Statement(expr));
}

bool CapturedUses::InStatement(Captured kind, ExprId expr, StmtId stmt) {
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
  return aug && InAugAssign(kind, expr, *aug);
}

// `total += n`, `y += x`, `y[mask] += x`
bool CapturedUses::InAugAssign(Captured kind, ExprId expr, const syntax::AugAssign& aug) {
  if (kind == Captured::Number)
    return aug.value == expr && (IsTensor(aug.target) || Assigned(kind, aug.target));
  if (kind != Captured::Sized) return false;
  if (aug.target != expr) return Assigned(kind, aug.target);
  const auto* item = finding().If<syntax::Subscript>(expr);
  return finding().If<syntax::Name>(expr) || (item && IsTensor(item->object));
}

// As an argument of a call that Python or the program answers for; nothing: it is another one.
std::optional<bool> CapturedUses::IsPassed(Captured kind, ExprId expr, ExprId outer) {
  const auto* call = finding().If<syntax::Call>(outer);
  if (!call || call->callee == expr) return std::nullopt;
  if (finding().flows.BreaksAt(finding().file, finding().tree()[outer].span)) return true;
  if (const std::string_view name = BuiltinOf(call->callee); !name.empty())
    return InBuiltin(kind, expr, outer, name);
  if (KeepsSymbols(finding().NameOf(call->callee)))
    return kind == Captured::Number && Result(outer);
  if (const FunctionId target = here_->calls.Target(outer))
    return Parameter(kind, outer, here_, target, expr);
  if (const std::optional<Callee> target = here_->calls.TargetElsewhere(outer))
    return Parameter(kind, outer, At(*target->view), target->function, expr);
  // `lengths.append(n)`, `parts.append(y)`, `found.update({"boxes": y})`
  const ExprId held = AddedTo(outer, kind);
  if (!held) return std::nullopt;
  // As the place of `insert(n, x)`, it is asked for.
  if (call->args.size() > 1 && call->args[0].value == expr) return false;
  const std::optional<Captured> list = ListOf(kind);
  return list && Stored(*list, held);
}

bool CapturedUses::IsUsed(Captured kind, ExprId expr, ExprId outer) {
  using syntax::CompareOp;
  const auto* compare = finding().If<syntax::Compare>(outer);
  if (compare && compare->ops.size() == 1 &&
      (compare->ops[0] == CompareOp::Is || compare->ops[0] == CompareOp::IsNot)) {
    // A symbol is no number's object: Python keeps one of each small number.
    const ExprId other = compare->left == expr ? compare->rights[0] : compare->left;
    return kind != Captured::Number ||
           finding().FactOrName(other).OneOf(FactKind::None, FactKind::Bool);
  }
  if (finding().If<syntax::Comprehension>(outer)) return InComprehension(kind, expr, outer);
  if (const auto* conditional = finding().If<syntax::Conditional>(outer))
    return conditional->test != expr && Goes(kind, outer);
  if (const std::optional<bool> passed = IsPassed(kind, expr, outer)) return *passed;
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

// Whether all reads of the variable can bear it that may find what the definition gives.
bool CapturedUses::Variable(Captured kind, FunctionId function, std::uint32_t slot, Defined by) {
  const std::int64_t place = !by ? -2 : *by ? std::int64_t{by->index} : -1;
  const auto [known, is_new] =
      variables_bear_.try_emplace({here_, function.index, slot, place, Standing(), kind}, true);
  if (!is_new) return known->second;
  const std::vector<ExprId> reads = In(function).Reads(slot);
  known->second = std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    return !MayFind(function, read, by) || Goes(kind, read);
  });
  return known->second;
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
    return IsGivenBack(field->object) || (kind == Captured::Number && IsKept(target, *field));
  const FunctionId function = finding().parents.FunctionOf(target);
  if (!function) return false;
  const Variables& variables = In(function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(target);
  const Defined by =
      IsTarget(finding(), target) ? Defined(finding().parents.Statement(target)) : std::nullopt;
  if (!slot || variables.IsCaptured(*slot)) return false;
  // A line behind the statement that reads the number can check what it computes.
  const bool own = here_ == home_ && finding().parents.Statement(target) == finding().stmt;
  const Way was = std::exchange(way_, own ? Way::Plain : way_);
  const bool goes = Variable(kind, function, *slot, by);
  way_ = was;
  return goes;
}

bool CapturedUses::InBuiltin(Captured kind, ExprId expr, ExprId call, std::string_view name) {
  const bool many = ElementOf(kind).has_value();
  if (name == "enumerate" || name == "zip") return IsIterated(kind, expr);
  if (name == "isinstance") return true;
  if (name == "list" || name == "tuple") return many && Goes(kind, call);
  if (name == "len") return many || (kind == Captured::Sized && Goes(Captured::Number, call));
  if (name == "sum" && kind == Captured::SizedOnes) return Goes(Captured::Sized, call);
  return NumberInBuiltin(kind, call, name);
}

// Whether it is a number read from a tensor, or a variable that holds such a one.
bool CapturedUses::IsRead(ExprId expr) {
  if (const FunctionId function = finding().parents.FunctionOf(expr)) {
    const Variables& variables = In(function);
    if (const auto slot = variables.SlotOf(expr)) expr = variables.OnlyValue(*slot);
  }
  const std::optional<HostRead> read = expr ? HostReadOf(finding(), expr) : std::nullopt;
  return read && (read->IsMethod() || IsTensor(read->tensor));
}

bool CapturedUses::IsFloat(ExprId expr) const {
  const auto* literal = finding().If<syntax::Literal>(expr);
  return literal ? literal->kind == syntax::LiteralKind::Float
                 : finding().Fact(expr).Is(FactKind::Float);
}

// Whether one may be an int and another a float.
bool CapturedUses::MayMix(std::span<const syntax::Arg> args) {
  std::size_t whole = 0, fractions = 0, either = 0;
  for (const syntax::Arg& arg : args) {
    const infer::ExprFact& fact = finding().Fact(arg.value);
    const bool unknown = fact.kinds == 0 || fact.MayBe(FactKind::Scalar) ||
                         fact.MayBe(FactKind::Plain) || fact.MayBe(FactKind::Unknown);
    whole += unknown || fact.MayBe(FactKind::Int);
    fractions += unknown || fact.MayBe(FactKind::Float);
    either += unknown;
    meets_bool_ |= unknown || fact.MayBe(FactKind::Bool);
  }
  const bool same = whole == 1 && fractions == 1 && either == 1;
  return whole != 0 && fractions != 0 && !same;
}

bool CapturedUses::NumberInBuiltin(Captured kind, ExprId call, std::string_view name) {
  if (name == "min" || name == "max") {
    const auto& args = finding().If<syntax::Call>(call)->args;
    const bool alone = args.size() == 1;
    // inductor loses the name of a size that is the largest of two symbols (2.13).
    if (std::count_if(args.begin(), args.end(),
                      [&](const syntax::Arg& arg) { return IsRead(arg.value); }) > 1)
      return false;
    mixes_ |= MayMix(args);
    return (kind == Captured::Number || (kind == Captured::Numbers && alone)) && Result(call);
  }
  if (name == "sum") return kind == Captured::Numbers && Goes(Captured::Number, call);
  return kind == Captured::Number && (name == "int" || name == "float") && Goes(kind, call);
}

// `x[:, n : n + 1]`, of whose size Dynamo keeps a formula: beside another tensor it takes it for
// that one's, and a run in which it is 1 fails (torch 2.13).
bool CapturedUses::IsWindow(ExprId slice) const {
  const auto& bounds = *finding().If<syntax::Slice>(slice);
  const auto* end = bounds.upper ? finding().If<syntax::Binary>(bounds.upper) : nullptr;
  if (!end || !bounds.lower || finding().If<syntax::Literal>(bounds.lower)) return false;
  const std::string_view begin = finding().Text(bounds.lower);
  return finding().Text(end->left) == begin || finding().Text(end->right) == begin;
}

}  // namespace graphmend::fix
