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

OriginId Recorder::AddOrigin(OriginKind kind, const ParsedFile* file, Span span, Symbol detail,
                             OriginId parent, bool outside) {
  if (!file || program.Info(file->id()).is_stub) return parent;
  outside = outside && (!parent || origins_[parent].outside);
  return origins_.Intern({kind, file, span, detail, parent, outside});
}

Ref Recorder::TensorRef(Tensor tensor, OriginKind kind, const Site& site, Symbol detail,
                        OriginId parent) {
  return {values.Intern(tensor),
          AddOrigin(kind, site.file, site.span, detail, parent, !unit_.CurrentMode(site).compiled)};
}

bool Recorder::MadeHere(OriginId origin) const {
  while (origin && origins_[origin].kind == OriginKind::Argument) origin = origins_[origin].parent;
  return origin && (origins_[origin].kind == OriginKind::Called ||
                    origins_[origin].kind == OriginKind::Operator);
}

std::string Recorder::SourceText(const Site& site, std::size_t limit) const {
  return site.file ? Squeeze(site.file->source().Text(site.span), limit) : "";
}

std::vector<diag::Step> Recorder::ReasonChain(OriginId origin) {
  std::vector<diag::Step> steps;
  for (int i = 0; origin && i < 8; ++i) {
    const Origin& o = origins_[origin];
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

std::vector<diag::Step> Recorder::CallersOf(ContextId context) {
  std::vector<diag::Step> steps;
  for (int i = 0; context && i < 16; ++i) {
    const Context& c = unit_.Info(context);
    const CallableInfo& info = unit_.Info(c.callable);
    if (c.caller.file) {
      std::string what = c.caller.context
                             ? "calls " + unit_.callables.QualifiedName(*info.file, info.function)
                             : c.entry.str();
      steps.push_back({{&c.caller.file->source(), c.caller.span}, what});
    }
    context = c.caller.context;
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

Observation* Recorder::Observe(ObservationKind kind, const Site& site, Ref value,
                               Operation operation, std::vector<std::string> gb_ids,
                               OpenConditions conditions, flow::BranchKind branch,
                               bool guards_raise) {
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
  if (graph.function) o.function = unit_.callables.QualifiedName(*site.file, graph.function);
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
