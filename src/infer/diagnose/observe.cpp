// Tensors, data, origins, and the observations made of them.
#include <algorithm>

#include "infer/diagnose/break_points.h"
#include "infer/interpret/frame.h"
#include "infer/interpret/texts.h"
#include "infer/unit.h"
#include "source/excerpt.h"
#include "syntax/qualified_name.h"

namespace graphmend::infer {

using values::Tensor;

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
  origin = origins_.BeforePassing(origin);
  return origin && !origins_[origin].outside &&
         (origins_[origin].kind == OriginKind::Called ||
          origins_[origin].kind == OriginKind::Operator);
}

bool Recorder::MadeWithoutGrad(OriginId origin, std::string_view detach) const {
  for (origin = origins_.BeforePassing(origin); origin && MadeHere(origin);
       origin = origins_.BeforePassing(origins_[origin].parent)) {
    const Origin& made = origins_[origin];
    if (made.detail == detach) return true;
    // An operator has two operands, of which one is told.
    if (made.kind == OriginKind::Operator) return false;
    if (!made.parent) return true;
  }
  return false;
}

bool Recorder::MadeOutside(Ref value) const {
  if (const auto* several = values.If<values::Union>(value))
    return std::all_of(several->alternatives.begin(), several->alternatives.end(),
                       [this](Ref r) { return MadeOutside(r); });
  const OriginId origin = origins_.BeforePassing(value.origin);
  return origin && origins_[origin].kind == OriginKind::Constructed && origins_[origin].outside;
}

bool Recorder::MadeAt(Ref instance, const Site& site) const {
  const OriginId origin = origins_.BeforePassing(instance.origin);
  return origin && origins_[origin].kind == OriginKind::Constructed &&
         origins_[origin].file == site.file && origins_[origin].span == site.span;
}

bool Recorder::IsMade(Ref value) const {
  const OriginId origin = origins_.BeforePassing(value.origin);
  return origin && origins_[origin].kind == OriginKind::Constructed;
}

std::optional<Span> Recorder::ConstructedAt(Ref instance, const ParsedFile& file) const {
  const OriginId origin = origins_.BeforePassing(instance.origin);
  if (!origin) return std::nullopt;
  const Origin& made = origins_[origin];
  if (made.kind != OriginKind::Constructed || made.outside || made.file != &file)
    return std::nullopt;
  return made.span;
}

Has Recorder::ComesIn(OriginId origin) const {
  origin = origins_.BeforePassing(origin);
  if (!origin) return Has::Maybe;
  const Origin& o = origins_[origin];
  if (o.outside || o.kind == OriginKind::Annotated || o.kind == OriginKind::Used)
    return Has::Certainly;
  return o.kind == OriginKind::Attribute || o.kind == OriginKind::Constructed ? Has::Maybe
                                                                              : Has::No;
}

std::string Recorder::SourceText(const Site& site, std::size_t limit) const {
  return site.file ? source::Excerpt(site.file->source().Text(site.span), limit) : "";
}

std::vector<OriginStep> Recorder::ReasonChain(OriginId origin) const {
  constexpr int kLongest = 8;
  std::vector<OriginStep> steps;
  for (int i = 0; origin && i < kLongest; ++i) {
    const Origin& o = origins_[origin];
    steps.push_back({o.kind, {&o.file->source(), o.span}, o.detail.str()});
    origin = o.parent;
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

std::vector<CallStep> Recorder::CallersOf(ContextId context) const {
  constexpr int kLongest = 16;
  std::vector<CallStep> steps;
  for (int i = 0; context && i < kLongest; ++i) {
    const Context& c = unit_.Info(context);
    const CallableInfo& info = unit_.Info(c.callable);
    if (c.caller.file) {
      CallStep step{{&c.caller.file->source(), c.caller.span}, "", {}};
      if (c.caller.context) step.callee = syntax::QualifiedName(info.file->tree(), info.function);
      else if (c.entry) step.how = *c.entry;
      steps.push_back(std::move(step));
    }
    context = c.caller.context;
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

void Recorder::NeverResumes(Observation* seen, const Site& site) {
  if (seen && !InComprehension(site.frame->graph(), site.frame->block()))
    seen->skips_frame = seen->cannot_resume = true;
}

Observation* Recorder::Observe(observed::Any what, const Site& site, Ref value,
                               std::vector<std::string> gb_ids, OpenConditions conditions) {
  if (!site.frame || !site.frame->mode().compiled || !site.file) return nullptr;
  if (program.Info(site.file->id()).is_stub) return nullptr;
  // States are still growing: remember where to look again.
  if (!diagnosing_) {
    site.frame->MarkObserving();
    return nullptr;
  }
  Observation o;
  o.what = std::move(what);
  o.location = {&site.file->source(), site.span};
  o.statement = site.stmt ? site.file->tree()[site.stmt].header : site.span;
  const flow::Graph& graph = site.frame->graph();
  if (graph.function) o.function = syntax::QualifiedName(site.file->tree(), graph.function);
  o.subject = SourceText(site);
  o.conditions = site.frame->EvaluatedWhen(site.stmt);
  o.conditions.insert(o.conditions.end(), conditions.begin(), conditions.end());
  if (site.frame->mode().backward) o.conditions.push_back({OpenKind::InputNeedsGrad});
  o.gb_ids = std::move(gb_ids);
  o.fullgraph = site.frame->mode().fullgraph;
  o.within = site.frame->BreakSkipsFrame(site);
  o.skips_frame = o.within.has_value() || site.frame->Enters();
  if (o.Unwinds()) o.skips_frame = o.cannot_resume = true;
  if (site.frame->Operates() || site.frame->BuildsModule()) NeverResumes(&o, site);
  o.origin = value.origin.index;
  return site.frame->Observed(std::move(o));
}

}  // namespace graphmend::infer
