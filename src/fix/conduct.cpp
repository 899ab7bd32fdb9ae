#include "fix/conduct.h"

#include <algorithm>

#include "fix/changed_arguments.h"
#include "fix/function_flows.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

namespace {

// What only asks autograd, or what stands behind a tensor.
bool AsksAutograd(std::string_view attribute) {
  return attribute == "requires_grad" || attribute == "grad" || attribute == "grad_fn" ||
         attribute == "is_leaf" || attribute == "data" || attribute == "_version";
}

// Of Python's own functions those that only compute what they return: of tensors, numbers and
// containers of such, for a region is given nothing else.
bool OnlyComputes(std::string_view builtin) {
  constexpr std::string_view kFunctions[] = {"abs",       "all",   "any",    "divmod",
                                             "enumerate", "max",   "min",    "pow",
                                             "reversed",  "round", "sorted", "sum"};
  return std::find(std::begin(kFunctions), std::end(kFunctions), builtin) != std::end(kFunctions);
}

// A function of torch that gives tensors, where nothing is known of what it is given.
bool ComputesTensor(const infer::ExprFact& callee) {
  const models::Traits traits = callee.traits;
  return callee.Is(FactKind::Callable) && traits.op != OpKind::Unknown &&
         traits.op != OpKind::Host && traits.in_place_at == 0 && !traits.ChangesArguments();
}

bool Binds(const Finding& finding, ExprId target, syntax::Symbol name) {
  if (const auto* one = finding.If<syntax::Name>(target)) return one->id == name;
  if (const auto* rest = finding.If<syntax::Starred>(target))
    return Binds(finding, rest->value, name);
  const auto* several = finding.If<syntax::Sequence>(target);
  return several && std::any_of(several->items.begin(), several->items.end(),
                                [&](ExprId item) { return Binds(finding, item, name); });
}

// Whether a comprehension around the expression binds the name.
bool IsBoundAround(const Finding& finding, ExprId expr, syntax::Symbol name) {
  for (ExprId outer = finding.parents.Parent(expr); outer; outer = finding.parents.Parent(outer))
    if (const auto* made = finding.If<syntax::Comprehension>(outer))
      for (const syntax::Clause& clause : made->clauses)
        if (Binds(finding, clause.target, name)) return true;
  return false;
}

}  // namespace

Conduct Observer::Of(syntax::StmtList block, std::size_t first, std::size_t last, bool whole,
                     bool described) {
  whole_ = whole;
  described_ = described;
  conduct_ = {};
  for (std::size_t i = first; i <= last && i < block.size(); ++i)
    if (!Look(block[i], 0)) break;
  return std::move(conduct_);
}

bool Observer::Fail(std::string why) {
  conduct_.why = std::move(why);
  return false;
}

std::string Observer::Quoted(ExprId expr) const {
  return "`" + std::string(finding_.Text(expr)) + "`";
}

bool Observer::Look(StmtId stmt, int loops) {
  if (!LookAtHeader(stmt, loops)) return false;
  const bool is_loop = finding_.If<syntax::For>(stmt) || finding_.If<syntax::While>(stmt);
  bool goes_on = true;
  std::size_t nth = 0;
  ForEachBlock(finding_.tree(), stmt, false, [&](syntax::StmtList body) {
    const int inside = loops + (is_loop && nth++ == 0 ? 1 : 0);
    for (StmtId inner : body) goes_on = goes_on && Look(inner, inside);
  });
  return goes_on;
}

// Whether it goes on within the code that is looked at.
bool Observer::StaysInside(StmtId stmt, int loops) {
  auto refuse = [&](const char* what) { return Fail("it contains " + std::string(what)); };
  return base::Match(
      finding_.tree()[stmt].node,
      [&](const syntax::Return&) { return whole_ || refuse("a return"); },
      [&](const syntax::Raise&) { return whole_ || refuse("a raise"); },
      [&](const syntax::Break&) { return loops > 0 || refuse("a break out of it"); },
      [&](const syntax::Continue&) { return loops > 0 || refuse("a continue out of it"); },
      [&](const syntax::For& s) { return !s.is_async || refuse("an asynchronous loop"); },
      [](const auto&) { return true; });
}

