// What is compiled: explicit torch.compile, and modules that are taken as compiled.
#include <algorithm>
#include <sstream>
#include <utility>

#include "infer/entries/signature.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// What the source hands to the compiler: `pipe.unet` of `torch.compile(pipe.unet)` and of
// `pipe.unet.compile()`.
std::string WrittenTarget(Unit& unit, const Site& site) {
  Site target = site;
  const syntax::Tree& tree = site.file->tree();
  const auto* call = site.expr ? std::get_if<syntax::Call>(&tree[site.expr].node) : nullptr;
  const auto* method = call ? std::get_if<syntax::Attribute>(&tree[call->callee].node) : nullptr;
  const syntax::Arg* passed = nullptr;
  for (const syntax::Arg& arg : call ? call->args : std::span<const syntax::Arg>())
    if (!passed && (arg.kind == syntax::ArgKind::Positional || arg.name == "model")) passed = &arg;
  if (passed) target.span = tree[passed->value].span;
  else if (method) target.span = tree[method->object].span;
  return unit.recorder.SourceText(target);
}

// What is compiled, as a user would name it, and what of it is in view.
void DescribeTarget(Unit& unit, Ref target, const Site& site, Entry& entry) {
  const auto* u = unit.values.If<values::Union>(target);
  entry.module = entry.open = false;
  entry.target.clear();
  entry.unknown = true;
  bool written = false;
  auto add = [&](const std::string& name) {
    entry.target += (entry.target.empty() ? "" : " | ") + name;
  };
  for (Ref r : u ? u->alternatives : std::vector<Ref>{target}) {
    const Signature s = SignatureOf(unit, r);
    const bool unknown = unit.values.If<values::Unknown>(r) || unit.values.If<values::Param>(r);
    // A library's function is known, and nothing to look at.
    entry.open |= !s && !unit.values.If<values::Function>(r);
    entry.unknown &= unknown;
    if (unknown && !std::exchange(written, true)) add(WrittenTarget(unit, site));
    if (!unknown)
      add(s ? unit.callables.QualifiedName(s.callable) : unit.values.Print(r.value, unit));
    if (!s) continue;
    const CallableInfo& callable = unit.Info(s.callable);
    const Symbol name = callable.file->tree()[callable.function].name;
    entry.module |= callable.owner && unit.Info(callable.owner).is_module &&
                    (name == "forward" || name == "__call__");
  }
}

// Whether the call is all of a statement, so that nobody has its result.
bool IsStatement(const Site& site) {
  if (!site.stmt || !site.expr) return false;
  const auto* statement = std::get_if<syntax::ExprStmt>(&site.file->tree()[site.stmt].node);
  return statement && statement->value == site.expr;
}

}  // namespace

// What a caller may pass where `fallback` is the default and `open` anything else.
Ref Entries::LikeDefault(Ref fallback, Ref open) {
  const auto* c = values.If<values::Constant>(fallback);
  if (!c) return values.Join(fallback, open);
  switch (c->kind) {
    case syntax::LiteralKind::None: return values.Join(unit_.None(), open);
    case syntax::LiteralKind::True:
    case syntax::LiteralKind::False: return unit_.Guarded(values::PyType::Bool);
    case syntax::LiteralKind::Int: return unit_.Guarded(values::PyType::Int);
    case syntax::LiteralKind::Float: return unit_.Guarded(values::PyType::Float);
    case syntax::LiteralKind::Str: return unit_.Guarded(values::PyType::Str);
    case syntax::LiteralKind::Ellipsis:
    case syntax::LiteralKind::Complex:
    case syntax::LiteralKind::Bytes: break;
  }
  return open;
}

