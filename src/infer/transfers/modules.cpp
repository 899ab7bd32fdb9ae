// nn.Module, compilation, decorators and higher-order functions.
#include "infer/interpret/frame.h"
#include "infer/transfers/module_hooks.h"

namespace graphmend::infer::transfers {
namespace {

using values::PyType;
using values::SequenceKind;
using values::WrapperKind;

bool IsCallable(const TransferCall& call, Ref r) {
  const auto& v = call.unit.values;
  if (const auto* o = v.If<values::Object>(r))
    return call.unit.Info(call.unit.Info(o->id).cls).is_module;
  return v.If<values::Function>(r) || v.If<values::Bound>(r) || v.If<values::Partial>(r) ||
         v.If<values::Class>(r) || v.If<values::Wrapper>(r);
}

HowCompiled How(const TransferCall& call) {
  std::string text = call.unit.recorder.SourceText(call.site, 80);
  const auto* file = call.site.file;
  if (file && call.site.stmt) {
    const auto& node = file->tree()[call.site.stmt].node;
    if (std::holds_alternative<syntax::FunctionStmt>(node) ||
        std::holds_alternative<syntax::ClassStmt>(node))
      return {CompiledBy::Source, "@" + text};
  }
  return {CompiledBy::Source, text};
}

std::string OptionsText(const TransferCall& call) {
  std::string out;
  for (const CallArgument& a : call.args) {
    if (a.kind != syntax::ArgKind::Keyword || a.name == "fullgraph" || a.name == "model") continue;
    out += (out.empty() ? "" : ", ") + a.name.str() + "=" +
           call.unit.values.Print(a.value.value, call.unit);
  }
  return out;
}

bool Fullgraph(const TransferCall& call) {
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && a.name == "fullgraph")
      return call.unit.operations.KnownTruth(a.value) == std::optional(true);
  return false;
}

// Modes in which inductor uses CUDA graphs (`list_mode_options` in torch/_inductor, 2.13), and the
// option that both set.
bool AsksForCudaGraphs(const TransferCall& call) {
  for (const CallArgument& a : call.args) {
    if (a.kind != syntax::ArgKind::Keyword || !a.value.value) continue;
    const auto* c = call.unit.values.If<values::Constant>(a.value);
    if (a.name == "mode" && c && (c->text == "reduce-overhead" || c->text == "max-autotune"))
      return true;
    const auto* options = call.unit.values.If<values::Dict>(a.value);
    if (a.name != "options" || !options) continue;
    for (const auto& entry : options->entries) {
      const auto* key = call.unit.values.If<values::Constant>(Ref{entry.key, {}});
      if (key && key->text == "triton.cudagraphs" &&
          call.unit.operations.KnownTruth(entry.value) == std::optional(true))
        return true;
    }
  }
  return false;
}

// Compiling what is compiled already compiles nothing more.
Ref WithoutCompiled(Unit& unit, Ref target) {
  if (const auto* u = unit.values.If<values::Union>(target)) {
    Ref out = unit.Bottom();
    for (Ref r : std::vector<Ref>(u->alternatives))
      out = unit.values.Join(out, WithoutCompiled(unit, r));
    return {out.value, target.origin};
  }
  const auto* w = unit.values.If<values::Wrapper>(target);
  return w && w->kind == WrapperKind::Compiled ? WithoutCompiled(unit, w->inner) : target;
}

}  // namespace

Ref module_call(const TransferCall& call) {
  Ref self = call.First();
  if (!self.value) return call.Unknown();
  Ref forward = call.unit.operations.GetAttribute(self, call.unit.well_known.forward, call.site);
  return CallWithHooks(call, forward, call.PassedAfter(1));
}

Ref call_own(const TransferCall& call) {
  const std::string& method = call.unit.callables.Stub(call.callable).transfer_word;
  if (!call.First().value || method.empty()) return call.Unknown();
  return call.unit.calls.CallMethod(call.First(), method, call.PassedAfter(1), call.site);
}