// torch.no_grad(), which changes nothing but gradients of what is computed in it, and what only
// says that numbers are captured.
bool Observer::LookAtContext(const syntax::WithItem& item) {
  const auto* made = finding_.If<syntax::Call>(item.context);
  const std::string_view name = made ? finding_.NameOf(made->callee) : std::string_view();
  const bool quiet = name.starts_with("torch.") && name.ends_with(".no_grad");
  return (made && made->args.empty() && !item.target &&
          (quiet || name == "graphmend.capture.numbers")) ||
         Fail("the context " + Quoted(item.context) + " is not followed");
}

bool Observer::LookAtHeader(StmtId stmt, int loops) {
  if (!StaysInside(stmt, loops)) return false;
  auto plain = [&](const auto&) {
    bool goes_on = true;
    ForEachExpression(finding_.tree(), stmt,
                      [&](ExprId expr) { goes_on = goes_on && LookAt(expr); });
    return goes_on;
  };
  return base::Match(
      finding_.tree()[stmt].node, [&](const syntax::ExprStmt& s) { return plain(s); },
      [&](const syntax::Assign& s) {
        return std::all_of(s.targets.begin(), s.targets.end(),
                           [&](ExprId target) { return LookAtTarget(target); }) &&
               LookAt(s.value);
      },
      [&](const syntax::AugAssign& s) {
        return (Rebinds(s.target) || Change(s.target)) && LookAt(s.target) && LookAt(s.value);
      },
      [&](const syntax::AnnAssign& s) {
        return !s.value || (LookAtTarget(s.target) && LookAt(s.value));
      },
      [&](const syntax::For& s) { return LookAtTarget(s.target) && LookAt(s.iterable); },
      [&](const syntax::With& s) {
        return std::all_of(s.items.begin(), s.items.end(),
                           [&](const syntax::WithItem& item) { return LookAtContext(item); });
      },
      [&](const syntax::Assert& s) { return plain(s); },
      [&](const syntax::If& s) { return plain(s); },
      [&](const syntax::While& s) { return plain(s); },
      [&](const syntax::Return& s) { return plain(s); },
      [&](const syntax::Raise& s) { return plain(s); }, [](const syntax::Pass&) { return true; },
      [](const syntax::Break&) { return true; }, [](const syntax::Continue&) { return true; },
      [&](const auto&) { return Fail("it contains a statement that cannot be moved"); });
}

// Of `n += 1`: a number's name is bound to another number; a tensor or list is changed.
bool Observer::Rebinds(ExprId target) const {
  return finding_.If<syntax::Name>(target) &&
         finding_.Fact(target).OneOf(FactKind::Int, FactKind::Float, FactKind::Bool, FactKind::Str,
                                     FactKind::Tuple, FactKind::Scalar);
}

// What is assigned: names are the function's own, items of its own tensors and lists are changes.
bool Observer::LookAtTarget(ExprId target) {
  if (finding_.If<syntax::Name>(target)) {
    return terms_.SlotOf(target).has_value() || Fail(Quoted(target) + " is assigned globally");
  }
  if (const auto* items = finding_.If<syntax::Sequence>(target))
    return std::all_of(items->items.begin(), items->items.end(),
                       [&](ExprId item) { return LookAtTarget(item); });
  if (const auto* rest = finding_.If<syntax::Starred>(target)) return LookAtTarget(rest->value);
  const auto* item = finding_.If<syntax::Subscript>(target);
  return item && Change(target, 1) ? LookAt(item->object) && LookAt(item->index)
                                   : Fail(Quoted(target) + " is changed");
}

