// Hooks of modules: `module.register_forward_hook(hook)` and its relatives outside of compiled
// code.
//
// Each hook is kept in a field of the module by its kind, as the join of all that were registered;
// calling the module calls them around `forward`, which Dynamo traces as it traces `forward`. What
// a handle takes away may be there or not when the module is called: then what it would have done
// is not told.
#include "infer/transfers/module_hooks.h"

#include "infer/interpret/frame.h"

namespace graphmend::infer {
namespace {

constexpr std::string_view kForward = "_forward_hooks", kPre = "_forward_pre_hooks",
                           kBackward = "_backward_hooks", kRemoved = "_removed_hooks",
                           kWithKeywords = "_with_kwargs";

// The callables that a field of hooks holds.
std::vector<Ref> HooksIn(Unit& unit, Ref module, std::string_view field) {
  const Ref held = unit.store.FieldOf(module, unit.Intern(field)).value;
  if (!held.value) return {};
  if (const auto* u = unit.values.If<values::Union>(held)) return u->alternatives;
  return {held};
}

void Keep(const TransferCall& call, std::string_view field, Ref hook) {
  const auto* module = call.unit.values.If<values::Object>(call.First());
  if (module && hook.value) call.unit.store.StoreField(module->id, call.unit.Intern(field), hook);
}

// The handle remembers what it takes away.
Ref Handle(const TransferCall& call, Ref hook) {
  const ClassId cls = call.unit.classes.StubClass("torch.utils.hooks", "RemovableHandle");
  if (!cls || !call.First().value || !hook.value) return call.Unknown();
  const ObjectId handle =
      call.unit.store.InternObject(cls, {call.First().value, hook.value, call.unit.values.none()});
  call.unit.store.StoreField(handle, call.unit.Intern("module"), call.First());
  call.unit.store.StoreField(handle, call.unit.Intern("hook"), hook);
  return {call.unit.values.Intern(values::Object{handle}), {}};
}

Ref Register(const TransferCall& call, std::string_view field) {
  const Ref hook = call.Parameter("hook"), keywords = call.Parameter("with_kwargs");
  std::string name(field);
  if (keywords.value && call.unit.operations.KnownTruth(keywords) != std::optional(false))
    name += kWithKeywords;
  Keep(call, name, hook);
  return Handle(call, hook);
}

// Calls of one module with its hooks around.
class HookedCall {
 public:
  HookedCall(const TransferCall& call, Arguments args)
      : call_(call), unit_(call.unit), module_(call.First()), args_(std::move(args)) {}

  Ref Run(Ref forward) {
    for (Ref hook : HooksIn(unit_, module_, kPre)) RunPre(hook, false);
    for (Ref hook : HooksIn(unit_, module_, std::string(kPre) + std::string(kWithKeywords)))
      RunPre(hook, true);
    ObserveBackward();
    Ref result = unit_.calls.Call(forward, args_, call_.site);
    for (Ref hook : HooksIn(unit_, module_, kForward)) result = RunAfter(hook, false, result);
    for (Ref hook : HooksIn(unit_, module_, std::string(kForward) + std::string(kWithKeywords)))
      result = RunAfter(hook, true, result);
    return result;
  }

  // With one hook more, that the module does not keep.
  Ref RunWith(Ref hook, bool before) {
    if (before) RunPre(hook, false);
    const Ref result = unit_.calls.Call(module_, args_, call_.site);
    return before ? result : RunAfter(hook, false, result);
  }

 private:
  bool IsRemoved(Ref hook) const {
    for (Ref removed : HooksIn(unit_, module_, kRemoved))
      if (unit_.values.Same(removed.value, hook.value)) return true;
    return false;
  }

  // What the hook returns; None id where whether it runs is not told.
  Ref CallHook(Ref hook, bool keywords, Ref result) {
    if (IsRemoved(hook)) {
      unit_.holes.CallUnknown(hook, call_.site);
      return {};
    }
    Arguments passed = {Positional(module_), Positional(Tuple())};
    if (keywords) passed.push_back(Positional(Keywords()));
    if (result.value) passed.push_back(Positional(result));
    return unit_.calls.Call(hook, passed, call_.site);
  }

