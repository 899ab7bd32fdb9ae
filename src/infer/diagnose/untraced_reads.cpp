// Values on which Dynamo gives up a frame as soon as it reads them, whatever it wants with them:
// recurrent modules, the stub of whose class has rows on `__get__`, and sparse tensors.
#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

using flow::TempId;

namespace {

// The rows that hold for reading `value`, and the class of the stub that has them.
struct Read {
  const models::StubFunction* about = nullptr;
  ClassId cls;
};

Read ReadOf(Unit& unit, Ref value) {
  if (const auto* s = unit.values.If<values::Super>(value)) value = s->self;
  const auto* o = value.value ? unit.values.If<values::Object>(value) : nullptr;
  if (!o || !unit.Info(unit.Info(o->id).cls).is_module) return {};
  const ClassId own = unit.Info(o->id).cls;
  Ref get = unit.classes.ClassAttribute(own, unit.Intern("__get__"));
  const auto* f = get.value ? unit.values.If<values::Function>(get) : nullptr;
  if (!f || !unit.Info(f->id).is_stub) return {};
  for (ClassId cls : unit.Info(own).mro)
    if (unit.Info(cls).is_stub) return {&unit.callables.Stub(f->id), cls};
  return {};
}

}  // namespace

void Recorder::ObserveRead(Ref value, const Site& site) {
  if (!unit_.CurrentMode(site).compiled) return;
  Read read;
  if (const auto* u = values.If<values::Union>(value)) {
    const bool any = std::any_of(u->alternatives.begin(), u->alternatives.end(),
                                 [this](Ref r) { return ReadOf(unit_, r).about != nullptr; });
    if (!any) return;
  } else if (!ReadOf(unit_, value).about) {
    return;
  }
  std::vector<Ref> alternatives = {value};
  if (const auto* u = values.If<values::Union>(value)) alternatives = u->alternatives;
  OpenConditions conditions;
  for (Ref r : alternatives) {
    const Read one = ReadOf(unit_, r);
    if (one.about) read = one;
    else if (conditions.empty() || r.value != values.none())
      conditions = {
          {r.value == values.none() ? OpenKind::IsNotNone : OpenKind::IsOne, SourceText(site)}};
  }
  if (!read.about) return;
  for (const models::BreakRow& row : read.about->breaks) {
    if (!row.HoldsIn(options.target.minor)) continue;
    const Has flag = row.unless.empty() ? Has::No : unit_.flags.DynamoFlag(row.unless, site);
    if (flag == Has::Certainly) continue;
    if (flag == Has::Maybe) conditions.push_back({OpenKind::FlagOff, row.unless});
    Observation* seen =
        Observe(row.kind, site, value, unit_.Info(read.cls).qualified, row.gb_ids, conditions);
    if (seen) seen->skips_frame = true;
    return;
  }
}

// What an instruction that reads a variable or an attribute has given. An item of a container is
// not looked at before it is used.
void Frame::ObserveRead(const flow::Inst& inst) {
  const bool reads = std::holds_alternative<flow::Load>(inst.node) ||
                     std::holds_alternative<flow::LoadName>(inst.node) ||
                     std::holds_alternative<flow::GetAttr>(inst.node);
  if (!mode_.compiled) return;
  const Site site = SiteOf(inst);
  if (inst.result && !temps_[inst.result.index].value) return;
  if (reads && inst.result) {
    const Ref value = TempValue(inst.result);
    unit_.recorder.ObserveRead(value, site);
    const auto* tensor = unit_.values.If<values::Tensor>(value);
    if (tensor && tensor->sparse) {
      Observation* seen =
          unit_.recorder.Observe(ObservationKind::SkippedCall, site, value, "", {"GB0015"});
      if (seen) seen->skips_frame = true;
    }
  }
  const auto* get = std::get_if<flow::GetAttr>(&inst.node);
  const auto* call = std::get_if<flow::Call>(&inst.node);
  const TempId used = get ? get->object : call ? call->callee : TempId();
  if (!used || !temps_[used.index].value) return;
  const bool item = std::holds_alternative<flow::GetItem>(graph_.Definition(used).node);
  if (item || unit_.values.If<values::Super>(temps_[used.index]))
    unit_.recorder.ObserveRead(TempValue(used), site);
}

}  // namespace graphmend::infer
