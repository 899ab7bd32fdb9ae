// Values on which Dynamo gives up a frame as soon as it reads them, whatever it wants with them:
// recurrent modules, the stub of whose class has rows on `__get__`, sparse tensors and their
// values, quantised and nested tensors, and arrays of objects; and context managers that it does
// not enter.
#include <algorithm>

#include "infer/diagnose/kept_values.h"
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
  Ref get = unit.classes.ClassAttribute(own, unit.well_known.get);
  const auto* f = get.value ? unit.values.If<values::Function>(get) : nullptr;
  if (!f || !unit.Info(f->id).is_stub) return {};
  for (ClassId cls : unit.Info(own).mro)
    if (unit.Info(cls).is_stub) return {&unit.callables.Stub(f->id), cls};
  return {};
}

}  // namespace

void Recorder::ObserveUnreadable(Ref value, const values::Tensor& tensor, const Site& site) {
  using Form = observed::SkippedCall::Form;
  Observation* seen = nullptr;
  if (tensor.layout == values::Layout::Sparse)
    seen = Observe(observed::SkippedCall{{""}, Form::SparseRead}, site, value, {"GB0015"});
  else if (tensor.layout == values::Layout::Quantized)
    seen = Observe(observed::SkippedCall{{""}, Form::QuantizedRead}, site, value, {"GB0064"});
  else if (tensor.layout == values::Layout::Nested)
    seen = Observe(observed::SkippedCall{{""}, Form::NestedRead}, site, value, {"GB0016"});
  else if (tensor.layout == values::Layout::ValuesOfSparse)
    seen = Observe(observed::SkippedCall{{""}, Form::SparseValues}, site, value, {"GB0064"});
  else if (tensor.numpy && tensor.exact.text() == kObjects)
    seen = Observe(observed::Numpy{{"numpy.ndarray"}}, site, value, {"GB0185"});
  if (seen) seen->skips_frame = true;
}

void Recorder::ObserveRead(Ref value, const Site& site) {
  if (!unit_.CurrentMode(site).compiled) return;
  if (const auto* tensor = values.If<values::Tensor>(value))
    return ObserveUnreadable(value, *tensor, site);
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
    Observation* seen = Observe(observed::OfCall(row.kind, unit_.Info(read.cls).qualified), site,
                                value, row.gb_ids, conditions);
    if (seen) seen->skips_frame = true;
    return;
  }
}

// A sparse tensor that is asked whether it is None, as one that a dict keeps: `cache.get("A") is
// None`.
void Frame::ObserveAsked(const flow::Compare& compare) {
  if (compare.op != syntax::CompareOp::Is && compare.op != syntax::CompareOp::IsNot) return;
  for (const TempId operand : {compare.left, compare.right}) {
    const Ref value = TempValue(operand);
    const auto* either = value.value ? unit_.values.If<values::Union>(value) : nullptr;
    if (!either) continue;
    Ref sparse;
    for (Ref one : either->alternatives) {
      if (one.value == unit_.values.none()) continue;
      if (!IsSparseTensor(unit_, one)) return;
      sparse = one;
    }
    if (!sparse.value) continue;
    const Site site = SiteOf(graph_.Definition(operand));
    Observation* seen = unit_.recorder.Observe(
        observed::SkippedCall{{""}, observed::SkippedCall::Form::SparseRead}, site, sparse,
        {"GB0015"}, {{OpenKind::IsNotNone, unit_.recorder.SourceText(site)}});
    if (seen) seen->skips_frame = true;
  }
}

// An iterator from outside, gone through by other code than a call: the frame is not resumed.
void Frame::ObserveEntered(flow::TempId iterable) {
  const Ref value = TempValue(iterable);
  unit_.data.ObserveShown(value, "iter", "GB0811", SiteOf(graph_.Definition(iterable)));
  const auto* s = value.value ? unit_.values.If<values::Sequence>(value) : nullptr;
  if (!mode_.compiled || !s || !s->enters) return;
  Observation* seen = unit_.recorder.Observe(
      observed::SkippedCall{{""}, observed::SkippedCall::Form::EnteredIterator},
      SiteOf(graph_.Definition(iterable)), value, {"GB0811"});
  unit_.recorder.NeverResumes(seen, SiteOf(graph_.Definition(iterable)));
}