namespace {
enum class ModuleContainer : std::uint8_t { List, Dict, Sequential };

Ref MakeContainer(const TransferCall& call, ModuleContainer kind) {
  // The class is in `cls`, the first argument of a constructor.
  const auto* cls = call.First().value ? call.unit.values.If<values::Class>(call.First()) : nullptr;
  const auto* self =
      call.First().value ? call.unit.values.If<values::Object>(call.First()) : nullptr;
  ClassId of = cls ? cls->id : self ? call.unit.Info(self->id).cls : ClassId();
  if (!of) return call.Unknown();
  Arguments passed = call.PassedAfter(1);
  Ref payload;
  if (kind == ModuleContainer::Sequential &&
      !(passed.size() == 1 && call.unit.values.If<values::Dict>(passed[0].value))) {
    std::vector<Ref> items;
    bool exact = true;
    for (const CallArgument& a : passed) {
      if (a.kind == syntax::ArgKind::Star) {
        if (auto inner = call.unit.operations.ExactElements(a.value))
          items.insert(items.end(), inner->begin(), inner->end());
        else exact = false, items.push_back(call.unit.operations.ElementOf(a.value, call.site));
      } else {
        items.push_back(a.value);
      }
    }
    payload = exact ? Ref{call.unit.values.Sequence_(SequenceKind::List, items), {}}
                    : Ref{call.unit.values.SequenceOf(SequenceKind::List,
                                                      values::JoinAll(call.unit.values, items)),
                          {}};
  } else if (passed.empty()) {
    payload = kind == ModuleContainer::Dict
                  ? Ref{call.unit.values.Intern(values::Dict{}), {}}
                  : Ref{call.unit.values.Sequence_(SequenceKind::List, {}), {}};
  } else if (const auto* d = call.unit.values.If<values::Dict>(passed[0].value)) {
    payload = {call.unit.values.Intern(*d), {}};
  } else if (auto items = call.unit.operations.ExactElements(passed[0].value)) {
    payload = {call.unit.values.Sequence_(SequenceKind::List, *items), {}};
  } else {
    payload = {call.unit.values.SequenceOf(
                   SequenceKind::List, call.unit.operations.ElementOf(passed[0].value, call.site)),
               {}};
  }
  // By where it is made, too: what is appended to one list later is in no other.
  const ObjectId object =
      self ? self->id
           : call.unit.store.InternObject(
                 of, {call.unit.values.Canonical(call.unit.values.WithoutAddresses(payload.value)),
                      call.unit.values.Int(call.site.span.begin),
                      call.unit.values.Int(call.site.file ? call.site.file->id().index : 0)});
  call.unit.store.StoreContents(object, payload);
  return {call.unit.values.Intern(values::Object{object}), {}};
}
}  // namespace
Ref module_list(const TransferCall& call) { return MakeContainer(call, ModuleContainer::List); }
Ref module_dict(const TransferCall& call) { return MakeContainer(call, ModuleContainer::Dict); }
Ref sequential(const TransferCall& call) {
  return MakeContainer(call, ModuleContainer::Sequential);
}

namespace {
// Each of them is called, whatever their order and number.
Ref PassInAnyOrder(const TransferCall& call, Ref element, Ref value) {
  const auto* u = call.unit.values.If<values::Union>(element);
  const std::vector<Ref> each = u ? u->alternatives : std::vector<Ref>{element};
  Ref out = call.unit.Bottom();
  for (int round = 0; round < 2; ++round)
    for (Ref module : each) {
      const Ref input = call.unit.values.Join(value, out);
      const Arguments passed = {{syntax::ArgKind::Positional, {}, input, {}}};
      out = call.unit.values.Join(out, call.unit.calls.Call(module, passed, call.site));
    }
  return out;
}

Ref PassThrough(const TransferCall& call, ObjectId sequential, Ref value) {
  const Ref payload = call.unit.store.Contents(sequential);
  auto modules = payload.value ? call.unit.operations.ExactElements(payload) : std::nullopt;
  if (const auto* d = payload.value ? call.unit.values.If<values::Dict>(payload) : nullptr) {
    modules.emplace();
    for (const auto& e : d->entries) modules->push_back(e.value);
  }
  if (!modules) {
    const Ref element =
        payload.value ? call.unit.operations.ElementOf(payload, call.site) : call.Unknown();
    return PassInAnyOrder(call, element, value);
  }
  for (Ref m : *modules) call.unit.recorder.ObserveRead(m, call.site);
  for (Ref m : *modules)
    value = call.unit.calls.Call(m, {{syntax::ArgKind::Positional, {}, value, {}}}, call.site);
  return value;
}
}  // namespace