// Of a chain of items and views the name at its root.
bool Observer::Change(ExprId place, int items) {
  int depth = 0;
  for (;; ++depth) {
    const auto* call = finding_.If<syntax::Call>(place);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    if (const auto* item = finding_.If<syntax::Subscript>(place)) place = item->object;
    else if (method && terms_.OperationOf(place).op == OpKind::View) place = method->object;
    else break;
  }
  if (depth > items && !IsTensor(finding_.Fact(place)))
    return Fail("an item of " + Quoted(place) + " is changed");
  if (!terms_.SlotOf(place)) return Fail(Quoted(place) + " is changed");
  conduct_.changes.push_back(place);
  return true;
}

// Also where no call leads.
bool Observer::IsNone(ExprId expr) const {
  const auto* literal = finding_.If<syntax::Literal>(expr);
  return (literal && literal->kind == syntax::LiteralKind::None) ||
         finding_.Fact(expr).Is(FactKind::None);
}

bool Observer::LookAt(ExprId expr) {
  if (finding_.If<syntax::Lambda>(expr) || finding_.If<syntax::Await>(expr) ||
      finding_.If<syntax::Yield>(expr) || finding_.If<syntax::ErrorExpr>(expr))
    return Fail(Quoted(expr) + " is not followed");
  if (const auto* call = finding_.If<syntax::Call>(expr); call && !LookAtCall(expr, *call))
    return false;
  if (const auto* name = finding_.If<syntax::Name>(expr); name && !LookAtName(expr, *name))
    return false;
  if (const auto* attribute = finding_.If<syntax::Attribute>(expr);
      attribute && !LookAtAttribute(expr, *attribute))
    return false;
  if (const auto* compare = finding_.If<syntax::Compare>(expr))
    for (std::size_t i = 0; i < compare->ops.size(); ++i)
      if ((compare->ops[i] == syntax::CompareOp::Is ||
           compare->ops[i] == syntax::CompareOp::IsNot) &&
          !IsNone(compare->rights[i]))
        return Fail(Quoted(expr) + " tests which object it is");
  bool goes_on = true;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { goes_on = goes_on && LookAt(part); });
  return goes_on;
}

// A function or module of torch that gives a tensor has no effect but where stubs say so, or its
// name ends in "_".
bool Observer::IsTensorFunction(ExprId call, std::string_view name) const {
  const bool tensors = name.starts_with("torch.Tensor.") || name.starts_with("torch._C.") ||
                       name.starts_with("torch.nn.") || name.starts_with("torch.linalg.") ||
                       name.starts_with("torch.fft.") || name.starts_with("torch.special.") ||
                       name.find('.') == name.rfind('.');  // torch.cat
  const infer::ExprFact& result = finding_.Fact(call);
  const bool contains_others = name.ends_with(".Sequential");
  return name.starts_with("torch.") && tensors && !contains_others && !name.ends_with('_') &&
         result.OneOf(FactKind::Tensor, FactKind::Tuple, FactKind::List) && result.holds_tensor;
}

// A global tensor or module is no argument, so that it would get no gradient; one that is assigned
// has another value at another time.
bool Observer::LookAtName(ExprId expr, const syntax::Name& name) {
  if (terms_.SlotOf(expr) || IsBoundAround(finding_, expr, name.id)) return true;
  const infer::ExprFact& fact = finding_.Fact(expr);
  if (name.id == "super") return Fail("`super` is used");
  const bool state = fact.MayBe(FactKind::Tensor) || fact.MayBe(FactKind::Object) ||
                     fact.holds_tensor || assigned_.globals.contains(name.id.str());
  return !state || Fail(Quoted(expr) + " is global");
}

