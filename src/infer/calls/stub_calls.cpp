// Calls of stubs: which break rows hold, what the result is.
#include <algorithm>

#include "infer/calls/stub_condition.h"
#include "infer/calls/torch_functions.h"
#include "infer/interpret/frame.h"
#include "infer/interpret/object_operators.h"
#include "infer/trace.h"
#include "infer/transfers/transfer.h"

namespace graphmend::infer {
namespace {

// The class that a stub function's decorators describe calling, or the function itself.
struct Target {
  CallableId callable;
  ClassId cls;
  const models::StubFunction* about = nullptr;
  std::string_view name;
};

// Whether a row holds under fullgraph=True, which captures what some flags capture: since 2.10, of
// lists only those of integers (2.13, measured).
Has HoldsUnderFullgraph(Unit& unit, const models::BreakRow& row, const BoundArguments& bound,
                        const Site& site) {
  if (!row.unless.starts_with("capture_") || !unit.flags.FullgraphCaptures(site))
    return Has::Certainly;
  if (row.operation != OperationKind::ToList) return Has::No;
  const values::Tensor* t = bound.values.empty() ? nullptr : unit.data.FirstTensor(bound.values[0]);
  if (!t || t->dtype == values::DType::Unknown) return Has::Maybe;
  return t->dtype == values::DType::Int ? Has::No : Has::Certainly;
}

// On what it depends whether the row holds, where source does not tell; nullopt: it does not hold.
std::optional<OpenConditions> ConditionsOf(Unit& unit, const models::BreakRow& row, Condition when,
                                           const BoundArguments& bound, const Site& site) {
  const Has fullgraph = HoldsUnderFullgraph(unit, row, bound, site);
  const Has flag = row.unless.empty() ? Has::No : unit.flags.DynamoFlag(row.unless, site);
  const Answer holds = row.when ? when.Evaluate(row.when) : Answer::Yes;
  if (fullgraph == Has::No || flag == Has::Certainly || holds == Answer::No) return std::nullopt;
  OpenConditions conditions;
  if (holds == Answer::Unknown && row.note.empty()) conditions = when.OpenParts(row.when);
  const bool told = flag == Has::Maybe && row.unless == kLibraryConfigured;
  if (flag == Has::Maybe && !told) conditions.push_back({OpenKind::FlagOff, row.unless});
  const bool noted = (holds == Answer::Unknown && !row.note.empty()) || told;
  if (noted || fullgraph == Has::Maybe) conditions.push_back({OpenKind::Note, row.note});
  return conditions;
}

// What the graph has made comes in, too, behind a break (diagnose/earlier_breaks.cpp).
void ObserveBehindBreak(Unit& unit, const Target& target, const models::BreakRow& row,
                        const Condition& when, const Site& site) {
  const Ref tensor = when.AskedToComeIn(row.when);
  if (!tensor.value || !unit.values.If<values::Tensor>(tensor) ||
      !unit.recorder.MadeHere(tensor.origin))
    return;
  Observation* seen =
      unit.recorder.Observe(observed::OfCall(row.kind, {std::string(target.name), row.operation}),
                            site, tensor, row.gb_ids);
  if (seen) seen->only = Observation::Only::WhereInput;
}

void ObserveRows(Unit& unit, const Target& target, const BoundArguments& bound, const Site& site) {
  const CallableInfo& info = unit.Info(target.callable);
  const syntax::Tree& tree = info.file->tree();
  auto params = tree[info.function].params;
  if (unit.callables.Silenced(target.callable, bound, site)) return;
  for (const models::BreakRow& row : target.about->breaks) {
    if (!row.HoldsIn(unit.options.target.minor)) continue;
    const Condition when(unit, tree, params, bound);
    const std::optional<OpenConditions> conditions = ConditionsOf(unit, row, when, bound, site);
    if (!conditions) {
      ObserveBehindBreak(unit, target, row, when, site);
      continue;
    }
    Ref subject;
    const auto holds = [&](Ref r) { return r.value && unit.data.HoldsTensor(r); };
    const auto shows = [&](Ref r) { return r.value && unit.data.ShowsTensor(r); };
    const auto first = std::find_if(bound.values.begin(), bound.values.end(), holds);
    if (first != bound.values.end()) subject = *first;
    observed::Any what = observed::OfCall(row.kind, {std::string(target.name), row.operation});
    if (auto* read = std::get_if<observed::HostRead>(&what)) {
      const values::Tensor* t = subject.value ? unit.data.FirstTensor(subject) : nullptr;
      read->input_suffices = t && t->numpy && t->rank == 0;
    }
    if (auto* text = std::get_if<observed::TensorText>(&what); text && !subject.value) {
      const auto shown = std::find_if(bound.values.begin(), bound.values.end(), shows);
      if (shown != bound.values.end()) subject = *shown;
      text->input_suffices = true;
    }
    if (std::holds_alternative<observed::StateMutation>(what) && !bound.values.empty() &&
        IsFolded(unit.values, bound.values[0])) {
      subject = bound.values[0];
      what = observed::StateMutation{{}, observed::StateMutation::Form::ChangeFolded, true};
    }
    unit.recorder.Observe(std::move(what), site, subject, row.gb_ids, *conditions);
    return;
  }
}

// `int`, `float`, `tuple[int, ...]` and unions of them, as stubs write parameters that take no
// computed tensor.
bool WantsNumbers(const syntax::Tree& tree, syntax::ExprId annotation) {
  return base::Match(
      tree[annotation].node, [](const syntax::Name& n) { return n.id == "int" || n.id == "float"; },
      [&](const syntax::Binary& b) {
        auto fine = [&](syntax::ExprId id) {
          const auto* l = std::get_if<syntax::Literal>(&tree[id].node);
          return (l && l->kind == syntax::LiteralKind::None) || WantsNumbers(tree, id);
        };
        return b.op == syntax::BinaryOp::BitOr && fine(b.left) && fine(b.right);
      },
      [&](const syntax::Subscript& s) {
        const auto* head = std::get_if<syntax::Name>(&tree[s.object].node);
        const auto* parts = std::get_if<syntax::Sequence>(&tree[s.index].node);
        return head && head->id == "tuple" && parts && !parts->items.empty() &&
               WantsNumbers(tree, parts->items[0]);
      },
      [](const auto&) { return false; });
}

// Of sizes in a tuple or list, the one that is computed; of numbers of NumPy one that compiled code
// computes, if there is such a one, since an input may be a size. Else what is passed. A list of
// unknown length is taken to hold one.
Ref ComputedPart(Unit& unit, Ref value, int depth = 0) {
  const auto* sequence = unit.values.If<values::Sequence>(value);
  if (!sequence || depth > 2) return value;
  Ref computed = value;
  for (Ref item : std::vector<Ref>(sequence->items)) {
    const Ref part = ComputedPart(unit, item, depth + 1);
    const values::Tensor* t = unit.data.FirstTensor(part);
    if (unit.data.IsTensor(part) != Has::Certainly || t->known == values::Known::Yes) continue;
    if (!t->numpy || unit.recorder.ComesIn(part.origin) != Has::Certainly) return part;
    if (computed == value) computed = part;
  }
  return computed;
}

// Of the arguments for the parameter, the one that is computed; of `*x`, too, which stands beside
// what is passed one by one.
Ref PassedAsNumber(Unit& unit, const syntax::Param& param, const BoundArguments& bound,
                   std::size_t i) {
  const Ref value = ComputedPart(unit, bound.values[i]);
  const bool beside = param.kind == syntax::ParamKind::VarArgs && bound.spread.value &&
                      unit.data.IsTensor(value) != Has::Certainly;
  return beside ? bound.spread : value;
}

void ObserveNumber(Unit& unit, const Target& target, Ref value, const Site& site) {
  const values::Tensor* t = unit.data.FirstTensor(value);
  const bool maybe = t && t->known == values::Known::Maybe;
  const bool input_suffices = !t || t->dtype != values::DType::Float;
  unit.recorder.Observe(
      observed::TensorAsInt{
          {std::string(target.name)}, observed::TensorAsInt::Place::Argument, input_suffices},
      site, value, {"GB0033", "GB0124"}, OpenIf(maybe, {OpenKind::MoreThanOneNumber}));
}

// An undeclared parameter that goes where a tensor is wanted is shown to be one.
void DemandTensor(Unit& unit, Ref value) {
  if (const auto* p = unit.values.If<values::Param>(value)) unit.open_values.Demand(p->index);
  if (const auto* u = unit.values.If<values::Union>(value))
    for (Ref r : u->alternatives)
      if (const auto* p = unit.values.If<values::Param>(r)) unit.open_values.Demand(p->index);
}

// Whether Python is asked for what the value is by whoever wants a number.
bool IsAskedFor(Unit& unit, Ref value) {
  const values::Tensor* t = unit.data.FirstTensor(value);
  if (t && t->known == values::Known::Yes) return false;
  // A symbol captured from a tensor may be a size; a number drawn by `random` may not.
  const auto* scalar = unit.values.If<values::DataScalar>(value);
  return unit.data.IsTensor(value) == Has::Certainly ||
         (scalar && scalar->source != values::DataSource::Tensor);
}

// Whether torch's functions ask for numbers here, rather than to capture them.
bool AsksForNumbers(Unit& unit, const std::string& module, const Site& site) {
  return (module == "torch" || module.starts_with("torch.")) && unit.CurrentMode(site).compiled &&
         !unit.flags.FullgraphCaptures(site) &&
         unit.flags.DynamoFlag("capture_scalar_outputs", site) != Has::Certainly;
}

// Where Python wants a number, a tensor must give up its value.
void CheckParameters(Unit& unit, const Target& target, const BoundArguments& bound,
                     const Site& site) {
  const CallableInfo& info = unit.Info(target.callable);
  const syntax::Tree& tree = info.file->tree();
  auto params = tree[info.function].params;
  const bool asks = AsksForNumbers(unit, unit.program.Info(info.file->id()).module, site);
  Ref number;  // the first that is data; one that comes in only where none is computed
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (!params[i].annotation || !bound.values[i].value) continue;
    const auto* name = std::get_if<syntax::Name>(&tree[params[i].annotation].node);
    if (name && name->id == "Tensor") {
      DemandTensor(unit, bound.values[i]);
    } else if (asks && bound.IsGiven(i) && WantsNumbers(tree, params[i].annotation)) {
      const Ref value = PassedAsNumber(unit, params[i], bound, i);
      if (!IsAskedFor(unit, value)) continue;
      if (unit.recorder.ComesIn(value.origin) != Has::Certainly)
        return ObserveNumber(unit, target, value, site);
      if (!number.value) number = value;
    }
  }
  if (number.value) ObserveNumber(unit, target, number, site);
}

}  // namespace