Ref sequential_forward(const TransferCall& call) {
  const auto* self =
      call.First().value ? call.unit.values.If<values::Object>(call.First()) : nullptr;
  const Ref value = call.Passed(1);
  if (!self || !value.value) return call.Unknown();
  const ObjectId id = self->id;
  return call.unit.sequentials.Pass(id, call.unit.values.Canonical(value.value), call.unit.Bottom(),
                                    [&] { return PassThrough(call, id, value); });
}

// `global f; f = torch.compile(f)` in a function, where the module defines `f` and nothing else
// binds it: the name gives that function, and not what this statement makes of it.
Ref WithoutOwnResult(const TransferCall& call, Ref target) {
  const Site& site = call.site;
  const auto* u = call.unit.values.If<values::Union>(target);
  if (!u || !site.file || !site.stmt || !site.expr) return target;
  const syntax::Tree& tree = site.file->tree();
  const auto* assign = std::get_if<syntax::Assign>(&tree[site.stmt].node);
  const auto* made = std::get_if<syntax::Call>(&tree[site.expr].node);
  if (!assign || assign->targets.size() != 1 || !made || made->args.empty()) return target;
  const auto* bound = std::get_if<syntax::Name>(&tree[assign->targets[0]].node);
  const auto* read = std::get_if<syntax::Name>(&tree[made->args[0].value].node);
  if (!bound || !read || bound->id != read->id) return target;
  const auto& definitions = site.file->index()[site.file->index().module].definitions;
  auto found = definitions.find(bound->id);
  if (found == definitions.end() ||
      !std::all_of(found->second.begin(), found->second.end(), [&](const names::Definition& d) {
        return d.kind == names::DefinitionKind::Function ||
               d.kind == names::DefinitionKind::Class ||
               (d.kind == names::DefinitionKind::Target && d.function && d.stmt == site.stmt);
      }))
    return target;
  Ref out = call.unit.Bottom();
  for (Ref r : std::vector<Ref>(u->alternatives))
    if (!call.unit.values.If<values::Unknown>(r)) out = call.unit.values.Join(out, r);
  return {out.value, target.origin};
}

Ref compile(const TransferCall& call) {
  Ref model = call.Passed(0);
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && a.name == "model") model = a.value;
  if (!model.value || model.value == call.unit.values.none()) return call.Decorator();
  bool fullgraph = Fullgraph(call);
  model = WithoutCompiled(call.unit, WithoutOwnResult(call, model));
  call.unit.entries.CompileEntry(
      model, call.site, {How(call), fullgraph, OptionsText(call), AsksForCudaGraphs(call)});
  return {call.unit.values.Intern(values::Wrapper{WrapperKind::Compiled, fullgraph, model}),
          model.origin};
}

Ref optimize(const TransferCall& call) {
  const Ref compile = call.unit.definitions.StubValue("torch", "compile");
  if (!compile.value) return call.Unknown();
  values::Partial p;
  p.callee = compile;
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && a.name == "nopython")
      p.keywords.push_back({call.unit.Intern("fullgraph"), a.value});
  return {call.unit.values.Intern(std::move(p)), {}};
}

Ref module_compile(const TransferCall& call) {
  Ref self = call.First();
  if (self.value)
    call.unit.entries.CompileEntry(
        self, call.site,
        {How(call), Fullgraph(call), OptionsText(call), AsksForCudaGraphs(call), true});
  return call.unit.None();
}

Ref disable(const TransferCall& call) {
  Ref fn = call.Passed(0);
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && a.name == "fn") fn = a.value;
  if (!fn.value || fn.value == call.unit.values.none()) return call.Decorator();
  return {call.unit.values.Intern(values::Wrapper{WrapperKind::Disabled, false, fn}), fn.origin};
}

Ref untraced(const TransferCall& call) {
  return {call.unit.values.Intern(
              values::Wrapper{WrapperKind::Untraced, false, call.PassedOrUnknown(0)}),
          {}};
}