// A parameter as an unknown caller passes it: declared, or like its default, or open.
Ref Entries::EntryParameter(CallableId callable, std::size_t index, bool demand) {
  const CallableInfo& info = unit_.Info(callable);
  const syntax::Param& p = info.file->tree()[info.function].params[index];
  names::ScopeId outer =
      info.file->index()[info.file->index().of_function[info.function.index]].parent;
  if (p.kind == syntax::ParamKind::VarArgs)
    return {values.SequenceOf(values::SequenceKind::Tuple, unit_.UnknownRef(Why::UnknownCaller)),
            {}};
  if (p.kind == syntax::ParamKind::KwArgs) {
    values::Dict d;
    d.open = true;
    d.other_key = unit_.Guarded(values::PyType::Str);
    d.other_value = unit_.UnknownRef(Why::UnknownCaller);
    return {values.Intern(std::move(d)), {}};
  }
  if (p.annotation) {
    Ref declared = unit_.definitions.FromAnnotation(*info.file, outer, info.cells, p.annotation);
    if (!values.If<values::Unknown>(declared)) {
      if (p.default_value &&
          std::holds_alternative<syntax::Literal>(info.file->tree()[p.default_value].node) &&
          std::get<syntax::Literal>(info.file->tree()[p.default_value].node).kind ==
              syntax::LiteralKind::None)
        declared = values.Join(declared, unit_.None());
      if (unit_.data.HoldsTensor(declared))
        declared.origin =
            unit_.recorder.AddOrigin(OriginKind::Annotated, info.file, p.span, p.name, {});
      // A flag or size that a caller chooses: its type is known, its value is not.
      if (const auto* c = values.If<values::Constant>(declared);
          c && declared.value != values.none())
        return values.Join(declared, unit_.UnknownRef(Why::AnyOfLiteral));
      return declared;
    }
  }
  Ref open = unit_.UnknownRef(Why::NotDeclared, p.name);
  if (demand) {
    const std::uint32_t param = unit_.open_values.ParamOf(callable, index);
    if (unit_.open_values.IsDemanded(param))
      open = {values.Intern(values::Tensor{}),
              unit_.recorder.AddOrigin(OriginKind::Used, info.file, p.span, p.name, {})};
    else open = {values.Intern(values::Param{param}), {}};
  }
  Ref fallback = index < info.defaults.size() ? info.defaults[index] : Ref{};
  if (!fallback.value) return open;
  return LikeDefault(fallback, open);
}

Arguments Entries::EntryArguments(CallableId callable, std::size_t first) {
  Arguments args;
  const CallableInfo& info = unit_.Info(callable);
  auto params = info.file->tree()[info.function].params;
  for (std::size_t i = first; i < params.size(); ++i) {
    const syntax::Param& p = params[i];
    if (p.kind == syntax::ParamKind::VarArgs) continue;
    bool keyword = p.kind == syntax::ParamKind::KeywordOnly ||
                   (p.default_value && p.kind != syntax::ParamKind::PositionalOnly);
    syntax::ArgKind kind = p.kind == syntax::ParamKind::KwArgs ? syntax::ArgKind::DoubleStar
                           : keyword                           ? syntax::ArgKind::Keyword
                                                               : syntax::ArgKind::Positional;
    args.push_back({kind,
                    kind == syntax::ArgKind::Keyword ? p.name : Symbol(),
                    EntryParameter(callable, i, true),
                    {}});
  }
  return args;
}

// Calls `target` as an unknown caller would; again when uses show parameters to be tensors.
void Entries::RunEntry(Ref target, CallableId signature, bool skip_self, const Site& site,
                       Mode mode) {
  EntryRun run{.target = target, .signature = signature, .skip_self = skip_self, .site = site};
  run.site.mode = mode;
  run.site.frame = nullptr;
  run.how = entry_how_;
  run.place = entry_place_;
  RunEntry(std::move(run));
}

void Entries::RunScript(const ParsedFile& file) { RunEntry(EntryRun{.script = &file}); }

void Entries::RunEntry(EntryRun run) {
  const auto index = static_cast<std::uint32_t>(entry_runs_.size());
  run.node = unit_.computations.AddNode(Computation::Kind::Entry, index);
  entry_runs_.push_back(std::move(run));
  CallEntry(index);
  unit_.dependencies.Settle(NodeId(0));
  ConstructAnyway();
}

