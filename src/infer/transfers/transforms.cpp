// torch.func and torch.autograd.functional: functions made of functions. Dynamo traces through what
// they are given, and breaks at the lines in it (torch 2.13, measured).
#include "infer/transfers/arguments.h"
#include "infer/transfers/transfer.h"

namespace graphmend::infer::transfers {
namespace {

// The values with nothing known of the shapes of tensors: `vmap` takes a dimension away and gives
// one back.
Ref WithoutShape(const TransferCall& call, Ref r, int depth = 0) {
  constexpr int kDeepest = 4;
  Unit& unit = call.unit;
  if (const auto* t = r.value ? unit.values.If<values::Tensor>(r) : nullptr) {
    values::Tensor out = *t;
    out.rank = values::Tensor{}.rank;
    out.sizes = {};
    out.parameter = false;
    return {unit.values.Intern(std::move(out)), r.origin};
  }
  const auto* s = r.value ? unit.values.If<values::Sequence>(r) : nullptr;
  if (!s || !s->exact || depth >= kDeepest) return r;
  std::vector<Ref> items = s->items;
  const auto kind = s->kind;
  for (Ref& item : items) item = WithoutShape(call, item, depth + 1);
  return {unit.values.Sequence_(kind, std::move(items)), r.origin};
}

Ref Tuple(const TransferCall& call, std::vector<Ref> items) {
  return {call.unit.values.Sequence_(SequenceKind::Tuple, std::move(items)), {}};
}

// What the call of a transformed function gets: the function, `argnums` and `has_aux` as they were
// given to the transform, and the arguments.
struct Transformed {
  Ref function, argnums, has_aux;
  Arguments rest;
};

Transformed Take(const TransferCall& call) {
  return {call.PassedOrUnknown(0), call.Passed(1), call.Passed(2), call.PassedAfter(3)};
}

// A tensor for one argument, a tuple for several.
Ref Gradients(const TransferCall& call, Ref argnums) {
  const auto items = argnums.value ? call.unit.operations.ExactElements(argnums) : std::nullopt;
  if (!items) return call.Made({});
  return Tuple(call, std::vector<Ref>(items->size(), call.Made({})));
}

Ref Part(const TransferCall& call, Ref result, std::size_t at) {
  const auto items = call.unit.operations.ExactElements(result);
  return items && at < items->size() ? (*items)[at] : call.Unknown();
}

bool HasAux(const TransferCall& call, Ref has_aux) {
  return has_aux.value && call.unit.operations.KnownTruth(has_aux) == true;
}

Ref OrNone(const TransferCall& call, Ref r) { return r.value ? r : call.unit.None(); }

Ref CallWithInputs(const TransferCall& call, Ref function, Ref inputs) {
  Arguments args;
  const auto items = inputs.value ? call.unit.operations.ExactElements(inputs) : std::nullopt;
  if (items)
    for (Ref r : *items) args.push_back(Positional(r));
  else if (inputs.value) args.push_back(Positional(inputs));
  return call.unit.calls.Call(function, args, call.site);
}

}  // namespace

// The function waits for its arguments, which the stub that the word names takes.
Ref transform(const TransferCall& call) {
  const std::string& word = call.unit.callables.Stub(call.callable).transfer_word;
  const Ref by = call.unit.definitions.StubValue("torch.func", word);
  const Ref function = call.Parameter("func");
  if (!function.value || !by.value) return call.Unknown();
  values::Partial waiting{by, {function}, {}};
  waiting.args.push_back(OrNone(call, call.Parameter("argnums")));
  waiting.args.push_back(OrNone(call, call.Parameter("has_aux")));
  return {call.unit.values.Intern(std::move(waiting)), {}};
}

Ref call_vmapped(const TransferCall& call) {
  Transformed t = Take(call);
  for (CallArgument& a : t.rest) a.value = WithoutShape(call, a.value);
  return WithoutShape(call, call.unit.calls.Call(t.function, t.rest, call.site));
}

Ref call_gradient(const TransferCall& call) {
  const Transformed t = Take(call);
  const Ref result = call.unit.calls.Call(t.function, t.rest, call.site);
  const Ref gradient = Gradients(call, t.argnums);
  const bool with_value = call.unit.callables.Stub(call.callable).transfer_word == "and_value";
  if (with_value) return Tuple(call, {gradient, result});
  return HasAux(call, t.has_aux) ? Tuple(call, {gradient, Part(call, result, 1)}) : gradient;
}

// As many tensors as the function gives, in the same containers.
Ref call_jacobian(const TransferCall& call) {
  const Transformed t = Take(call);
  const Ref result = call.unit.calls.Call(t.function, t.rest, call.site);
  if (HasAux(call, t.has_aux) || call.unit.data.IsTensor(result) != Has::Certainly)
    return call.Unknown();
  return Gradients(call, t.argnums);
}

Ref func_vjp(const TransferCall& call) {
  const Ref function = call.PassedOrUnknown(0);
  Arguments primals;
  for (const CallArgument& a : call.PassedAfter(1))
    if (a.kind != syntax::ArgKind::Keyword) primals.push_back(a);
  const Ref output = call.unit.calls.Call(function, primals, call.site);
  const Ref pull = call.unit.definitions.StubValue("torch.func", "_pull_back");
  if (HasAux(call, call.Parameter("has_aux")))
    return Tuple(call, {Part(call, output, 0), OrNone(call, pull), Part(call, output, 1)});
  return Tuple(call, {output, OrNone(call, pull)});
}

Ref func_jvp(const TransferCall& call) {
  const Ref output = CallWithInputs(call, call.PassedOrUnknown(0), call.Parameter("primals"));
  if (HasAux(call, call.Parameter("has_aux")))
    return Tuple(call, {Part(call, output, 0), Part(call, output, 0), Part(call, output, 1)});
  return Tuple(call, {output, output});
}

Ref functional_call(const TransferCall& call) {
  Arguments args;
  const Ref passed = call.Parameter("args"), keywords = call.Parameter("kwargs");
  if (passed.value && call.unit.values.If<values::Sequence>(passed))
    args.push_back({syntax::ArgKind::Star, {}, passed, {}, false});
  else if (passed.value && passed.value != call.unit.values.none())
    args.push_back(Positional(passed));
  if (keywords.value && call.unit.values.If<values::Dict>(keywords))
    args.push_back({syntax::ArgKind::DoubleStar, {}, keywords, {}, false});
  return call.unit.calls.Call(call.PassedOrUnknown(0), args, call.site);
}

// torch.autograd.functional: the function is called with the inputs; the result is as declared.
Ref call_with_inputs(const TransferCall& call) {
  CallWithInputs(call, call.PassedOrUnknown(0), call.Parameter("inputs"));
  return call.unit.callables.StubReturn(call.callable);
}

}  // namespace graphmend::infer::transfers
