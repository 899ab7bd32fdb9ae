// torch.func and torch.autograd.functional: functions made of functions. Dynamo traces through what
// they are given, and breaks at the lines in it (torch 2.13, measured).
#include "infer/transfers/arguments.h"
#include "infer/transfers/transfer.h"

namespace graphmend::infer::transfers {
namespace {

constexpr int kDeepest = 4;

// A new container of what becomes of the parts of this one; Unknown of what is none.
template <typename Become>
Ref OfParts(const TransferCall& call, Ref container, const Become& become) {
  values::Values& values = call.unit.values;
  if (const auto* s = values.If<values::Sequence>(container)) {
    values::Sequence made = *s;
    made.address = {};
    for (Ref& item : made.items) item = become(item);
    return {values.Intern(std::move(made)), container.origin};
  }
  const auto* d = values.If<values::Dict>(container);
  if (!d) return call.Unknown();
  values::Dict made = *d;
  made.address = {};
  for (values::DictEntry& entry : made.entries) entry.value = become(entry.value);
  if (made.other_value.value) made.other_value = become(made.other_value);
  return {values.Intern(std::move(made)), container.origin};
}

bool IsContainer(const TransferCall& call, Ref r) {
  return r.value &&
         (call.unit.values.If<values::Sequence>(r) || call.unit.values.If<values::Dict>(r));
}

// The value with nothing known of the shapes of its tensors.
Ref WithoutShape(const TransferCall& call, Ref r, int depth = 0) {
  Unit& unit = call.unit;
  if (const auto* t = r.value ? unit.values.If<values::Tensor>(r) : nullptr) {
    values::Tensor out = *t;
    out.rank = values::Tensor{}.rank;
    out.sizes = {};
    out.parameter = false;
    return {unit.values.Intern(std::move(out)), r.origin};
  }
  if (depth >= kDeepest || !IsContainer(call, r)) return r;
  return OfParts(call, r, [&](Ref part) { return WithoutShape(call, part, depth + 1); });
}

Ref Tuple(const TransferCall& call, std::vector<Ref> items) {
  return {call.unit.values.Sequence_(SequenceKind::Tuple, std::move(items)), {}};
}

// What the call of a transformed function gets: the function, `argnums` and `has_aux` (of `vmap`
// `in_dims` and `out_dims`) as they were given to the transform, and the arguments.
struct Transformed {
  Ref function, argnums, has_aux;
  Arguments rest;
};

// The dimension that a constant says; nullopt: it is not known.
std::optional<std::int64_t> Dimension(const TransferCall& call, Ref said) {
  const auto* n = ConstantOf(call, said);
  if (!n || n->kind != LiteralKind::Int || n->integer < 0) return std::nullopt;
  return n->integer;
}

// An argument of `vmap` as the function gets it: without the dimension that is mapped over.
Ref Row(const TransferCall& call, Ref argument, Ref in_dim) {
  if (in_dim.value == call.unit.values.none()) return argument;
  const auto* t = call.unit.values.If<values::Tensor>(argument);
  const auto dim = Dimension(call, in_dim);
  if (!t || !dim || *dim >= t->rank) return WithoutShape(call, argument);
  values::Tensor row = *t;
  row.rank = static_cast<std::int8_t>(t->rank - 1);
  row.parameter = false;
  row.sizes = {};
  for (std::int64_t i = 0; i < row.rank; ++i)
    row.sizes.Set(static_cast<std::size_t>(i),
                  t->sizes.At(static_cast<std::size_t>(i < *dim ? i : i + 1)));
  return {call.unit.values.Intern(std::move(row)), argument.origin};
}

// What `vmap` gives of a tensor that the function gave.
Ref Batch(const TransferCall& call, Ref result, Ref out_dims) {
  const auto* t = result.value ? call.unit.values.If<values::Tensor>(result) : nullptr;
  if (!t || t->rank < 0 || Dimension(call, out_dims) != 0) return WithoutShape(call, result);
  values::Tensor batch = *t;
  batch.rank = static_cast<std::int8_t>(t->rank + 1);
  batch.parameter = false;
  batch.sizes = {};
  for (std::int64_t i = 0; i < t->rank; ++i)
    batch.sizes.Set(static_cast<std::size_t>(i + 1), t->sizes.At(static_cast<std::size_t>(i)));
  return {call.unit.values.Intern(std::move(batch)), result.origin};
}

Transformed Take(const TransferCall& call) {
  return {call.PassedOrUnknown(0), call.Passed(1), call.Passed(2), call.PassedAfter(3)};
}

// A tensor like the argument, or a container like it of such.
Ref Like(const TransferCall& call, Ref argument, int depth = 0) {
  const values::Values& values = call.unit.values;
  if (!argument.value) return call.Made({});
  if (const auto* t = values.If<values::Tensor>(argument)) {
    values::Tensor out = *t;
    out.parameter = false;
    return call.Made(out);
  }
  if (depth >= kDeepest) return call.Unknown();
  return OfParts(call, argument, [&](Ref part) { return Like(call, part, depth + 1); });
}

// The positional argument with this number; none where it is not known.
Ref Numbered(const TransferCall& call, const Arguments& arguments, Ref number) {
  const auto* n = ConstantOf(call, number);
  const std::int64_t at = n && n->kind == LiteralKind::Int ? n->integer : 0;
  const bool is_there = at >= 0 && static_cast<std::size_t>(at) < arguments.size();
  return is_there && arguments[at].kind == syntax::ArgKind::Positional ? arguments[at].value
                                                                       : Ref{};
}

// A tensor like the argument, or a tuple of them for several.
Ref Gradients(const TransferCall& call, const Transformed& t) {
  const auto items = t.argnums.value ? call.unit.operations.ExactElements(t.argnums) : std::nullopt;
  if (!items) return Like(call, Numbered(call, t.rest, t.argnums));
  std::vector<Ref> gradients;
  for (Ref number : *items) gradients.push_back(Like(call, Numbered(call, t.rest, number)));
  return Tuple(call, std::move(gradients));
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
  const bool maps = word == "_vmapped";
  for (std::string_view option : {maps ? "in_dims" : "argnums", maps ? "out_dims" : "has_aux"})
    waiting.args.push_back(OrNone(call, call.Parameter(option)));
  return {call.unit.values.Intern(std::move(waiting)), {}};
}

Ref call_vmapped(const TransferCall& call) {
  Transformed t = Take(call);
  const Ref first = {call.unit.values.Int(0), {}};
  for (Ref* dims : {&t.argnums, &t.has_aux})
    if (dims->value == call.unit.values.none()) *dims = first;  // not given
  const auto each = call.unit.operations.ExactElements(t.argnums);
  for (std::size_t i = 0; i < t.rest.size(); ++i) {
    const bool named = t.rest[i].kind != syntax::ArgKind::Positional;  // over their first dimension
    Ref in_dim = named ? first : t.argnums;
    if (!named && each) in_dim = i < each->size() ? (*each)[i] : call.Unknown();
    t.rest[i].value = Row(call, t.rest[i].value, in_dim);
  }
  return Batch(call, call.unit.calls.Call(t.function, t.rest, call.site), t.has_aux);
}

Ref call_gradient(const TransferCall& call) {
  const Transformed t = Take(call);
  const Ref result = call.unit.calls.Call(t.function, t.rest, call.site);
  const Ref gradient = Gradients(call, t);
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
  return WithoutShape(call, Gradients(call, t));
}

Ref func_vjp(const TransferCall& call) {
  const Ref function = call.PassedOrUnknown(0);
  Arguments primals;
  for (const CallArgument& a : call.PassedAfter(1))
    if (a.kind != syntax::ArgKind::Keyword) primals.push_back(a);
  const Ref output = call.unit.calls.Call(function, primals, call.site);
  values::Partial waiting{call.unit.definitions.StubValue("torch.func", "_pull_back"), {}, {}};
  std::vector<Ref> passed;
  for (const CallArgument& a : primals) passed.push_back(a.value);
  waiting.args.push_back(Tuple(call, std::move(passed)));
  const Ref pull = {call.unit.values.Intern(std::move(waiting)), {}};
  if (HasAux(call, call.Parameter("has_aux")))
    return Tuple(call, {Part(call, output, 0), pull, Part(call, output, 1)});
  return Tuple(call, {output, pull});
}

Ref call_pulled_back(const TransferCall& call) {
  const auto primals = call.unit.operations.ExactElements(call.PassedOrUnknown(0));
  if (!primals) return call.unit.callables.StubReturn(call.callable);
  std::vector<Ref> gradients;
  for (Ref primal : *primals) gradients.push_back(Like(call, primal));
  return Tuple(call, std::move(gradients));
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
    args.push_back({syntax::ArgKind::Star, {}, passed, {}});
  else if (passed.value && passed.value != call.unit.values.none())
    args.push_back(Positional(passed));
  if (keywords.value && call.unit.values.If<values::Dict>(keywords))
    args.push_back({syntax::ArgKind::DoubleStar, {}, keywords, {}});
  return call.unit.calls.Call(call.PassedOrUnknown(0), args, call.site);
}

// torch.autograd.functional: the function is called with the inputs; the result is as declared.
Ref call_with_inputs(const TransferCall& call) {
  CallWithInputs(call, call.PassedOrUnknown(0), call.Parameter("inputs"));
  return call.unit.callables.StubReturn(call.callable);
}

}  // namespace graphmend::infer::transfers