namespace {
// A stub's __getattr__ answers for every method it does not list: the one that is called. Empty:
// `name` is another function, or the call does not show the method.
std::string MethodByGetattr(std::string_view name, const Site& site) {
  constexpr std::string_view kGetattr = "__getattr__";
  if (!name.ends_with("." + std::string(kGetattr)) || !site.file || !site.expr) return {};
  const auto* call = std::get_if<syntax::Call>(&site.file->tree()[site.expr].node);
  if (!call) return {};
  const auto* method = std::get_if<syntax::Attribute>(&site.file->tree()[call->callee].node);
  if (!method) return {};
  return std::string(name.substr(0, name.size() - kGetattr.size())) + method->name.str();
}
// What the constructor of a module was passed for the flags that its class declares, and for what
// may be None: `inplace`, `max_norm`. What was left out has its default, and is no field here.
void StoreFlags(Unit& unit, ClassId cls, ObjectId object, const BoundArguments& bound,
                const syntax::Function& init) {
  const ValueId flag = unit.Guarded(values::PyType::Bool).value;
  for (std::size_t i = 1; i < bound.values.size() && i < init.params.size(); ++i) {
    const Symbol name = init.params[i].name;
    const Ref declared = unit.classes.ClassAttribute(cls, name);
    if (!declared.value || !bound.given[i]) continue;
    const auto* either = unit.values.If<values::Union>(declared);
    const bool optional =
        either && std::any_of(either->alternatives.begin(), either->alternatives.end(),
                              [&](Ref one) { return one.value == unit.values.none(); });
    if (declared.value != flag && !optional) continue;
    const bool is_flag = unit.values.Join(bound.values[i], declared).value == flag;
    const bool told = is_flag || bound.values[i].value == unit.values.none();
    unit.store.StoreField(object, name, told && !bound.perhaps[i] ? bound.values[i] : declared);
  }
}

// An instance of a library's class. Modules by where they are made: one may get hooks that another
// has not.
ObjectId LibraryInstance(Unit& unit, ClassId cls, const BoundArguments& bound,
                         const syntax::Function& init, const Site& site) {
  if (unit.Info(cls).is_module && site.file) {
    const ObjectId module = unit.store.InternObject(
        cls, {unit.values.Int(site.file->id().index), unit.values.Int(site.span.begin)});
    StoreFlags(unit, cls, module, bound, init);
    return module;
  }
  const ObjectId object = unit.store.InternObject(cls, {unit.values.none()});
  unit.Info(object).generic = true;
  return object;
}

// What the parameters demand of the arguments, and what becomes of those that are compiled.
void TakeArguments(Unit& unit, const Target& target, BoundArguments& bound, const Site& site) {
  CheckParameters(unit, target, bound, site);
  if (!target.about->compiles.empty()) unit.entries.CompileArguments(target.callable, bound, site);
}

// What is passed for the parameters that `mutates(p)` names.
void ObserveChanged(Unit& unit, const Target& target, const BoundArguments& bound,
                    const Site& site) {
  const CallableInfo& info = unit.Info(target.callable);
  const auto params = info.file->tree()[info.function].params;
  const std::vector<std::string>& names = target.about->changed;
  for (std::size_t i = 0; i < std::min(params.size(), bound.values.size()); ++i) {
    const bool is_named =
        std::find(names.begin(), names.end(), params[i].name.text()) != names.end();
    if (!is_named || !bound.given[i]) continue;
    unit.recorder.ObserveInputMutation(bound.values[i], site);
    if (const auto* several = unit.values.If<values::Sequence>(bound.values[i]))
      for (Ref one : std::vector<Ref>(several->items))
        unit.recorder.ObserveInputMutation(one, site);
  }
}

void ObserveCall(Unit& unit, const Target& target, const BoundArguments& bound,
                 const Arguments& args, const Site& site) {
  if (!unit.CurrentMode(site).compiled) return;
  ObserveRows(unit, target, bound, site);
  unit.recorder.ObserveDeviceCopy(target.name, target.about->traits, bound, args, site);
  if (target.about->traits.Has(models::Trait::Mutates) && !bound.values.empty())
    unit.recorder.ObserveInputMutation(bound.values[0], site);
  if (!target.about->changed.empty()) ObserveChanged(unit, target, bound, site);
}

// What it gives has the elements of a list or a tuple, but is an iterator or a view.
bool GivesIterator(models::Transfer transfer, const TransferCall& call) {
  using enum models::Transfer;
  // That of a tuple Dynamo takes from outside as well.
  const Ref source = call.Passed(0);
  const auto* of = source.value ? call.unit.values.If<values::Sequence>(source) : nullptr;
  if (transfer == iter && of && of->kind == values::SequenceKind::Tuple) return false;
  return transfer == zip || transfer == enumerate || transfer == map || transfer == filter ||
         transfer == iter || transfer == reversed || transfer == dict_items ||
         transfer == dict_values;
}

Ref ResultOf(models::Transfer transfer, const TransferCall& call) {
  const Ref result = ApplyTransfer(transfer, call);
  const bool outside = !call.unit.CurrentMode(call.site).compiled && GivesIterator(transfer, call);
  return outside ? call.unit.values.Entering(result, true) : result;
}

// Whether a class may say what it does with its instances: a method of tensors, or a function that
// computes with them.
bool AsksTorchFunction(std::string_view name, const models::StubFunction& about) {
  if (name.starts_with("torch.Tensor."))
    return about.transfer != models::Transfer::torch_function &&
           about.transfer != models::Transfer::as_subclass;
  return name.starts_with("torch.") && about.traits.op != models::OpKind::Unknown &&
         about.traits.op != models::OpKind::Host;
}

// See torch_functions.h.
std::optional<Ref> AskTorchFunction(Unit& unit, CallableId callable, const Target& target,
                                    const Arguments& args, const Site& site) {
  if (!callable || !AsksTorchFunction(target.name, *target.about)) return std::nullopt;
  return CallTorchFunction(unit, {unit.values.Intern(values::Function{callable}), {}}, args, site);
}

// The constructor that calling a stub class runs; None: the class declares none.
CallableId ConstructorOf(Unit& unit, ClassId cls) {
  ClassId owner;
  Ref init = unit.classes.ClassAttribute(cls, unit.Intern("__new__"), &owner);
  if (!init.value || !unit.values.If<values::Function>(init) || owner != cls)
    init = unit.classes.ClassAttribute(cls, unit.well_known.init, &owner);
  const auto* f = init.value ? unit.values.If<values::Function>(init) : nullptr;
  return f && unit.Info(f->id).is_stub ? f->id : CallableId();
}

}  // namespace

