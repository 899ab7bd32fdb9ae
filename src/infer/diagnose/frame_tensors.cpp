#include "infer/diagnose/frame_tensors.h"

#include <algorithm>

#include "infer/unit.h"

namespace graphmend::infer {

bool HasTensor(Unit& unit, Ref value, int depth) {
  constexpr int kDeepest = 4;
  const auto has = [&](Ref part) { return HasTensor(unit, part, depth + 1); };
  if (!value.value || depth > kDeepest) return false;
  if (unit.values.If<values::Tensor>(value)) return true;
  if (const auto* object = unit.values.If<values::Object>(value))
    return unit.Info(unit.Info(object->id).cls).is_module;
  if (const auto* cls = unit.values.If<values::Class>(value)) return unit.Info(cls->id).is_module;
  if (const auto* sequence = unit.values.If<values::Sequence>(value))
    return (sequence->kind == values::SequenceKind::List ||
            sequence->kind == values::SequenceKind::Tuple) &&
           std::any_of(sequence->items.begin(), sequence->items.end(), has);
  if (const auto* dict = unit.values.If<values::Dict>(value))
    return std::any_of(dict->entries.begin(), dict->entries.end(),
                       [&](const values::DictEntry& e) { return !e.maybe && has(e.value); });
  const auto* several = unit.values.If<values::Union>(value);
  return several && std::all_of(several->alternatives.begin(), several->alternatives.end(), has);
}

bool IsOfTensors(Unit& unit, Ref global) {
  const auto* module = global.value ? unit.values.If<values::Module>(global) : nullptr;
  if (!module) return false;
  const std::string& name = unit.program.Info(module->file).module;
  const std::string top = name.substr(0, name.find('.'));
  return top == "torch" || top == "numpy";
}

}  // namespace graphmend::infer