bool Observer::LookAtAttribute(ExprId expr, const syntax::Attribute& attribute) {
  const std::string name = attribute.name.str();
  // What a library's module or a tensor has is taken for what the library put there, here as
  // everywhere; and no call leads to what is not known at all.
  const infer::ExprFact& object = finding_.Fact(attribute.object);
  const bool known = object.kinds == 0 || object.Is(FactKind::Module) ||
                     (object.MayBe(FactKind::Tensor) && !object.MayBe(FactKind::Object));
  if ((assigned_.unknown && !known) || assigned_.attributes.contains(name))
    return Fail(Quoted(expr) + " is assigned elsewhere");
  const bool asked = described_ && name == "requires_grad";
  if (finding_.Fact(attribute.object).MayBe(FactKind::Tensor) && AsksAutograd(name) && !asked)
    return Fail(Quoted(expr) + " queries autograd");
  if (name.starts_with("__") && !name.ends_with("__"))
    return Fail(Quoted(expr) + " is private to its class");
  const auto* call = finding_.If<syntax::Call>(finding_.parents.Parent(expr));
  if (call && call->callee == expr) return true;
  if (!known && assigned_.computed.contains(name))
    return Fail(Quoted(expr) + " is computed when it is read");
  return true;
}

// Where no call leads nothing is known of a variable but what it was before.
bool Observer::IsTensorHere(ExprId expr) const {
  if (finding_.Fact(expr).kinds != 0) return IsTensor(finding_.Fact(expr));
  if (const auto* call = finding_.If<syntax::Call>(expr)) return ComputesTensor(Callee(*call));
  if (!finding_.If<syntax::Name>(expr) || !terms_.SlotOf(expr)) return false;
  bool some = false;
  for (const flow::Inst* definition : terms_.flow().Of(expr)) {
    const ExprId value = definition ? terms_.ValueOf(definition) : ExprId();
    // A variable that it assigns from itself is not followed around a loop.
    if (!value || finding_.tree()[value].span.Contains(finding_.tree()[expr].span)) return false;
    if (IsNone(value)) continue;
    if (!IsTensorHere(value)) return false;
    some = true;
  }
  return some;
}

// What is called; where no call leads, as far as the names tell, a method only of a tensor.
const infer::ExprFact& Observer::Callee(const syntax::Call& call) const {
  static const infer::ExprFact kNothing;
  const infer::ExprFact& callee = finding_.FactOrName(call.callee);
  const auto* method = finding_.If<syntax::Attribute>(call.callee);
  const bool of_tensor = callee.Name().starts_with("torch.Tensor.");
  const bool reached = finding_.Fact(call.callee).kinds != 0;
  return reached || !of_tensor || (method && IsTensorHere(method->object)) ? callee : kNothing;
}

// What the library says that the call does besides giving its result.
bool Observer::LookAtEffects(ExprId expr, const syntax::Call& call) {
  const infer::ExprFact& callee = Callee(call);
  // A number that stands for any is of no type of Python's while the compiler tries the code.
  const std::string_view builtin = callee.BuiltinName();
  if (described_ && (builtin == "isinstance" || builtin == "type") && !call.args.empty() &&
      !finding_.Fact(call.args[0].value).OneOf(FactKind::Tensor, FactKind::None))
    return Fail(Quoted(expr) + " asks for the type of a number");
  for (const syntax::Arg& arg : call.args)
    if (arg.name == "out" || arg.name == "generator")
      return Fail(Quoted(expr) + " writes into an argument");
  if (callee.Name().ends_with("grad_enabled")) return Fail(Quoted(expr) + " queries autograd");
  if (callee.traits.Has(Trait::Random)) return Fail(Quoted(expr) + " draws random numbers");
  if (callee.traits.Has(Trait::ChangesShape))
    return Fail(Quoted(expr) + " changes the shape of a tensor in place");
  if (callee.traits.Has(Trait::ChangesState))
    return Fail(Quoted(expr) + " may change a buffer or parameter");
  if (!callee.traits.ChangesArguments()) return true;
  const std::vector<ExprId> changed = ChangedArguments(finding_, call);
  if (changed.empty() && callee.traits.Has(Trait::Mutates))
    return Fail(Quoted(expr) + " changes a tensor in place");
  return std::all_of(changed.begin(), changed.end(), [&](ExprId one) { return Change(one); });
}

