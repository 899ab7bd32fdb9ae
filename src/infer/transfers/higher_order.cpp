// Functions that call or wrap functions, and what makes classes: partial, property, dataclass.
#include "infer/interpret/frame.h"
#include "infer/interpret/operands.h"
#include "infer/transfers/arguments.h"
#include "infer/transfers/transfer.h"

namespace graphmend::infer::transfers {
namespace {

using values::PyType;
using values::WrapperKind;

}  // namespace

Ref checkpoint(const TransferCall& call) {
  Ref fn = call.PassedOrUnknown(0);
  Arguments rest;
  for (const CallArgument& a : call.PassedAfter(1))
    if (a.kind != syntax::ArgKind::Keyword ||
        (a.name != "use_reentrant" && a.name != "preserve_rng_state" && a.name != "context_fn" &&
         a.name != "determinism_check" && a.name != "debug"))
      rest.push_back(a);
  return call.unit.calls.Call(fn, rest, call.site);
}

namespace {
Ref WithOperands(const TransferCall& call, std::size_t function, Ref operands) {
  Arguments args;
  const auto items = operands.value ? call.unit.operations.ExactElements(operands) : std::nullopt;
  if (items)
    for (Ref r : *items) args.push_back(Positional(r));
  else if (operands.value) args.push_back({syntax::ArgKind::Star, {}, operands, {}});
  return call.unit.calls.Call(call.PassedOrUnknown(function), args, call.site);
}
}  // namespace

Ref cond(const TransferCall& call) {
  const Ref operands = call.bound.values[3];
  return call.unit.values.Join(WithOperands(call, 1, operands), WithOperands(call, 2, operands));
}

Ref while_loop(const TransferCall& call) {
  WithOperands(call, 0, call.bound.values[2]);
  return WithOperands(call, 1, call.bound.values[2]);
}

// What entering a context of the stubs gives is not asked: that it does not trace is said here.
Ref enter_context(const TransferCall& call) {
  const Ref context = call.Passed(1);
  if (!context.value) return call.Unknown();
  if (call.unit.values.If<values::Sequence>(context))
    return call.unit.operations.ElementOf(context, call.site);
  const auto* object = call.unit.values.If<values::Object>(context);
  if (!object || call.unit.Info(call.unit.Info(object->id).cls).is_stub) return call.Unknown();
  return call.unit.calls.CallMethod(context, "__enter__", {}, call.site);
}

namespace {

// A method that the class itself has, or one between it and the stub of Function.
Ref OwnMethod(const TransferCall& call, Ref cls, std::string_view name) {
  const auto* c = call.unit.values.If<values::Class>(cls);
  if (!c) return {};
  ClassId owner;
  const Symbol symbol = call.unit.Intern(name);
  const Ref found = call.unit.classes.ClassAttribute(c->id, symbol, &owner);
  if (!found.value || call.unit.Info(owner).is_stub) return {};
  return call.unit.operations.GetAttribute(cls, symbol, call.site);
}

// One gradient for each output of forward. Traced only where an input takes part in autograd, which
// source does not tell (2.13: AutogradFunctionVariable.call_apply).
void TraceBackward(const TransferCall& call, Ref cls, Ref ctx, Ref output) {
  const Ref backward = OwnMethod(call, cls, "backward");
  if (!backward.value || !call.Compiled()) return;
  Arguments args = {Positional(ctx)};
  if (const auto outputs = call.unit.operations.ExactElements(output))
    args.insert(args.end(), outputs->size(), Positional(call.Made({})));
  else if (call.unit.data.IsTensor(output) == Has::Certainly)
    args.push_back(Positional(call.Made({})));
  else args.push_back({syntax::ArgKind::Star, {}, call.Unknown(), {}});
  Site site = call.site;
  site.mode = call.unit.CurrentMode(call.site);
  site.mode->backward = true;
  call.unit.calls.Call(backward, args, site);
}

}  // namespace

// With a `setup_context` of its own, forward takes no context.
Ref autograd_apply(const TransferCall& call) {
  const Ref cls = call.First();
  if (!cls.value) return call.Unknown();
  const Ref forward =
      call.unit.operations.GetAttribute(cls, call.unit.well_known.forward, call.site);
  const ClassId context = call.unit.classes.StubClass("torch.autograd.function", "FunctionCtx");
  const Ref ctx =
      context ? call.unit.instances.GenericInstance(context) : call.unit.Guarded(PyType::Any);
  const Arguments inputs = call.PassedAfter(1);
  const Ref setup = OwnMethod(call, cls, "setup_context");
  Arguments args = inputs;
  if (!setup.value) args.insert(args.begin(), Positional(ctx));
  const Ref output = call.unit.calls.Call(forward, args, call.site);
  if (setup.value) {
    std::vector<Ref> passed;
    for (const CallArgument& a : inputs) passed.push_back(a.value);
    const Ref all = {call.unit.values.Sequence_(values::SequenceKind::Tuple, std::move(passed)),
                     {}};
    CallWith(call, setup, {ctx, all, output});
  }
  TraceBackward(call, cls, ctx, output);
  return output;
}

Ref partial(const TransferCall& call) {
  values::Partial p;
  std::size_t at = 0;
  const auto* cls = call.First().value ? call.unit.values.If<values::Class>(call.First()) : nullptr;
  bool constructor = cls && call.unit.Info(cls->id).name == "partial";
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Positional) {
      std::size_t i = at++;
      if (constructor && i == 0) continue;
      if (i == (constructor ? 1u : 0u)) p.callee = a.value;
      else p.args.push_back(a.value);
    } else if (a.kind == syntax::ArgKind::Keyword) {
      p.keywords.push_back({a.name, a.value});
    }
  }
  if (!p.callee.value) return call.Unknown();
  return {call.unit.values.Intern(std::move(p)), {}};
}

