// torch._dynamo.config: flags that are patched, functions whose calls are put off or dropped.
#include <algorithm>

#include "infer/transfers/arguments.h"

namespace graphmend::infer::transfers {
namespace {
bool IsDecorator(const Site& site) {
  if (!site.file || !site.expr) return false;
  const auto& functions = site.file->tree().functions;
  return std::any_of(functions.begin(), functions.end(), [&](const syntax::Function& f) {
    return std::find(f.decorators.begin(), f.decorators.end(), site.expr) != f.decorators.end();
  });
}

// A flag, or the set of functions whose calls are put off.
void Patch(const TransferCall& call, std::string_view name, Ref value) {
  if (name != "reorderable_logging_functions") {
    if (IsDecorator(call.site)) return call.unit.flags.PatchDecorated(call.site, name, value);
    return call.unit.flags.PatchDynamoFlag(name, value);
  }
  if (const auto functions = call.unit.operations.ExactElements(value))
    for (Ref function : *functions)
      if (const auto* f = call.unit.values.If<values::Function>(function))
        call.unit.callables.Reorder(call.site.file, f->id);
}
}  // namespace

Ref config_patch(const TransferCall& call) {
  auto set = [&](Ref name, Ref value) {
    const auto* c = name.value ? call.unit.values.If<values::Constant>(name) : nullptr;
    if (c && c->kind == syntax::LiteralKind::Str && value.value) Patch(call, c->text.text(), value);
  };
  set(call.Passed(0), call.Passed(1));
  if (const auto* changes =
          call.Passed(0).value ? call.unit.values.If<values::Dict>(call.Passed(0)) : nullptr)
    for (const auto& entry : changes->entries) set({entry.key, {}}, entry.value);
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword) Patch(call, a.name.text(), a.value);
  return call.unit.callables.StubReturn(call.callable);
}

Ref captures_within(const TransferCall& call) {
  const std::string& flag = call.unit.callables.Stub(call.callable).transfer_word;
  call.unit.flags.PatchWithin(call.site, flag, {call.unit.values.Bool(true), {}});
  return call.unit.callables.StubReturn(call.callable);
}

Ref configures(const TransferCall& call) {
  call.unit.flags.SetDynamoFlag(call.unit.Intern(kLibraryConfigured), call.Unknown());
  return call.unit.callables.StubReturn(call.callable);
}

Ref logging_reorder(const TransferCall& call) {
  // A bound method has no effect in this set (torch 2.13, measured).
  if (const auto* f =
          call.Passed(1).value ? call.unit.values.If<values::Function>(call.Passed(1)) : nullptr)
    call.unit.callables.Reorder(call.site.file, f->id);
  return call.unit.None();
}
Ref logging_ignore(const TransferCall& call) {
  if (const auto* f =
          call.Passed(1).value ? call.unit.values.If<values::Function>(call.Passed(1)) : nullptr)
    call.unit.callables.Ignore(call.site.file, f->id);
  return call.unit.None();
}

}  // namespace graphmend::infer::transfers
