// What leaves the graph whole and costs as much as a break: state that Dynamo guards on and that
// changes with each call (it compiles again, up to `recompile_limit` = 8 times, then gives up),
// copies between host and device, and compiling in a loop. Their rules are off until selected.
//
// Measured on torch 2.13, graphs compiled over twelve calls: an int attribute that the module
// increments 8, a float attribute 2, a buffer 1; a global dict that grows 8. `torch.compile(f)(x)`
// in a loop takes 0.55 ms a round where the compiled function takes 0.02 ms; graphs compiled over
// twelve rounds: 1, with a closure over another float each 2, with another backend object each 8.
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

// `self.calls += 1`: a new int, or text, with each call.
void Frame::ObserveChangingAttribute(const flow::Inst& inst, Ref object, Ref value) {
  if (!mode_.compiled || !inst.stmt || !unit_.values.If<values::Object>(object)) return;
  if (!std::holds_alternative<syntax::AugAssign>(file_.tree()[inst.stmt].node)) return;
  using syntax::LiteralKind;
  auto changes_value = [&](Ref r) {
    const auto* c = unit_.values.If<values::Constant>(r);
    const auto* g = unit_.values.If<values::Guarded>(r);
    return (c && (c->kind == LiteralKind::Int || c->kind == LiteralKind::Str)) ||
           (g && (g->type == values::PyType::Int || g->type == values::PyType::Str));
  };
  // What it was before, when it was set elsewhere, is unknown.
  bool changes = changes_value(value);
  if (const auto* u = unit_.values.If<values::Union>(value))
    for (Ref r : u->alternatives) changes |= changes_value(r);
  if (changes) unit_.recorder.Observe(observed::ChangingAttribute{}, SiteOf(inst), object, {});
}

// `CACHE[key] = …`, `LOG.append(…)` of a container that outlives the call.
void Frame::ObserveGrowing(flow::TempId container, const Site& site) {
  if (!mode_.compiled || !container) return;
  const auto* load = std::get_if<flow::LoadName>(&graph_.Definition(container).node);
  if (load && load->binding.kind == names::BindingKind::Global)
    unit_.recorder.Observe(observed::GrowingContainer{load->name.str()}, site, {}, {});
}

// for …: torch.compile(f)(x)
// torch.compile(model), as a statement
void Recorder::ObserveCompile(observed::Any what, const Site& site) {
  if (program.Info(site.file->id()).is_stub) return;
  Observation o;
  o.what = std::move(what);
  o.location = {&site.file->source(), site.span};
  o.statement = site.stmt ? site.file->tree()[site.stmt].header : site.span;
  o.subject = SourceText(site);
  outside_.push_back(std::move(o));
}

// x.add_(y), x += y, x[i] = y of a tensor that the caller passes: inductor leaves CUDA graphs out
// ("skipping cudagraphs due to mutated inputs", cudagraph_utils.py), but for parameters and
// buffers.
void Recorder::ObserveInputMutation(Ref tensor, const Site& site) {
  if (!unit_.CurrentMode(site).cuda_graphs) return;
  const auto* t = values.If<values::Tensor>(tensor);
  if (!t || t->parameter) return;
  const OriginId origin = origins_.BeforePassing(tensor.origin);
  if (!origin ||
      (origins_[origin].kind != OriginKind::Annotated && origins_[origin].kind != OriginKind::Used))
    return;
  Observe(observed::MutatedInput{}, site, tensor, {});
}

// `.cpu()`, `.cuda()`, `.to("cpu")`.
void Recorder::ObserveDeviceCopy(std::string_view name, models::Traits traits,
                                 const BoundArguments& bound, const Arguments& args,
                                 const Site& site) {
  if (bound.values.empty()) return;
  bool copies = traits.Has(models::Trait::CopiesToDevice);
  if (traits.Has(models::Trait::CopiesToNamedDevice))
    for (const CallArgument& a : args) {
      const auto* c = values.If<values::Constant>(a.value);
      copies |= c && c->kind == syntax::LiteralKind::Str &&
                (a.name == "device" || a.kind == syntax::ArgKind::Positional) &&
                !c->text.text().starts_with("torch.");
    }
  if (copies) Observe(observed::DeviceCopy{{std::string(name)}}, site, bound.values[0], {});
}

}  // namespace graphmend::infer