// `callable` None: a stub class is called; its id travels in `receiver` (see Call).
Ref Calls::CallStub(CallableId callable, const Arguments& args, const Site& site,
                    flow::TempId receiver) {
  Target target;
  std::string any_method;
  Arguments all = args;
  if (!callable) {
    target.cls = ClassId(receiver.index);
    receiver = {};
    target.callable = ConstructorOf(unit_, target.cls);
    target.name = models::WithoutOverlay(unit_.Info(target.cls).qualified);
    if (!target.callable) return unit_.instances.Instantiate(target.cls, args, site, {});
    all.insert(
        all.begin(),
        {syntax::ArgKind::Positional, {}, {values.Intern(values::Class{target.cls}), {}}, {}});
  } else {
    target.callable = callable;
    target.name = unit_.callables.StubName(callable);
    any_method = MethodByGetattr(target.name, site);
    if (!any_method.empty()) target.name = any_method;
  }
  target.about = &unit_.callables.Stub(target.callable);
  if (auto own = AskTorchFunction(unit_, callable, target, args, site)) return *own;
  const CallableInfo& info = unit_.Info(target.callable);
  BoundArguments bound = Bind(target.callable, all, site);
  ObserveCall(unit_, target, bound, all, site);
  TakeArguments(unit_, target, bound, site);
  const std::size_t first = target.cls ? 1 : 0;
  if (first < bound.values.size())
    if (auto own = CallFirstOf(unit_, bound.values[first], target.about->asks, site)) return *own;
  if (target.about->constant)
    return Frame::ConstantRef(
        unit_, std::get<syntax::Literal>(info.file->tree()[target.about->constant].node));
  TransferCall call{unit_, target.callable, bound, all, site, receiver, target.name};
  const syntax::Function& function = info.file->tree()[info.function];
  ForgetChanged(call);
  if (target.about->transfer != models::Transfer::None) {
    const Ref result = ResultOf(target.about->transfer, call);
    return Settled(result, function.returns ? unit_.callables.StubReturn(target.callable) : result,
                   call);
  }
  if (target.cls) {
    const ObjectId object = LibraryInstance(unit_, target.cls, bound, function, site);
    ClassId tensor = unit_.classes.TensorClass();
    if (tensor && unit_.classes.DerivesFrom(target.cls, tensor)) return call.Made({});
    return {values.Intern(values::Object{object}), {}};
  }
  if (!function.returns) return unit_.OfLibrary(Why::StubSilent);
  Ref result = unit_.callables.StubReturn(target.callable);
  if (unit_.data.HoldsTensor(result)) {
    OriginId parent;
    call.FirstTensor(&parent);
    result.origin = unit_.recorder.AddOrigin(OriginKind::Called, site.file, site.span,
                                             unit_.Intern(target.name), parent,
                                             !unit_.CurrentMode(site).compiled);
  }
  return SettleSubclass(SettleLayout(result, call), call);
}

}  // namespace graphmend::infer