Ref reduce_call(const TransferCall& call) {
  Ref fn = call.PassedOrUnknown(0), sequence = call.Passed(1), start = call.Passed(2);
  if (!sequence.value) return call.Unknown();
  Ref element = call.unit.operations.ElementOf(sequence, call.site);
  Ref acc = start.value ? start : element;
  return call.unit.values.Join(acc, CallWith(call, fn, {acc, element}));
}

Ref enter_self(const TransferCall& call) {
  Ref self = call.First();
  return self.value ? self : call.unit.UnknownRef(Why::ContextGives);
}

// A generator function under @contextmanager: entering it gives what it yields.
Ref contextmanager(const TransferCall& call) {
  Ref function = call.PassedOrUnknown(0);
  if (const auto* f = call.unit.values.If<values::Function>(function))
    call.unit.callables.MakeContextManager(f->id);
  return function;
}

namespace {
// Of ".loss", beside the package that is passed, or whose text the source does not tell: then the
// package of the file, which `__package__` and `__name__` say.
std::string AbsoluteName(const TransferCall& call, std::string_view name) {
  const std::size_t dots = std::min(name.find_first_not_of('.'), name.size());
  if (dots == 0) return std::string(name);
  const std::string_view rest = name.substr(dots);
  const auto* package = StringOf(call, call.Parameter("package"));
  if (!package)
    return call.unit.program.AbsoluteModule(call.site.file->id(), rest,
                                            static_cast<std::uint32_t>(dots));
  std::string_view of = package->text.text();
  for (std::size_t up = 1; up < dots; ++up) of = of.substr(0, of.rfind('.'));
  return std::string(of) + (rest.empty() ? "" : "." + std::string(rest));
}
}  // namespace

Ref import_module(const TransferCall& call) {
  const Ref names = call.Parameter("name");
  if (!names.value || !call.site.file) return call.Unknown();
  return OverAlternatives(call.unit, names, [&](Ref one) -> Ref {
    const auto* name = StringOf(call, one);
    if (name)
      if (auto file = call.unit.program.ResolveModule(AbsoluteName(call, name->text.text()),
                                                      call.site.file->id()))
        return {call.unit.values.Intern(values::Module{*file}), {}};
    return call.Unknown();
  });
}

namespace {
Ref PropertyOf(const TransferCall& call, WrapperKind kind) {
  Ref get = call.Passed(0);
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && a.name == "fget") get = a.value;
  if (!get.value) return call.Unknown();
  return {call.unit.values.Intern(values::Wrapper{kind, false, get}), {}};
}
}  // namespace
Ref property(const TransferCall& call) { return PropertyOf(call, WrapperKind::Property); }
Ref cached_property(const TransferCall& call) {
  return PropertyOf(call, WrapperKind::CachedProperty);
}
Ref staticmethod(const TransferCall& call) {
  return {call.unit.values.Intern(
              values::Wrapper{WrapperKind::StaticMethod, false, call.PassedOrUnknown(0)}),
          {}};
}
Ref classmethod(const TransferCall& call) {
  return {call.unit.values.Intern(
              values::Wrapper{WrapperKind::ClassMethod, false, call.PassedOrUnknown(0)}),
          {}};
}