// A constructor that always raises as it is called leaves an object without fields, and what is
// behind them would be lost: what an installed version or a file would have given may be missing
// here. Its fields are then those that any call gives it.
void Entries::ConstructAnyway() {
  while (settled_contexts_ < unit_.summaries.contexts().size()) {
    const Context& context = *unit_.summaries.contexts()[settled_contexts_++];
    if (context.mode.compiled || context.returns || context.arguments.empty()) continue;
    const auto* object = values.If<values::Object>(context.arguments[0]);
    if (!object || unit_.Info(object->id).generic) continue;
    const Ref init =
        unit_.classes.ClassAttribute(unit_.Info(object->id).cls, unit_.well_known.init);
    const auto* function = init.value ? values.If<values::Function>(init) : nullptr;
    if (!function || function->id != context.callable ||
        !constructed_anyway_.insert(object->id.index).second)
      continue;
    const CallableInfo& info = unit_.Info(context.callable);
    const Site site{info.file, info.file->tree()[info.function].name_span, {}, {}, nullptr};
    const Ref bound =
        unit_.operations.GetAttribute(context.arguments[0], unit_.well_known.init, site);
    RunEntry(bound, context.callable, true, site, Mode{});
  }
}

void Entries::CallEntry(std::uint32_t index) {
  EntryRun& run = entry_runs_[index];
  entry_how_ = run.how;
  entry_place_ = run.place;
  run.roots.clear();
  unit_.dependencies.Enter(run.node);
  if (run.script) {
    Frame(unit_, *run.script, run.script->Module(), {}, {}, {}, Mode{}).Run({});
  } else {
    unit_.calls.Call(run.target, EntryArguments(run.signature, run.skip_self ? 1 : 0), run.site);
  }
  unit_.dependencies.Leave(run.node);
}

bool Entries::CanBeCompiled(Ref target) { return static_cast<bool>(SignatureOf(unit_, target)); }

void Entries::CompileEntry(Ref target, const Site& site, CompileCall call) {
  // Where the file runs as a script, that tells what the name stands for then; a reader of the
  // result, who asks for all that it may stand for, does not.
  const bool asked = site.frame && site.frame->graph().kind == flow::GraphKind::Expression;
  if (asked && !call.in_place && unit_.definitions.RunsAsScript(*site.file)) return;
  for (PendingEntry& p : pending_) {
    if (p.site.file != site.file || p.site.span != site.span) continue;
    if (values.Below(target, p.target)) return;
    if (!values.Below(p.target, target)) continue;
    // The same call, of which more is known by now.
    p.target = target;
    return DescribeTarget(unit_, target, p.site, p.entry);
  }
  PendingEntry pending;
  pending.target = target;
  pending.site = site;
  pending.site.frame = nullptr;
  pending.site.mode.reset();
  pending.entry.location = {&site.file->source(), site.span};
  pending.entry.how = std::move(call.how);
  pending.entry.fullgraph = call.fullgraph;
  pending.entry.options = std::move(call.options);
  DescribeTarget(unit_, target, pending.site, pending.entry);
  pending.mode = {true, call.fullgraph, unit_.flags.FlagsNow(), call.cuda_graphs};
  pending.in_loop = !call.in_place && site.frame && site.frame->InLoop();
  pending.in_place = call.in_place;
  pending.thrown_away = !call.in_place && IsStatement(site);
  begun_.push_back({target, pending.entry.how, pending.entry.location});
  pending_.push_back(std::move(pending));
}

Ref Entries::CallCompiled(const values::Wrapper& wrapper, const Arguments& args, const Site& site) {
  Mode now = unit_.CurrentMode(site);
  Mode mode{true, now.fullgraph || wrapper.fullgraph,
            now.compiled ? now.flags : unit_.flags.FlagsNow(), now.cuda_graphs};
  for (PendingEntry& p : pending_)
    if (values.Same(p.target.value, wrapper.inner.value)) {
      p.called = true;
      mode.cuda_graphs |= p.mode.cuda_graphs;
    }
  if (!now.compiled)
    for (const Begun& b : begun_)
      if (values.Same(b.target.value, wrapper.inner.value)) BeginEntry(b.how, b.place);
  Site inside = site;
  inside.mode = mode;
  Arguments entering = args;
  if (!now.compiled)
    for (CallArgument& a : entering) a.value = values.Entering(a.value);
  // The program has compiled each of them, so each is followed, however many there are.
  const auto* several = values.If<values::Union>(wrapper.inner);
  if (!several) return unit_.calls.Call(wrapper.inner, entering, inside);
  Ref out = unit_.Bottom();
  for (Ref one : std::vector<Ref>(several->alternatives))
    if (one.value != values.none()) out = values.Join(out, unit_.calls.Call(one, entering, inside));
  return out;
}

