// What frameworks do with modules: wrap them, keep them, hand them back.
#include <algorithm>

#include "infer/transfers/arguments.h"

namespace graphmend::infer::transfers {
namespace {

// The object that a constructor fills; a class that is called makes one first, which is filled on
// the way. `done`: that has happened.
struct Constructed {
  Ref object;
  bool done = false;
};

Constructed Instance(const TransferCall& call) {
  const Ref self = call.First();
  const auto* cls = self.value ? call.unit.values.If<values::Class>(self) : nullptr;
  if (!cls) return {self};
  const Arguments rest(call.args.begin() + 1, call.args.end());
  return {call.unit.instances.Instantiate(cls->id, rest, call.site, {}), true};
}

// What the parameter gets, or its default; what `**options` perhaps passes is taken to be that.
Ref Kept(const TransferCall& call, std::size_t i) {
  const CallableInfo& stub = call.unit.Info(call.callable);
  const syntax::ExprId fallback = stub.file->tree()[stub.function].params[i].default_value;
  if (call.bound.given[i] && !call.bound.perhaps[i]) return call.bound.values[i];
  if (!fallback) return {};
  return call.unit.definitions.EvaluateExpression(*stub.file, stub.file->index().module, {},
                                                  fallback);
}

// An attribute that the class of the stub function declares.
bool IsDeclared(const TransferCall& call, Symbol name) {
  const CallableInfo& stub = call.unit.Info(call.callable);
  return stub.owner && call.unit.classes.ClassAttribute(stub.owner, name).value;
}

}  // namespace

Ref set_attributes(const TransferCall& call) {
  const Constructed made = Instance(call);
  if (!made.object.value || made.done) return made.object;
  auto set = [&](Symbol name, Ref value) {
    call.unit.operations.SetAttribute(made.object, name, value, call.site);
  };
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Keyword) set(a.name, a.value);
    const auto* dict = a.kind == syntax::ArgKind::DoubleStar
                           ? call.unit.values.If<values::Dict>(a.value)
                           : nullptr;
    for (const auto& e : dict ? dict->entries : std::vector<values::DictEntry>{})
      if (const auto* key = StringOf(call, {e.key, {}}); key && !e.maybe) set(key->text, e.value);
  }
  return call.unit.None();
}

Ref keep_arguments(const TransferCall& call) {
  const Constructed made = Instance(call);
  if (!made.object.value || made.done) return made.object;
  const CallableInfo& stub = call.unit.Info(call.callable);
  const auto params = stub.file->tree()[stub.function].params;
  for (std::size_t i = 1; i < params.size(); ++i) {
    const Ref value = Kept(call, i);
    if (value.value && IsDeclared(call, params[i].name))
      call.unit.operations.SetAttribute(made.object, params[i].name, value, call.site);
  }
  return call.unit.None();
}

Ref call_wrapped(const TransferCall& call) {
  const Ref wrapped = call.unit.instances.Wrapped(call.First());
  if (!wrapped.value) return call.Unknown();
  const Arguments rest(call.args.begin() + 1, call.args.end());
  return call.unit.calls.Call(wrapped, rest, call.site);
}

Ref arguments(const TransferCall& call) {
  const CallableInfo& stub = call.unit.Info(call.callable);
  const auto params = stub.file->tree()[stub.function].params;
  std::vector<Ref> all;
  for (std::size_t i = 1; i < params.size(); ++i) {
    const Ref value = call.bound.values[i];
    if (!value.value) continue;
    if (params[i].kind == syntax::ParamKind::Normal && !params[i].default_value)
      all.push_back(value);
    if (params[i].kind != syntax::ParamKind::VarArgs) continue;
    const auto items = call.unit.operations.ExactElements(value);
    if (!items) return call.Unknown();
    all.insert(all.end(), items->begin(), items->end());
  }
  if (all.size() == 1) return all[0];
  return {call.unit.values.Sequence_(SequenceKind::Tuple, all), {}};
}

Ref decorate(const TransferCall& call) {
  const Ref decorated = call.First();
  if (decorated.value && decorated.value != call.unit.values.none()) return decorated;
  values::Partial waiting;
  waiting.callee = {call.unit.values.Intern(values::Function{call.callable}), {}};
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword) waiting.keywords.push_back({a.name, a.value});
  return {call.unit.values.Intern(std::move(waiting)), {}};
}

}  // namespace graphmend::infer::transfers
