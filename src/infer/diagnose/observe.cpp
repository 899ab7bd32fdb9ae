// Tensors, data, origins, and the observations made of them.
#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/interpret/texts.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using values::Tensor;

std::string Squeeze(std::string_view text, std::size_t limit) {
  std::string out;
  bool space = false;
  for (char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\') {
      space = !out.empty();
      continue;
    }
    if (space && !out.empty() && out.back() != '(' && out.back() != '[' && c != ')' && c != ']')
      out += ' ';
    space = false;
    out += c;
  }
  if (out.size() <= limit) return out;
  std::size_t cut = limit - 3;
  while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xC0) == 0x80) --cut;
  return out.substr(0, cut) + "…";
}

}  // namespace

OriginId Unit::AddOrigin(OriginKind kind, const ParsedFile* file, Span span, Symbol detail,
                         OriginId parent, bool outside) {
  if (!file || program.Info(file->id()).is_stub) return parent;
  outside = outside && (!parent || origins_[parent.index].outside);
  origins_.push_back({kind, file, span, detail, parent, outside});
  return OriginId(static_cast<std::uint32_t>(origins_.size() - 1));
}

Ref Unit::TensorRef(Tensor tensor, OriginKind kind, const Site& site, Symbol detail,
                    OriginId parent) {
  return {values.Intern(tensor),
          AddOrigin(kind, site.file, site.span, detail, parent, !CurrentMode(site).compiled)};
}

