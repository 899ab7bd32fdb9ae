// Looking a key up in a mapping, taking it out, and putting a default there.
#include "infer/transfers/arguments.h"
#include "infer/transfers/contents.h"

namespace graphmend::infer::transfers {

namespace {
// What a mapping whose keys are not all in view may hold under a key. A default that is not a
// tensor tells what is kept there: the tensors are under other keys.
Ref Elsewhere(const TransferCall& call, Ref found, Ref fallback) {
  bool tells = fallback.value != call.unit.values.none() &&
               !call.unit.values.If<values::Unknown>(fallback) &&
               call.unit.data.IsTensor(fallback) == Has::No;
  if (tells && call.unit.data.IsTensor(found) != Has::No)
    found = call.unit.UnknownRef(Why::KeyNotInView);
  return call.unit.values.Join(fallback, found);
}
enum class Lookup : std::uint8_t { Get, Pop, SetDefault };

struct Found {
  Ref value, contents;  // what the mapping holds afterwards
};

// Under a key that is known.
Found Under(const TransferCall& call, Ref contents, Ref key, Lookup how, Ref fallback) {
  const values::Dict d = *call.unit.values.If<values::Dict>(contents);
  for (const auto& e : d.entries) {
    if (e.key != key.value) continue;
    const Ref value = e.maybe ? call.unit.values.Join(e.value, fallback) : e.value;
    if (how == Lookup::Get || (how == Lookup::SetDefault && !e.maybe)) return {value, contents};
    if (how == Lookup::SetDefault)
      return {value, call.unit.operations.WithItem(contents, key, value, call.site)};
    values::Dict rest = d;
    std::erase_if(rest.entries, [&](const auto& x) { return x.key == key.value; });
    return {value, {call.unit.values.Intern(std::move(rest)), contents.origin}};
  }
  const Ref absent =
      d.open
          ? Elsewhere(call,
                      d.other_value.value ? d.other_value : call.unit.UnknownRef(Why::KeyNotInView),
                      fallback)
          : fallback;
  if (how != Lookup::SetDefault) return {absent, contents};
  return {absent, call.unit.operations.WithItem(contents, key, absent, call.site)};
}

Ref LookUp(const TransferCall& call, Lookup how) {
  const Ref contents = Contents(call), key = call.Passed(1);
  const Ref fallback = call.args.size() > 2 ? call.args[2].value : call.unit.None();
  if (!call.unit.values.If<values::Dict>(contents) || !key.value) {
    if (call.unit.values.If<values::Union>(contents))
      return Elsewhere(
          call,
          call.unit.operations.GetItem(contents, key.value ? key : call.unit.None(), call.site),
          fallback);
    return call.unit.values.Join(fallback, call.Unknown());
  }
  std::vector<Ref> keys = call.unit.values.TextsOf(key);
  if (ConstantOf(call, key)) keys = {key};
  if (keys.empty())
    return Elsewhere(call, call.unit.operations.GetItem(contents, key, call.site), fallback);
  Found all{call.unit.Bottom(), call.unit.Bottom()};
  for (Ref one : keys) {
    const Found found = Under(call, contents, one, how, fallback);
    all = {call.unit.values.Join(all.value, found.value),
           call.unit.values.Join(all.contents, found.contents)};
  }
  if (how != Lookup::Get) Replace(call, {all.contents.value, contents.origin});
  return all.value;
}
}  // namespace
Ref dict_get(const TransferCall& call) { return LookUp(call, Lookup::Get); }
Ref dict_pop(const TransferCall& call) { return LookUp(call, Lookup::Pop); }
Ref dict_setdefault(const TransferCall& call) { return LookUp(call, Lookup::SetDefault); }

}  // namespace graphmend::infer::transfers
