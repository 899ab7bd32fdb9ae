#include "infer/diagnose/data.h"

#include <algorithm>
#include <array>

#include "infer/interpret/operands.h"
#include "infer/interpret/texts.h"
#include "infer/unit.h"

namespace graphmend::infer {

using values::Tensor;

Has Data::IsTensor(Ref value) {
  if (!value.value) return Has::No;
  if (values.If<Tensor>(value)) return Has::Certainly;
  const auto* u = values.If<values::Union>(value);
  if (!u) return Has::No;
  bool some = false, all = true;
  for (Ref r : u->alternatives) {
    if (values.If<Tensor>(r)) some = true;
    else if (r.value != values.none()) all = false;
  }
  return !some ? Has::No : all ? Has::Certainly : Has::Maybe;
}

bool Data::HasUnknown(Ref value) const {
  if (values.If<values::Unknown>(value) || values.If<values::Param>(value)) return true;
  const auto* u = values.If<values::Union>(value);
  return u && std::any_of(u->alternatives.begin(), u->alternatives.end(),
                          [&](Ref r) { return HasUnknown(r); });
}

const Tensor* Data::FirstTensor(Ref value) {
  if (const auto* t = values.If<Tensor>(value)) return t;
  if (const auto* u = values.If<values::Union>(value))
    for (Ref r : u->alternatives)
      if (const auto* t = values.If<Tensor>(r)) return t;
  return nullptr;
}

bool Data::HoldsTensor(Ref value, int depth) {
  if (!value.value || depth > 4) return false;
  if (IsTensor(value) != Has::No) return true;
  if (const auto* s = values.If<values::Sequence>(value))
    return std::any_of(s->items.begin(), s->items.end(),
                       [&](Ref r) { return HoldsTensor(r, depth + 1); });
  if (const auto* o = values.If<values::Object>(value)) {
    const ObjectInfo& object = unit_.Info(o->id);
    if (!unit_.Info(object.cls).is_dataclass) return false;
    return std::any_of(object.fields.begin(), object.fields.end(), [&](const auto& field) {
      return HoldsTensor(field.second.value, depth + 1);
    });
  }
  if (const auto* d = values.If<values::Dict>(value)) {
    if (d->other_value.value && HoldsTensor(d->other_value, depth + 1)) return true;
    return std::any_of(d->entries.begin(), d->entries.end(),
                       [&](const auto& e) { return HoldsTensor(e.value, depth + 1); });
  }
  return false;
}

bool Data::CopyHoldsTensor(Ref value, int depth) {
  if (!value.value || depth > 4) return false;
  if (IsTensor(value) != Has::No) return true;
  const auto holds = [&](Ref part) { return CopyHoldsTensor(part, depth + 1); };
  if (const auto* s = values.If<values::Sequence>(value))
    return std::any_of(s->items.begin(), s->items.end(), holds);
  if (const auto* d = values.If<values::Dict>(value))
    return holds(d->other_value) || std::any_of(d->entries.begin(), d->entries.end(),
                                                [&](const auto& e) { return holds(e.value); });
  const auto* o = values.If<values::Object>(value);
  if (!o) return false;
  const ObjectInfo& object = unit_.Info(o->id);
  // Another way to copy it may leave the tensor alone.
  constexpr std::array<std::string_view, 4> kOwn = {"__deepcopy__", "__reduce__", "__reduce_ex__",
                                                    "__getstate__"};
  for (std::string_view method : kOwn) {
    ClassId found;
    unit_.classes.ClassAttribute(object.cls, unit_.Intern(method), &found);
    if (found && !unit_.Info(found).is_stub) return false;
  }
  return !unit_.Info(object.cls).is_stub && !unit_.Info(object.cls).is_module &&
         std::any_of(object.fields.begin(), object.fields.end(),
                     [&](const auto& field) { return holds(field.second.value); });
}

Ref Data::TextOf(const std::vector<Ref>& parts, const Site& site) {
  const auto shows = [this](Ref part) {
    return part.value && (ShowsTensor(part) || IsTensor(part) == Has::Certainly);
  };
  if (const auto shown = std::find_if(parts.begin(), parts.end(), shows); shown != parts.end())
    return {values.Intern(values::Guarded{.type = values::PyType::Str, .shows_tensor = true}),
            unit_.recorder.AddOrigin(OriginKind::Shown, site.file, site.span, {}, shown->origin,
                                     !unit_.CurrentMode(site).compiled)};
  // Of a part that is one of several, the text is one of as many.
  const auto is_union = [this](Ref part) { return part.value && values.If<values::Union>(part); };
  const auto one = std::find_if(parts.begin(), parts.end(), is_union);
  if (one != parts.end() && std::none_of(one + 1, parts.end(), is_union))
    return OverAlternatives(unit_, *one, [&](Ref alternative) {
      std::vector<Ref> with = parts;
      with[static_cast<std::size_t>(one - parts.begin())] = alternative;
      return TextOf(with, site);
    });
  std::string text;
  for (Ref part : parts) {
    const std::optional<std::string> known = part.value ? ConstantText(values, part) : std::nullopt;
    if (!known || text.size() > values::kMaxText) return unit_.Guarded(values::PyType::Str);
    text += *known;
  }
  return unit_.Text(text);
}

bool Data::ShowsTensor(Ref text) const {
  const auto* g = values.If<values::Guarded>(text);
  return g && g->shows_tensor;
}

void Data::ObserveShown(Ref text, std::string_view by, const char* gb, const Site& site) {
  if (ShowsTensor(text))
    unit_.recorder.Observe(observed::TensorText{{std::string(by)}, true}, site, text, {gb});
}

Has Data::ClosesOverData(Ref function) {
  if (const auto* u = values.If<values::Union>(function)) {
    bool some = false;
    for (Ref r : u->alternatives) some |= ClosesOverData(r) != Has::No;
    return some ? Has::Maybe : Has::No;
  }
  const auto* f = values.If<values::Function>(function);
  if (!f) return Has::No;
  const CallableInfo& info = unit_.Info(f->id);
  const flow::Graph& graph = info.file->Function(info.function);
  Has answer = Has::No;
  for (const flow::Block& block : graph.blocks)
    for (const flow::Inst& inst : block.insts) {
      const auto* load = std::get_if<flow::LoadName>(&inst.node);
      if (!load || load->binding.kind != names::BindingKind::Free) continue;
      Ref value = unit_.store.CellValue(info.cells, load->name);
      if (!value.value || values.If<values::Unknown>(value) || values.If<values::Param>(value) ||
          values.If<values::Union>(value))
        answer = std::max(answer, Has::Maybe);
      else if (HoldsTensor(value) || ShowsTensor(value) || values.If<values::Object>(value))
        return Has::Certainly;
      // A text that some caller may have made of a tensor.
      else if (const auto* g = values.If<values::Guarded>(value);
               g && g->type == values::PyType::Str)
        answer = std::max(answer, Has::Maybe);
    }
  return answer;
}

// An undeclared parameter counts as data only once its uses have shown it to be a tensor.
DataAnswer Data::IsData(Ref value, std::string_view subject) {
  if (!value.value) return {};
  auto is_data = [&](Ref r) { return values.If<Tensor>(r) || values.If<values::DataScalar>(r); };
  if (is_data(value)) return {Has::Certainly};
  const auto* u = values.If<values::Union>(value);
  if (!u) return {};
  bool some = false, none = false, other = false;
  for (Ref r : u->alternatives) {
    if (is_data(r)) some = true;
    else if (r.value == values.none()) none = true;
    else other = true;
  }
  if (!some) return {};
  if (other) return {Has::Maybe, {{OpenKind::IsTensor, std::string(subject)}}};
  if (none) return {Has::Maybe, {{OpenKind::IsNotNone, std::string(subject)}}};
  return {Has::Certainly};
}

}  // namespace graphmend::infer