Unit::Has Unit::IsTensor(Ref value) {
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

bool Unit::HasUnknown(Ref value) const {
  if (values.If<values::Unknown>(value) || values.If<values::Param>(value)) return true;
  const auto* u = values.If<values::Union>(value);
  return u && std::any_of(u->alternatives.begin(), u->alternatives.end(),
                          [&](Ref r) { return HasUnknown(r); });
}

const Tensor* Unit::FirstTensor(Ref value) {
  if (const auto* t = values.If<Tensor>(value)) return t;
  if (const auto* u = values.If<values::Union>(value))
    for (Ref r : u->alternatives)
      if (const auto* t = values.If<Tensor>(r)) return t;
  return nullptr;
}

bool Unit::HoldsTensor(Ref value, int depth) {
  if (!value.value || depth > 4) return false;
  if (IsTensor(value) != Has::No) return true;
  if (const auto* s = values.If<values::Sequence>(value))
    return std::any_of(s->items.begin(), s->items.end(),
                       [&](Ref r) { return HoldsTensor(r, depth + 1); });
  if (const auto* o = values.If<values::Object>(value)) {
    const ObjectInfo& object = Info(o->id);
    if (!Info(object.cls).is_dataclass) return false;
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

Ref Unit::TextOf(const std::vector<Ref>& parts) {
  OriginId origin;
  bool shows = false;
  for (Ref part : parts) {
    if (!part.value || !(ShowsTensor(part) || IsTensor(part) == Has::Certainly)) continue;
    shows = true;
    if (!origin) origin = part.origin;
  }
  if (shows)
    return {values.Intern(values::Guarded{.type = values::PyType::Str, .shows_tensor = true}),
            origin};
  std::string text;
  for (Ref part : parts) {
    const std::optional<std::string> known = part.value ? ConstantText(values, part) : std::nullopt;
    if (!known) return Guarded(values::PyType::Str);
    text += *known;
  }
  return {values.Str(Intern(text)), {}};
}

bool Unit::ShowsTensor(Ref text) const {
  const auto* g = values.If<values::Guarded>(text);
  return g && g->shows_tensor;
}

bool Unit::MadeHere(OriginId origin) const {
  while (origin && origins_[origin.index].kind == OriginKind::Argument)
    origin = origins_[origin.index].parent;
  return origin && (origins_[origin.index].kind == OriginKind::Called ||
                    origins_[origin.index].kind == OriginKind::Operator);
}

Unit::Has Unit::ClosesOverData(Ref function) {
  if (const auto* u = values.If<values::Union>(function)) {
    bool some = false;
    for (Ref r : u->alternatives) some |= ClosesOverData(r) != Has::No;
    return some ? Has::Maybe : Has::No;
  }
  const auto* f = values.If<values::Function>(function);
  if (!f) return Has::No;
  const CallableInfo& info = Info(f->id);
  const flow::Graph& graph = info.file->Function(info.function);
  Has answer = Has::No;
  for (const flow::Block& block : graph.blocks)
    for (const flow::Inst& inst : block.insts) {
      const auto* load = std::get_if<flow::LoadName>(&inst.node);
      if (!load || load->binding.kind != names::BindingKind::Free) continue;
      Ref value = CellValue(info.cells, load->name);
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
Unit::DataAnswer Unit::IsData(Ref value, std::string_view subject) {
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

std::string Unit::SourceText(const Site& site, std::size_t limit) const {
  return site.file ? Squeeze(site.file->source().Text(site.span), limit) : "";
}

std::vector<diag::Step> Unit::ReasonChain(OriginId origin) {
  std::vector<diag::Step> steps;
  for (int i = 0; origin && i < 8; ++i) {
    const Origin& o = origins_[origin.index];
    std::string text = Squeeze(o.file->source().Text(o.span), 48), detail = o.detail.str(), said;
    switch (o.kind) {
      case OriginKind::Annotated: said = "parameter `" + detail + "` is declared a tensor"; break;
      case OriginKind::Used:
        said = (o.detail ? "parameter `" + detail : "`" + text) + "` is used as a tensor";
        break;
      case OriginKind::Called: said = "`" + text + "` is a tensor: result of " + detail; break;
      case OriginKind::Operator:
        said = "`" + text + "` is a tensor: " + detail + " of a tensor";
        break;
      case OriginKind::Attribute: said = "`" + text + "` is a tensor attribute"; break;
      case OriginKind::Element: said = "`" + text + "` is an element of a tensor"; break;
      case OriginKind::Argument: said = "passed as parameter `" + detail + "`"; break;
      case OriginKind::Constructed: said = "`" + text + "` is made here"; break;
    }
    diag::Step step{{&o.file->source(), o.span}, said};
    if (steps.empty() || steps.back().text != said ||
        steps.back().location.span.begin != o.span.begin)
      steps.push_back(std::move(step));
    origin = o.parent;
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

std::vector<diag::Step> Unit::CallersOf(ContextId context) {
  std::vector<diag::Step> steps;
  for (int i = 0; context && i < 16; ++i) {
    const Context& c = Info(context);
    const CallableInfo& info = Info(c.callable);
    if (c.caller.file) {
      std::string what =
          c.caller.context ? "calls " + QualifiedName(*info.file, info.function) : c.entry.str();
      steps.push_back({{&c.caller.file->source(), c.caller.span}, what});
    }
    context = c.caller.context;
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

Observation* Unit::Observe(ObservationKind kind, const Site& site, Ref value, Operation operation,
                           std::vector<std::string> gb_ids, OpenConditions conditions,
                           flow::BranchKind branch, bool guards_raise) {
  if (!site.frame || !site.frame->mode().compiled || !site.file) return nullptr;
  if (program.Info(site.file->id()).is_stub) return nullptr;
  // States are still growing: remember where to look again.
  if (!diagnosing_) {
    site.frame->MarkObserving();
    return nullptr;
  }
  Observation o;
  o.kind = kind;
  o.location = {&site.file->source(), site.span};
  o.statement = site.stmt ? site.file->tree()[site.stmt].header : site.span;
  const flow::Graph& graph = site.frame->graph();
  if (graph.function) o.function = QualifiedName(*site.file, graph.function);
  o.subject = SourceText(site);
  o.operation = std::move(operation.name);
  o.operation_kind = operation.kind;
  o.conditions = site.frame->EvaluatedWhen(site.stmt);
  o.conditions.insert(o.conditions.end(), conditions.begin(), conditions.end());
  o.gb_ids = std::move(gb_ids);
  o.branch = branch;
  o.guards_raise = guards_raise;
  o.fullgraph = site.frame->mode().fullgraph;
  o.skips_frame = site.frame->BreakSkipsFrame(site);
  o.origin = value.origin.index;
  return site.frame->Observed(std::move(o));
}

}  // namespace graphmend::infer