bool Observer::LookAtCall(ExprId expr, const syntax::Call& call) {
  if (!LookAtEffects(expr, call)) return false;
  const infer::ExprFact& callee = Callee(call);
  if (callee.traits.ChangesArguments()) return true;
  const auto* method = finding_.If<syntax::Attribute>(call.callee);
  if (terms_.OperationOf(expr).op != OpKind::Unknown || callee.traits.Has(Trait::ReadsData))
    return true;
  if (method && finding_.Fact(method->object).OneOf(FactKind::List, FactKind::Set, FactKind::Dict))
    return Change(method->object);
  if (const FunctionId target = calls_.Target(expr)) return Follow(target, call.callee);
  if (const std::vector<FunctionId> either = EitherOf(expr, callee); !either.empty())
    return std::all_of(either.begin(), either.end(),
                       [&](FunctionId one) { return Follow(one, call.callee); });
  const std::string_view name = callee.Name();
  const bool builtin_type = callee.Is(FactKind::Class) && name.starts_with("builtins.");
  const bool computes = OnlyComputes(callee.BuiltinName()) || name.starts_with("math.") ||
                        (finding_.Fact(call.callee).kinds == 0 && ComputesTensor(callee));
  if (builtin_type || computes || IsTensorFunction(expr, name)) return true;
  // A library's function of which the stubs do not say that it has no effect may have one. Code of
  // the same package is its user's own.
  const std::string_view package = finding_.module.substr(0, finding_.module.find('.'));
  const bool own = name.substr(0, name.find('.')) == package;
  if (!name.empty() && !own)
    return Fail("the side effects of " + Quoted(call.callee) + " are not known");
  conduct_.unknown.insert(std::string(finding_.Text(call.callee)));
  return true;
}

// The functions of this file of which a variable holds one.
std::vector<FunctionId> Observer::EitherOf(ExprId call, const infer::ExprFact& callee) const {
  std::vector<FunctionId> functions;
  const auto& runs = finding_.Fact(call).runs;
  if (!callee.Is(FactKind::Callable) || runs.size() != callee.names.size()) return {};
  for (const infer::SourceFunction& run : runs) {
    if (run.file != finding_.file.id()) return {};
    const syntax::Function& function = finding_.tree()[run.function];
    if (function.cls || !function.decorators.empty()) return {};
    functions.push_back(run.function);
  }
  return functions;
}

// What the function does is what its call does; what it changes has to be its own.
bool Observer::Follow(FunctionId function, ExprId callee) {
  const syntax::StmtList body = finding_.tree()[function].body;
  // A decorator may keep what the compiler tries: functools.lru_cache.
  const bool kept = described_ && !finding_.tree()[function].decorators.empty();
  if (kept || calls_.IsOverridden(function))
    return Fail("what " + Quoted(callee) + " does is not known");
  if (depth_ == kDeepest || finding_.tree()[function].is_generator || body.empty())
    return Fail("what " + Quoted(callee) + " does is not followed");
  Finding inner = finding_;
  inner.function = function;
  const Terms terms(inner);
  const Conduct conduct =
      Observer(inner, terms, assigned_, depth_ + 1).Of(body, 0, body.size() - 1, true, described_);
  if (!conduct.why.empty()) return Fail(conduct.why);
  for (ExprId place : conduct.changes) {
    const flow::Slot slot = *terms.SlotOf(place);
    for (const flow::Inst* definition : terms.flow().Of(place)) {
      const ExprId made = definition ? terms.ValueOf(definition) : ExprId();
      const bool own = made && (IsNewTensor(inner, made) || finding_.If<syntax::Sequence>(made) ||
                                finding_.If<syntax::Dict>(made));
      if (!own)
        return Fail(Quoted(callee) + " changes its `" + terms.flow().graph().slots[slot].str() +
                    "` in place");
    }
  }
  conduct_.unknown.insert(conduct.unknown.begin(), conduct.unknown.end());
  return true;
}

}  // namespace graphmend::fix