// Whether the attribute is what a method of the class computes: no read of what the object holds.
bool Frame::IsProperty(const flow::GetAttr& get) {
  const Ref object = TempValue(get.object);
  const auto* o = object.value ? unit_.values.If<values::Object>(object) : nullptr;
  if (!o) return false;
  const Ref attribute = unit_.classes.ClassAttribute(unit_.Info(o->id).cls, get.name);
  const auto* wrapper = attribute.value ? unit_.values.If<values::Wrapper>(attribute) : nullptr;
  return wrapper && (wrapper->kind == values::WrapperKind::Property ||
                     wrapper->kind == values::WrapperKind::CachedProperty);
}

// What an instruction that reads a variable or an attribute has given. An item of a container is
// not looked at before it is used.
void Frame::ObserveRead(const flow::Inst& inst) {
  if (!mode_.compiled || (!unit_.recorder.diagnosing() && IsMarked())) return;
  if (const auto* compare = std::get_if<flow::Compare>(&inst.node)) return ObserveAsked(*compare);
  const auto* get = std::get_if<flow::GetAttr>(&inst.node);
  const auto* call = std::get_if<flow::Call>(&inst.node);
  if (get && IsProperty(*get)) return;
  const bool reads = get || std::holds_alternative<flow::Load>(inst.node) ||
                     std::holds_alternative<flow::LoadName>(inst.node);
  if (inst.result && !temps_[inst.result.index].value) return;
  const Site site = SiteOf(inst);
  if (reads && inst.result) unit_.recorder.ObserveRead(TempValue(inst.result), site);
  if (!get && !call) return;
  const TempId used = get ? get->object : call->callee;
  if (!used || !temps_[used.index].value) return;
  const bool item = std::holds_alternative<flow::GetItem>(graph_.Definition(used).node);
  if (item || unit_.values.If<values::Super>(temps_[used.index]))
    unit_.recorder.ObserveRead(TempValue(used), site);
}

// What Dynamo takes for a context manager is of a class of the user's, or one of which the stub
// says where it is entered (torch 2.13, measured).
Frame::Entered Frame::WhereEntered(ClassId cls) {
  ClassId owner;
  unit_.classes.ClassAttribute(cls, unit_.Intern("__exit__"), &owner);
  if (!owner) return Entered::Anywhere;
  if (!unit_.Info(owner).is_stub) return Entered::InItsGraph;
  const Ref said = unit_.classes.ClassAttribute(cls, unit_.Intern("entered_where_made"));
  const auto* where = said.value ? unit_.values.If<values::Constant>(said) : nullptr;
  if (!where) return Entered::Anywhere;
  return where->text == "graph" ? Entered::InItsGraph : Entered::InCompiledCode;
}

// What comes in, as a global, an attribute or through a break, is no context manager to Dynamo,
// unless it has a variable for its class.
void Frame::ObserveMadeContext(Ref context, const Site& site) {
  const auto* several = unit_.values.If<values::Union>(context);
  const Ref one = several ? several->alternatives.front() : context;
  const auto* object = unit_.values.If<values::Object>(one);
  if (!object || !mode_.compiled) return;
  const ClassId cls = unit_.Info(object->id).cls;
  const Entered where = WhereEntered(cls);
  const bool outside = unit_.recorder.MadeOutside(context);
  const bool behind = where == Entered::InItsGraph && unit_.recorder.IsMade(context);
  if (where == Entered::Anywhere || (!outside && !behind)) return;
  Observation* seen = unit_.recorder.Observe(
      observed::UnsupportedContext{{unit_.Info(cls).qualified}}, site, context, {"GB0142"});
  if (seen && !outside) seen->only = Observation::Only::WhereInput;
}

}  // namespace graphmend::infer
