// What calls do besides giving their results, for fix/conduct.h.
#include <algorithm>

#include "fix/changed_arguments.h"
#include "fix/conduct.h"
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

namespace {

// Of Python's own functions those that only compute what they return: of tensors, numbers and
// containers of such, for a region is given nothing else.
bool OnlyComputes(std::string_view builtin) {
  constexpr std::string_view kFunctions[] = {"abs",       "all",   "any",    "divmod",
                                             "enumerate", "max",   "min",    "pow",
                                             "reversed",  "round", "sorted", "sum"};
  return std::find(std::begin(kFunctions), std::end(kFunctions), builtin) != std::end(kFunctions);
}

// Of the methods of lists, sets and dicts those that leave them as they are.
bool OnlyReads(std::string_view method) {
  constexpr std::string_view kMethods[] = {
      "copy",       "count",    "difference", "get",   "index", "intersection",
      "isdisjoint", "issubset", "issuperset", "items", "keys",  "symmetric_difference",
      "union",      "values"};
  return std::find(std::begin(kMethods), std::end(kMethods), method) != std::end(kMethods);
}

// A function of torch that gives tensors, where nothing is known of what it is given.
bool ComputesTensor(const infer::ExprFact& callee) {
  const models::Traits traits = callee.traits;
  return callee.Is(FactKind::Callable) && traits.op != OpKind::Unknown &&
         traits.op != OpKind::Host && traits.in_place_at == 0 && !traits.ChangesArguments();
}

// The same of a function whose result is new: no view, nor perhaps what it was given.
bool ComputesNewTensor(const infer::ExprFact& callee) {
  return ComputesTensor(callee) && !callee.Name().starts_with("torch.Tensor.") &&
         callee.traits.op != OpKind::View && !callee.traits.Has(Trait::MayShare);
}

bool IsClassMethod(const Finding& finding) {
  const auto& decorators = finding.tree()[finding.function].decorators;
  return decorators.size() == 1 && ImportedName(finding, decorators[0]) == "builtins.classmethod";
}

}  // namespace

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
  if (allowed_.described && (builtin == "isinstance" || builtin == "type") && !call.args.empty() &&
      !finding_.Fact(call.args[0].value).OneOf(FactKind::Tensor, FactKind::None))
    return Fail(Quoted(expr) + " asks for the type of a number");
  for (const syntax::Arg& arg : call.args)
    if ((arg.name == "out" || arg.name == "generator") && !IsNone(arg.value))
      return Fail(Quoted(expr) + " writes into an argument");
  if (callee.Name().ends_with("grad_enabled")) return Fail(Quoted(expr) + " queries autograd");
  if (callee.traits.Has(Trait::Random) && !(allowed_.once && callee.Name().starts_with("torch.")))
    return Fail(Quoted(expr) + " draws random numbers");
  if (callee.traits.Has(Trait::ChangesShape) && !ChangesItsOwn(call))
    return Fail(Quoted(expr) + " changes the shape of a tensor in place");
  if (callee.traits.Has(Trait::ChangesState))
    return Fail(Quoted(expr) + " may change a buffer or parameter");
  if (!callee.traits.ChangesArguments()) return true;
  const std::vector<ExprId> changed = ChangedArguments(finding_, call);
  if (changed.empty() && callee.traits.Has(Trait::Mutates))
    return Fail(Quoted(expr) + " changes a tensor in place");
  return std::all_of(changed.begin(), changed.end(), [&](ExprId one) { return Change(one); });
}

// `raise NanError(f"…")`: an exception's class that has no code of its own to make one.
bool Observer::IsFailure(ExprId call, const infer::ExprFact& callee) const {
  const auto* raised = finding_.If<syntax::Raise>(finding_.parents.Statement(call));
  return raised && raised->exception == call && callee.Is(FactKind::Class) &&
         finding_.Fact(call).runs.empty();
}

// What is known to do nothing else, though nothing is known of how it computes.
bool Observer::OnlyGivesResult(ExprId expr, const syntax::Call& call) const {
  const infer::ExprFact& callee = Callee(call);
  const std::string_view name = callee.Name();
  const bool builtin_type = callee.Is(FactKind::Class) && name.starts_with("builtins.");
  const bool computes = OnlyComputes(callee.BuiltinName()) || name.starts_with("math.") ||
                        (finding_.Fact(call.callee).kinds == 0 && ComputesTensor(callee));
  return builtin_type || computes || IsTensorFunction(expr, name);
}

// The list, set or dict whose method is called.
ExprId Observer::ContainerOf(const syntax::Call& call) const {
  const auto* method = finding_.If<syntax::Attribute>(call.callee);
  const bool is_one =
      method && finding_.Fact(method->object).OneOf(FactKind::List, FactKind::Set, FactKind::Dict);
  return is_one ? method->object : ExprId();
}