// A text comes first: custom_op("lib::op", f, …), or what is left of it when it decorates.
Ref custom_op(const TransferCall& call) {
  const Ref fn = call.Parameter("fn");
  if (fn.value && fn.value != call.unit.values.none())
    return {call.unit.values.Intern(values::Wrapper{WrapperKind::Untraced, false, fn}), {}};
  values::Partial decorator;
  decorator.callee = {call.unit.values.Intern(values::Function{call.callable}), {}};
  if (const Ref text = call.Passed(0); text.value) decorator.args.push_back(text);
  return {call.unit.values.Intern(std::move(decorator)), {}};
}

Ref bound_method(const TransferCall& call) {
  const Ref function = call.Parameter("function"), instance = call.Parameter("instance");
  if (!function.value || !instance.value) return call.Unknown();
  return {call.unit.values.Intern(values::Bound{instance, function}), {}};
}

// no_grad()(f): what is called is the object that decorates.
Ref decorator_call(const TransferCall& call) {
  Ref function = call.Passed(1);
  return function.value ? function : call.Unknown();
}

// What compiled code decorates enters an instance that it knows. One from outside is, in the
// function around the decorated one, a variable of a closure and no context manager to Dynamo.
Ref in_context(const TransferCall& call) {
  const Ref function = call.Passed(1);
  if (!function.value) return call.Unknown();
  if (call.unit.CurrentMode(call.site).compiled) return function;
  return {call.unit.values.Intern(values::Wrapper{WrapperKind::InContext, false, function}),
          function.origin};
}

// no_grad(f), as `@no_grad` without parentheses calls it; no_grad() else.
Ref context_or_decorated(const TransferCall& call) {
  const Ref function = call.Passed(1);
  if (function.value && IsCallable(call, function)) return function;
  const auto* cls = call.First().value ? call.unit.values.If<values::Class>(call.First()) : nullptr;
  if (!cls) return call.Unknown();
  const ObjectId object = call.unit.store.InternObject(cls->id, {call.unit.values.none()});
  call.unit.Info(object).generic = true;
  return {call.unit.values.Intern(values::Object{object}), {}};
}

Ref wraps(const TransferCall& call) {
  const Ref wrapped = call.Passed(0);
  const Ref wrapper_of = call.unit.definitions.StubValue("functools", "_wrapper_of");
  if (!wrapped.value || !wrapper_of.value) return call.Unknown();
  return {call.unit.values.Intern(values::Partial{wrapper_of, {wrapped}, {}}), {}};
}

Ref wrapper_of(const TransferCall& call) {
  const Ref wrapped = call.Passed(0), wrapper = call.Passed(1);
  if (!wrapped.value || !wrapper.value) return call.Unknown();
  if (const auto* function = call.unit.values.If<values::Function>(wrapper))
    call.unit.callables.StandsFor(function->id, wrapped);
  return wrapper;
}

// spectral_norm(module): to the compiler a call of it is what it was.
Ref parametrized(const TransferCall& call) {
  const Ref module = call.Passed(0);
  const auto* object = module.value ? call.unit.values.If<values::Object>(module) : nullptr;
  if (object)
    call.unit.store.StoreField(object->id, call.unit.Intern(kParametrized),
                               {call.unit.values.Bool(true), {}});
  return module.value ? module : call.Unknown();
}

// lru_cache(f), f: the last thing passed to it is what it returns.
Ref identity_decorator(const TransferCall& call) {
  auto params =
      call.unit.Info(call.callable).file->tree()[call.unit.Info(call.callable).function].params;
  Ref first = call.Passed(0);
  const bool configures = !params.empty() && params[0].name == "wrapped";
  if (configures || !first.value || !IsCallable(call, first)) {
    // Applied to its configuration: what comes back decorates.
    Ref identity = call.unit.definitions.StubValue("graphmend", "identity");
    return identity.value ? identity : call.Unknown();
  }
  return first;
}

Ref script(const TransferCall& call) {
  Ref value = call.Passed(0);
  if (!value.value) return call.Unknown();
  const auto* o = call.unit.values.If<values::Object>(value);
  ClassId scripted = o && call.unit.Info(call.unit.Info(o->id).cls).is_module
                         ? call.unit.classes.StubClass("torch.jit", "ScriptModule")
                         : ClassId();
  return scripted ? call.unit.instances.GenericInstance(scripted) : value;
}

}  // namespace graphmend::infer::transfers
