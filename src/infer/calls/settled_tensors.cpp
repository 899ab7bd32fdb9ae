// What holds of a tensor that a function of a library gives, whichever transfer computes it.
#include <algorithm>

#include "infer/diagnose/data.h"
#include "infer/interpret/frame.h"
#include "infer/interpret/sizes.h"
#include "infer/transfers/tensor_facts.h"
#include "infer/unit.h"

namespace graphmend::infer {

namespace {

// One tensor, or those of a tuple.
std::vector<Ref> PartsOf(const Values& values, Ref value) {
  const auto* sequence = values.If<values::Sequence>(value);
  return sequence ? sequence->items : std::vector<Ref>{value};
}

}  // namespace

// Whether the value of the result is known: where those of all tensors are that it is made of, and
// it has one element as well. What is made outside of compiled code is an input of the graph.
Ref Calls::SettleKnown(Ref computed, const TransferCall& call) {
  const auto* t = values.If<values::Tensor>(computed);
  if (!t || t->known == values::Known::No) return computed;
  values::Tensor out = *t;
  for (const CallArgument& a : call.args) {
    if (const values::Tensor* of = unit_.data.FirstTensor(a.value))
      out.known = std::min(out.known, of->known);
    if (const auto* s = values.If<values::Sequence>(a.value))
      for (Ref item : s->items)
        if (const values::Tensor* of = unit_.data.FirstTensor(item))
          out.known = std::min(out.known, of->known);
  }
  const models::StubFunction& about = unit_.callables.Stub(call.callable);
  const models::Traits& traits = about.traits;
  const bool other = traits.Has(models::Trait::Mutates) || !about.changed.empty() ||
                     traits.Has(models::Trait::Random) || traits.Has(models::Trait::MoreElements);
  if (other || !call.Compiled()) out.known = values::Known::No;
  return {values.Intern(out), computed.origin};
}

// What an operation makes of an instance of a subclass of Tensor is one, too, unless the stub says
// of which class it is.
Ref Calls::SettleSubclass(Ref result, const TransferCall& call) {
  const auto* made = values.If<values::Tensor>(result);
  const models::Transfer transfer = unit_.callables.Stub(call.callable).transfer;
  if (!made || made->numpy || transfer == models::Transfer::as_subclass) return result;
  ClassId subclass;
  for (const CallArgument& a : call.args)
    if (!subclass) subclass = unit_.classes.SubclassOfResult(a.value);
  if (made->subclass == subclass) return result;
  values::Tensor out = *made;
  out.subclass = subclass;
  return {values.Intern(out), result.origin};
}

// What the function changes has another shape then: its tensor, or what it is to write to.
void Calls::ForgetChanged(const TransferCall& call) {
  Frame* frame = call.site.frame;
  if (!frame) return;
  std::vector<Ref> changed;
  if (unit_.callables.Stub(call.callable).traits.Has(models::Trait::ChangesShape))
    changed.push_back(call.First());
  if (call.Given("out")) changed = PartsOf(values, call.Parameter("out"));
  for (Ref one : changed)
    if (one.value) frame->ForgetTensor(one, Frame::ForgetWhat::Shape);
}

// What arguments say of any result: `dtype=` of what dtype it is; with `out=` it is that tensor,
// and a function that changes the shape of its tensor gives it: of which shape is not followed.
Ref Calls::SettleArguments(Ref result, const TransferCall& call) {
  const auto* made = values.If<values::Tensor>(result);
  if (!made) return result;
  values::Tensor out = *made;
  base::Symbol exact;
  bool given = false;
  values::DType dtype = transfers::DTypeArgument(call, "dtype", given, &exact);
  if (!given && call.Given("dtype")) {
    given = true;
    dtype = transfers::DTypeOf(call, call.Parameter("dtype"), &exact);
  }
  if (given && out.exact.text() != kObjects) out.dtype = dtype, out.exact = exact;
  const bool written = call.Given("out");
  if (written) out.dtype = values::DType::Unknown, out.exact = {};
  if (written || unit_.callables.Stub(call.callable).traits.Has(models::Trait::ChangesShape))
    out.rank = -1, out.sizes = {};
  return {values.Intern(out), result.origin};
}

// What is computed element by element has the shape of what it is computed of.
Ref Calls::SettleSizes(Ref result, const TransferCall& call) {
  using models::OpKind;
  const auto* made = values.If<values::Tensor>(result);
  if (!made || made->rank <= 0 || made->sizes != values::Sizes()) return result;
  const models::Traits traits = unit_.callables.Stub(call.callable).traits;
  const bool like_first = traits.Has(models::Trait::SameShape);
  const bool combines = traits.op == OpKind::Combining || traits.op == OpKind::Test ||
                        traits.op == OpKind::Elementwise;
  if (!combines && !like_first) return result;
  std::vector<Ref> operands;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Positional || a.name == "other") operands.push_back(a.value);
    if (like_first) break;
  }
  values::Tensor out = *made;
  out.sizes = BroadcastSizes(unit_, operands);
  const bool fits = std::any_of(operands.begin(), operands.end(), [&](Ref operand) {
    const auto* t = values.If<values::Tensor>(operand);
    return t && t->rank == out.rank;
  });
  return fits ? Ref{values.Intern(out), result.origin} : result;
}