// A function that a class has compiled, `@torch.compile` above a `def` in its body, as it is
// called: with an instance, or where it is a class method with the class. Where the class makes
// something else of it, a static method for one, it is called as it is.
Ref Entries::AsCalled(Ref target) {
  const Signature s = SignatureOf(unit_, target);
  if (!s || s.bound > 0 || !unit_.Info(s.callable).owner) return target;
  const CallableInfo& info = unit_.Info(s.callable);
  const Symbol name = info.file->tree()[info.function].name;
  const Ref made = unit_.classes.ClassAttribute(info.owner, name);
  if (name == "__new__" || SignatureOf(unit_, made).callable != s.callable) return target;
  const auto* wrapper = values.If<values::Wrapper>(made);
  if (wrapper && wrapper->kind == values::WrapperKind::StaticMethod) return target;
  const bool of_class = wrapper && wrapper->kind == values::WrapperKind::ClassMethod;
  const Ref self = of_class ? Ref{values.Intern(values::Class{info.owner}), {}}
                            : unit_.instances.GenericInstance(info.owner);
  return {values.Intern(values::Bound{self, target}), target.origin};
}

// Methods that a framework compiles along with a module, as the stub of its base class names them.
std::vector<Ref> Entries::CompiledWith(Ref target, const Site& site) {
  std::vector<Ref> methods;
  const auto* object = values.If<values::Object>(target);
  if (!object) return methods;
  const ClassId cls = unit_.Info(object->id).cls;
  ClassId owner;
  const Ref named = unit_.classes.ClassAttribute(cls, unit_.Intern("compiled_methods"), &owner);
  const auto* names = named.value ? values.If<values::Constant>(named) : nullptr;
  if (!names || names->kind != syntax::LiteralKind::Str || !owner || !unit_.Info(owner).is_stub)
    return methods;
  std::istringstream words(names->text.str());
  for (std::string name; words >> name;)
    if (unit_.classes.ClassAttribute(cls, unit_.Intern(name)).value)
      methods.push_back(unit_.operations.GetAttribute(target, unit_.Intern(name), site));
  return methods;
}

void Entries::FinishEntries() {
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    PendingEntry pending = pending_[i];
    // What was meant is clear: what would break is worth knowing all the same.
    if (pending.thrown_away) unit_.recorder.ObserveCompile(observed::UnusedCompile{}, pending.site);
    if (const auto instead = CalledInstead(pending)) {
      Site call = pending.site;
      call.span = *instead;
      unit_.recorder.ObserveCompile(observed::UnusedCompile{unit_.recorder.SourceText(call)},
                                    pending.site);
    }
    if (!unit_.holes.IsFollowed(pending.target))
      unit_.holes.NotEntered(HoleKind::Target, pending.entry);
    if (!pending.called) {
      BeginEntry(pending.entry.how, pending.entry.location);
      Mode mode = pending.mode;
      mode.flags = Join(mode.flags, unit_.flags.FlagsNow());
      auto run = [&](Ref written) {
        const Ref target = AsCalled(written);
        Signature s = SignatureOf(unit_, target);
        if (!s) return;
        RunEntry(target, s.callable, s.bound > 0, pending.site, mode);
        for (Ref method : CompiledWith(target, pending.site))
          if (const Signature own = SignatureOf(unit_, method))
            RunEntry(method, own.callable, own.bound > 0, pending.site, mode);
        unit_.holes.NoteBudget(pending.entry);
      };
      if (const auto* u = values.If<values::Union>(pending.target))
        for (Ref r : std::vector<Ref>(u->alternatives)) run(r);
      else run(pending.target);
    }
    if (pending.in_loop) unit_.recorder.ObserveCompile(observed::CompileInLoop{}, pending.site);
    entries_.push_back(pending.entry);
  }
  pending_.clear();
}

}  // namespace graphmend::infer