bool Observer::LookAtCall(ExprId expr, const syntax::Call& call) {
  if (!LookAtEffects(expr, call)) return false;
  const infer::ExprFact& callee = Callee(call);
  if (callee.Name().starts_with("graphmend.runtime.")) return conduct_.says = true;
  if (IsFailure(expr, callee) || callee.traits.ChangesArguments()) return true;
  if (terms_.OperationOf(expr).op != OpKind::Unknown || callee.traits.Has(Trait::ReadsData) ||
      callee.traits.Has(Trait::OnlyComputes))
    return true;
  if (const ExprId container = ContainerOf(call))
    return OnlyReads(finding_.If<syntax::Attribute>(call.callee)->name.text()) || Change(container);
  if (const FunctionId target = calls_.Target(expr))
    return Follow(finding_.In(target), call.callee);
  if (const std::optional<fix::Callee> target = calls_.TargetElsewhere(expr))
    return Follow(finding_.In(*target->view, target->function), call.callee);
  if (const std::vector<FunctionId> either = EitherOf(expr, callee); !either.empty())
    return std::all_of(either.begin(), either.end(),
                       [&](FunctionId one) { return Follow(finding_.In(one), call.callee); });
  if (OnlyGivesResult(expr, call)) return true;
  const std::string_view name = callee.Name();
  // A library's function of which the stubs do not say that it has no effect may have one. Code of
  // the same package is its user's own.
  const std::string_view package = finding_.module.substr(0, finding_.module.find('.'));
  const bool own = name.substr(0, name.find('.')) == package;
  if (!name.empty() && !own && allowed_.once && TakesNoTensor(call)) return conduct_.says = true;
  if (!name.empty() && !own)
    return Fail("the side effects of " + Quoted(call.callee) + " are not known");
  conduct_.unknown.insert(std::string(finding_.Text(call.callee)));
  return true;
}

// Nothing that it is given holds a tensor, and it does not ask who calls it.
bool Observer::TakesNoTensor(const syntax::Call& call) const {
  return std::all_of(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
    const infer::ExprFact& fact = finding_.Fact(arg.value);
    return arg.name != "stacklevel" && fact.OneOf(FactKind::None, FactKind::Bool, FactKind::Int,
                                                  FactKind::Float, FactKind::Str, FactKind::Class);
  });
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

// A decorator may keep what the compiler tries: functools.lru_cache.
bool Observer::KeepsNothing(const Finding& inner) const {
  const auto& decorators = inner.tree()[inner.function].decorators;
  return std::all_of(decorators.begin(), decorators.end(), [&](ExprId decorator) {
    const std::string name = ImportedName(inner, decorator);
    return name == "builtins.classmethod" || name == "builtins.staticmethod";
  });
}

// Whether the variable holds a tensor or container that the function has made.
bool Observer::IsOwn(const Finding& inner, const Terms& terms, ExprId variable) {
  const Definitions& definitions = terms.flow().Of(variable);
  return std::all_of(definitions.begin(), definitions.end(), [&](const flow::Inst* definition) {
    const ExprId made = definition ? terms.ValueOf(definition) : ExprId();
    const auto* call = made ? inner.If<syntax::Call>(made) : nullptr;
    const bool unreached = call && inner.Fact(made).kinds == 0;
    if (unreached && ComputesNewTensor(inner.FactOrName(call->callee))) return true;
    return made && (IsNewTensor(inner, made) || inner.If<syntax::Sequence>(made) ||
                    inner.If<syntax::Comprehension>(made) || inner.If<syntax::Dict>(made));
  });
}

bool Observer::ChangesItsOwn(const syntax::Call& call) const {
  constexpr std::string_view kTurns[] = {"squeeze_", "swapaxes_",  "swapdims_",
                                         "t_",       "transpose_", "unsqueeze_"};
  const auto* method = finding_.If<syntax::Attribute>(call.callee);
  const std::string_view name = method ? method->name.text() : std::string_view();
  if (std::find(std::begin(kTurns), std::end(kTurns), name) == std::end(kTurns) ||
      !terms_.SlotOf(method->object) || !IsOwn(finding_, terms_, method->object))
    return false;
  const Definitions& definitions = terms_.flow().Of(method->object);
  if (definitions.empty()) return false;
  return std::all_of(definitions.begin(), definitions.end(), [&](const flow::Inst* definition) {
    return code_.Contains(finding_.tree()[terms_.ValueOf(definition)].span);
  });
}

// What the function does is what its call does; what it changes has to be its own.
bool Observer::Follow(const Finding& inner, ExprId callee) {
  const syntax::StmtList body = inner.tree()[inner.function].body;
  if ((allowed_.described && !KeepsNothing(inner)) || Calls(inner).IsOverridden(inner.function))
    return Fail("what " + Quoted(callee) + " does is not known");
  if (depth_ == kDeepest || inner.tree()[inner.function].is_generator || body.empty())
    return Fail("what " + Quoted(callee) + " does is not followed");
  const Terms terms(inner);
  Observer observer(inner, terms, depth_ + 1);
  const auto* method = finding_.If<syntax::Attribute>(callee);
  observer.is_method_ = method && inner.tree()[inner.function].cls &&
                        inner.tree()[inner.function].decorators.empty() && IsSelf(method->object);
  if (method && IsClassMethod(inner) && ObjectOf(*method).Is(FactKind::Class))
    observer.cls_ = &ObjectOf(*method);
  const Conduct conduct =
      observer.Of(body, 0, body.size() - 1, {true, allowed_.described, allowed_.once});
  if (!conduct.why.empty()) return Fail(conduct.why);
  for (ExprId place : conduct.changes)
    if (!IsOwn(inner, terms, place))
      return Fail(Quoted(callee) + " changes its `" + std::string(inner.Text(place)) +
                  "` in place");
  conduct_.says |= conduct.says;
  conduct_.buffers.insert(conduct.buffers.begin(), conduct.buffers.end());
  conduct_.unknown.insert(conduct.unknown.begin(), conduct.unknown.end());
  return true;
}

}  // namespace graphmend::fix