// What an operation makes of sparse, quantised or nested tensors is so too: of its first one, or of
// all that it combines. What gives a dense one has no `@op`, or reduces all of it.
Ref Calls::SettleLayout(Ref result, const TransferCall& call) {
  const auto* made = values.If<values::Tensor>(result);
  if (!made || made->layout != values::Layout::Strided) return result;
  using models::OpKind;
  const OpKind op = unit_.callables.Stub(call.callable).traits.op;
  const bool combines = op == OpKind::Combining || op == OpKind::Costly;
  const bool reduces = op == OpKind::Reduction && made->rank > 0;
  if (!combines && !reduces && op != OpKind::Elementwise && op != OpKind::View &&
      op != OpKind::Shaping)
    return result;
  const values::Tensor* first = nullptr;
  for (const CallArgument& a : call.args) {
    const auto* t = values.If<values::Tensor>(a.value);
    if (!t) continue;
    if (!first) first = t;
    if (!IsPassedOn(t->layout) || t->layout != first->layout) return result;
    if (!combines) break;
  }
  if (!first) return result;
  values::Tensor out = *made;
  out.layout = first->layout;
  return {values.Intern(out), result.origin};
}

// A tensor that a transfer computed: what it leaves open, or took over from its first tensor
// argument, is as the stub declares (`.bool()` of anything is a BoolTensor).
Ref Calls::Refined(Ref computed, Ref declared, const TransferCall& call) {
  const auto* t = values.If<values::Tensor>(computed);
  const auto* d = values.If<values::Tensor>(declared);
  if (!t || !d) return computed;
  values::Tensor out = *t;
  const values::Tensor* from = call.FirstTensor();
  bool inherited = from && from->dtype == out.dtype && from->exact == out.exact;
  // What is declared to be floating is complex where it is made of complex numbers.
  const bool complex = d->dtype == values::DType::Float && out.dtype == values::DType::Complex;
  if (d->dtype != values::DType::Unknown && d->dtype != out.dtype && !complex &&
      (out.dtype == values::DType::Unknown || (inherited && !call.Given("dtype")))) {
    out.dtype = d->dtype;
    out.exact = d->exact;
  }
  if (out.rank < 0) out.rank = d->rank;
  if (out.layout == values::Layout::Strided) out.layout = d->layout;
  return {values.Intern(out), computed.origin};
}

// What a transfer computed, with all that is above and with what the stub declares.
Ref Calls::Settled(Ref computed, Ref declared, const TransferCall& call) {
  const Ref refined = SettleArguments(Refined(SettleKnown(computed, call), declared, call), call);
  return SettleSubclass(SettleLayout(SettleSizes(refined, call), call), call);
}

}  // namespace graphmend::infer