Ref super(const TransferCall& call) {
  Frame* frame = call.site.frame;
  ClassId after;
  Ref self;
  if (const auto* c =
          call.Passed(0).value ? call.unit.values.If<values::Class>(call.Passed(0)) : nullptr) {
    after = c->id;
    self = call.Passed(1);
  } else if (frame) {
    after = frame->owner();
    if (frame->graph().param_count > 0) self = frame->Refreshed(frame->environment().slots[0]);
  }
  if (!after || !self.value) return call.Unknown();
  if (const auto* u = call.unit.values.If<values::Union>(self)) {
    Ref out = call.unit.Bottom();
    for (Ref r : std::vector<Ref>(u->alternatives))
      out = call.unit.values.Join(out, {call.unit.values.Intern(values::Super{after, r}), {}});
    return out;
  }
  return {call.unit.values.Intern(values::Super{after, self}), {}};
}

Ref dataclass(const TransferCall& call) {
  Ref cls = call.Passed(0);
  const auto* c = cls.value ? call.unit.values.If<values::Class>(cls) : nullptr;
  if (!c) return call.Decorator();
  call.unit.classes.MakeDataclass(c->id);
  return cls;
}

// What it decorates is a base class, or a decorator; of the latter nothing is kept.
Ref dataclass_transform(const TransferCall& call) {
  const Ref decorated = call.Passed(0);
  if (!decorated.value) return call.Decorator();
  auto mark = [&](Ref r) {
    if (const auto* cls = call.unit.values.If<values::Class>(r))
      call.unit.Info(cls->id).makes_dataclasses = true;
  };
  if (const auto* u = call.unit.values.If<values::Union>(decorated))
    for (Ref r : u->alternatives) mark(r);
  else mark(decorated);
  return decorated;
}

Ref dataclass_field(const TransferCall& call) {
  for (const CallArgument& a : call.args) {
    if (a.kind != syntax::ArgKind::Keyword) continue;
    if (a.name == "default") return a.value;
    if (a.name == "default_factory") return call.unit.calls.Call(a.value, {}, call.site);
  }
  return call.Unknown();
}

// `super().__init__(…)`, where a base is a dataclass.
Ref dataclass_init(const TransferCall& call) {
  const Ref self = call.Passed(0);
  const auto* object = self.value ? call.unit.values.If<values::Object>(self) : nullptr;
  if (!object) return call.Unknown();
  const ClassId cls = call.unit.Info(object->id).cls;
  for (ClassId c : std::vector<ClassId>(call.unit.Info(cls).mro))
    if (call.unit.Info(c).writes_init) {
      call.unit.instances.RunWrittenInit(c, cls, self, call.PassedAfter(1), call.site);
      break;
    }
  return call.unit.None();
}

Ref dataclass_replace(const TransferCall& call) {
  Ref value = call.Passed(0);
  return value.value ? value : call.Unknown();
}

Ref namedtuple(const TransferCall& call) {
  const auto* name =
      call.Passed(0).value ? call.unit.values.If<values::Constant>(call.Passed(0)) : nullptr;
  Ref fields = call.Passed(1);
  if (!name || !fields.value) return call.Unknown();
  std::vector<Symbol> names;
  if (const auto* text = call.unit.values.If<values::Constant>(fields);
      text && text->kind == syntax::LiteralKind::Str) {
    std::string word;
    for (char ch : std::string(text->text.text()) + " ") {
      if (ch != ' ' && ch != ',') {
        word += ch;
      } else if (!word.empty()) {
        names.push_back(call.unit.Intern(word));
        word.clear();
      }
    }
  } else if (auto items = call.unit.operations.ExactElements(fields)) {
    for (Ref r : *items)
      if (const auto* c = call.unit.values.If<values::Constant>(r);
          c && c->kind == syntax::LiteralKind::Str)
        names.push_back(c->text);
  }
  if (names.empty()) return call.Unknown();
  return {call.unit.values.Intern(
              values::Class{call.unit.classes.NamedTupleClass(name->text, std::move(names))}),
          {}};
}

Ref typing_cast(const TransferCall& call) {
  Ref value = call.Passed(1);
  return value.value ? value : call.Unknown();
}

// Dynamo carries these numbers symbolically: they add, but do not decide a branch or a size.
Ref random_scalar(const TransferCall& call) {
  const auto* declared =
      call.unit.values.If<values::Guarded>(call.unit.callables.StubReturn(call.callable));
  const PyType type = declared ? declared->type : PyType::Float;
  if (!call.Compiled()) return call.unit.Guarded(type);
  return {call.unit.values.Intern(values::DataScalar{type, values::DataSource::Random}),
          call.unit.recorder.AddOrigin(OriginKind::Called, call.site.file, call.site.span,
                                       call.unit.Intern(call.name), {})};
}

}  // namespace graphmend::infer::transfers