  // (args), or (args, kwargs), in place of what was passed; None: as it was.
  void RunPre(Ref hook, bool keywords) {
    const Ref given = CallHook(hook, keywords, {});
    if (given.value == unit_.values.none()) return;
    const auto* pair = given.value ? unit_.values.If<values::Sequence>(given) : nullptr;
    Ref args = given;
    if (keywords) args = pair && pair->exact && pair->items.size() == 2 ? pair->items[0] : Ref{};
    const auto* items = args.value ? unit_.values.If<values::Sequence>(args) : nullptr;
    std::size_t at = 0;
    for (CallArgument& a : args_) {
      if (a.kind != syntax::ArgKind::Positional) continue;
      const bool single = args.value && unit_.values.If<values::Tensor>(args) && at == 0;
      Ref now = single ? args : Ref{};
      if (items && items->exact && at < items->items.size()) now = items->items[at];
      a.value = unit_.values.Join(a.value, now.value ? now : call_.Unknown());
      ++at;
    }
  }

  Ref RunAfter(Ref hook, bool keywords, Ref result) {
    const Ref given = CallHook(hook, keywords, result);
    if (!given.value) return unit_.values.Join(result, call_.Unknown());
    if (given.value == unit_.values.none()) return result;
    const auto* u = unit_.values.If<values::Union>(given);
    if (!u) return given;
    Ref out = unit_.Bottom();
    for (Ref r : std::vector<Ref>(u->alternatives))
      out = unit_.values.Join(out, r.value == unit_.values.none() ? result : r);
    return out;
  }

  // Of the compiled module itself they run around the graph (measured: 2.13 breaks only inside).
  void ObserveBackward() {
    const Frame* frame = call_.site.frame;
    if (!frame || !frame->mode().compiled) return;
    for (Ref hook : HooksIn(unit_, module_, kBackward)) {
      if (IsRemoved(hook)) continue;
      unit_.recorder.Observe(
          observed::ModuleCall{{std::string(call_.name)}, observed::ModuleCall::Form::Hooked},
          call_.site, module_, {"GB0083"});
      return;
    }
  }

  Ref Tuple() {
    std::vector<Ref> items;
    bool exact = true;
    for (const CallArgument& a : args_) {
      if (a.kind == syntax::ArgKind::Positional) items.push_back(a.value);
      if (a.kind == syntax::ArgKind::Star) exact = false;
    }
    if (exact) return {unit_.values.Sequence_(values::SequenceKind::Tuple, items), {}};
    return {unit_.values.SequenceOf(values::SequenceKind::Tuple, call_.Unknown()), {}};
  }

  Ref Keywords() {
    values::Dict dict;
    for (const CallArgument& a : args_)
      if (a.kind == syntax::ArgKind::Keyword)
        dict.entries.push_back({unit_.values.Str(a.name), a.value});
    return {unit_.values.Intern(std::move(dict)), {}};
  }

  const TransferCall& call_;
  Unit& unit_;
  Ref module_;
  Arguments args_;
};

}  // namespace

Ref CallWithHooks(const TransferCall& call, Ref forward, Arguments args) {
  return HookedCall(call, std::move(args)).Run(forward);
}

namespace transfers {

Ref call_hooked(const TransferCall& call) {
  const bool before = call.unit.callables.Stub(call.callable).transfer_word == "before";
  return HookedCall(call, call.PassedAfter(2)).RunWith(call.PassedOrUnknown(1), before);
}


Ref register_forward_hook(const TransferCall& call) { return Register(call, kForward); }
Ref register_forward_pre_hook(const TransferCall& call) { return Register(call, kPre); }
Ref register_backward_hook(const TransferCall& call) {
  Keep(call, kBackward, call.Parameter("hook"));
  return Handle(call, call.Parameter("hook"));
}

Ref remove_hook(const TransferCall& call) {
  const auto* handle =
      call.First().value ? call.unit.values.If<values::Object>(call.First()) : nullptr;
  if (!handle) return call.unit.None();
  const Ref module = call.unit.store.Field(handle->id, call.unit.Intern("module"));
  const Ref hook = call.unit.store.Field(handle->id, call.unit.Intern("hook"));
  const auto* of = module.value ? call.unit.values.If<values::Object>(module) : nullptr;
  if (of && hook.value) call.unit.store.StoreField(of->id, call.unit.Intern(kRemoved), hook);
  return call.unit.None();
}

}  // namespace transfers
}  // namespace graphmend::infer
