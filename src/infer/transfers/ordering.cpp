// Builtins that compare what they are given: sorted, min and max.
#include <algorithm>

#include "infer/transfers/arguments.h"

namespace graphmend::infer::transfers {

namespace {
// Whether a key that others are compared with is certainly no constant to Dynamo, which then cannot
// sort: an object, or a tuple with an object or a tensor in it (torch 2.13, measured).
bool IsNoConstant(Unit& unit, Ref key, int depth = 0) {
  constexpr int kDeepest = 4;
  if (!key.value || depth > kDeepest) return false;
  const auto inner = [&](Ref part) { return IsNoConstant(unit, part, depth + 1); };
  if (depth > 0 && unit.values.If<values::Tensor>(key)) return true;
  if (const auto* object = unit.values.If<values::Object>(key))
    return !unit.Info(unit.Info(object->id).cls).is_enum;
  if (const auto* several = unit.values.If<values::Union>(key))
    return std::all_of(several->alternatives.begin(), several->alternatives.end(), inner);
  const auto* tuple = unit.values.If<values::Sequence>(key);
  return tuple && tuple->kind == SequenceKind::Tuple && tuple->exact &&
         std::any_of(tuple->items.begin(), tuple->items.end(), inner);
}

void ObserveKeys(const TransferCall& call, const std::vector<Ref>& keys) {
  const auto bad =
      std::find_if(keys.begin(), keys.end(), [&](Ref key) { return IsNoConstant(call.unit, key); });
  if (bad == keys.end()) return;
  call.unit.recorder.Observe(observed::SkippedCall{{std::string(call.name)}, {}}, call.site, *bad,
                             {"GB0207"});
}
}  // namespace

Ref sorted(const TransferCall& call) {
  Ref source = call.Passed(0);
  if (!source.value) return call.Unknown();
  Ref element = call.unit.operations.ElementOf(source, call.site), compared = element;
  Ref key = call.Parameter("key");
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && a.name == "key") key = a.value;
  const bool keyed = key.value && key.value != call.unit.values.none();
  if (keyed) compared = CallWith(call, key, {element});
  if (!call.unit.values.If<values::Tensor>(source)) {
    ObserveTruth(call, compared, OperationKind::Sort, "GB0207");
    const auto items = keyed ? std::nullopt : call.unit.operations.ExactElements(source);
    ObserveKeys(call, items.value_or(std::vector<Ref>{compared}));
  }
  return {call.unit.values.SequenceOf(SequenceKind::List, element), {}};
}

namespace {
// `max(a, b)` of instances of user classes, which Dynamo does not compare (torch 2.13, measured);
// by a key it does.
void ObserveOrderOfObjects(const TransferCall& call, const std::vector<Ref>& passed) {
  const auto is_object = [&](Ref r) {
    const auto* object = call.unit.values.If<values::Object>(r);
    return object && !call.unit.Info(call.unit.Info(object->id).cls).is_stub &&
           IsNoConstant(call.unit, r);
  };
  if (!call.Compiled() || call.Given("key") || passed.empty() || !is_object(passed[0])) return;
  call.unit.recorder.Observe(observed::SkippedCall{{std::string(call.name)}, {}}, call.site,
                             passed[0], {"GB0059"});
}
}  // namespace

Ref min_max(const TransferCall& call) {
  Ref out = call.unit.Bottom();
  std::vector<Ref> passed;
  for (std::size_t i = 0; call.Passed(i).value; ++i) passed.push_back(call.Passed(i));
  if (passed.size() == 1) passed = {call.unit.operations.ElementOf(passed[0], call.site)};
  bool tensor = false;
  for (Ref r : passed) {
    out = call.unit.values.Join(out, r);
    tensor |= call.unit.values.If<values::Tensor>(r) != nullptr;
  }
  ObserveOrderOfObjects(call, passed);
  if (tensor)
    if (const auto* t = call.unit.data.FirstTensor(out)) return call.Made(*t);
  const auto* c = call.unit.values.If<values::Constant>(out);
  if (c || call.unit.values.IsBottom(out)) return c ? out : call.Unknown();
  return out;
}

}  // namespace graphmend::infer::transfers
