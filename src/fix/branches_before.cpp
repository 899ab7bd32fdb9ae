// What a variable, or an attribute, holds before a branch: where a side leaves it alone.
#include <algorithm>

#include "fix/branches.h"
#include "fix/calls.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

// What is known of a number that the definition gives; of `n += 1`, what `n` is where it is read.
const infer::ExprFact& Branches::NumberFact(const flow::Inst* definition, flow::Slot slot) const {
  // Of what came in, its reads tell.
  if (!definition)
    for (ExprId load : terms_.flow().LoadsOf(slot))
      if (terms_.flow().Of(load).contains(nullptr) &&
          finding_.Fact(load).OneOf(FactKind::Int, FactKind::Float))
        return finding_.Fact(load);
  const auto* aug = definition ? finding_.If<syntax::AugAssign>(definition->stmt) : nullptr;
  const bool adds = aug && finding_.Fact(aug->value).OneOf(FactKind::Int, FactKind::Float);
  return finding_.Fact(adds ? aug->target : terms_.ValueOf(definition));
}

bool Branches::MayBeNone(const Definitions& before, flow::Slot slot) const {
  return std::any_of(before.begin(), before.end(), [&](const flow::Inst* definition) {
    const auto& params = finding_.tree()[finding_.function].params;
    const ExprId value = definition             ? terms_.ValueOf(definition)
                         : slot < params.size() ? params[slot].default_value
                                                : ExprId();
    const auto* literal = finding_.If<syntax::Literal>(value);
    return (literal && literal->kind == syntax::LiteralKind::None) ||
           (value && finding_.Fact(value).MayBe(FactKind::None));
  });
}

// Whether the function reads the attribute before the branch, or code elsewhere gives it a value.
bool Branches::HasAttributeBefore(const std::string& name, ExprId attribute) const {
  const std::uint32_t begin = finding_.tree()[branch_.front()].span.begin;
  for (flow::BlockId block : terms_.flow().graph().order)
    for (const flow::Inst& inst : terms_.flow().graph().blocks[block].insts)
      if (std::holds_alternative<flow::GetAttr>(inst.node) && inst.expr &&
          inst.span.begin < begin && finding_.Text(inst.expr) == name)
        return true;
  return Calls(finding_).IsStoredElsewhere(finding_.If<syntax::Attribute>(attribute)->name.text());
}

bool Branches::AttributeBefore(const std::string& name, Value& out) {
  // Some read of it in the function tells what it is.
  for (flow::BlockId block : terms_.flow().graph().order)
    for (const flow::Inst& inst : terms_.flow().graph().blocks[block].insts) {
      const bool load = std::holds_alternative<flow::GetAttr>(inst.node) && inst.expr;
      if (!load || finding_.Text(inst.expr) != name) continue;
      const infer::ExprFact& fact = finding_.Fact(inst.expr);
      if (fact.Is(FactKind::Tensor)) {
        out.term = terms_.Of(inst.expr);
        return true;
      }
      // A number that an object keeps, or the 0-d tensor that one has become.
      const bool single = !fact.tensor || (fact.tensor->rank == 0 && !fact.tensor->numpy);
      const bool number =
          single && fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Scalar, FactKind::Tensor);
      if (number || kept_.IsNumber(inst.expr)) {
        out.number = true;
        out.term = NumberTerm(kept_.IsWhole(inst.expr));
        return true;
      }
    }
  return Fail("what `" + name + "` holds before is not known; read it before the branch");
}

bool Branches::ValueBefore(const std::string& name, Value& out) {
  out = {};
  out.code = Code::Place(name);
  out.layout = name;
  out.reads = {name};
  out.before = true;
  if (auto attribute = places_.find(name); attribute != places_.end()) {
    if (finding_.If<syntax::Subscript>(attribute->second)) return ItemBefore(name, out);
    if (!HasAttributeBefore(name, attribute->second))
      return Fail("`" + name + "` may have no value before; give it one");
    return AttributeBefore(name, out);
  }
  const std::optional<flow::Slot> slot = SlotOf(name);
  if (!slot) return Fail("`" + name + "` is not a variable of the function");
  const Definitions& before = terms_.flow().Before(finding_.tree()[branch_.back()].span, *slot);
  const bool parameter = *slot < terms_.flow().graph().param_count;
  if (before.empty() || (before.contains(nullptr) && !parameter))
    return Fail("`" + name +
                "` has no value where the other side is taken; give it one before the branch");
  out.term = terms_.Of(before, *slot);
  // A test of it may be what its reads tell.
  if (MayBeNone(before, *slot)) out.term.tensor = false;
  bool whole = true;
  out.number = out.flag = out.either = true;
  bool set = false;
  for (const flow::Inst* definition : before) {
    const infer::ExprFact& fact = NumberFact(definition, *slot);
    out.number &= fact.OneOf(FactKind::Int, FactKind::Float);
    out.either &= fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Tensor);
    out.flag &= fact.Is(FactKind::Bool);
    set |= fact.Is(FactKind::Bool);
    whole &= fact.Is(FactKind::Int);
  }
  if (out.number) out.term = NumberTerm(whole);
  // Reads behind a test such as `f is True` tell of the tensor alone.
  if (set && !out.flag) out.term.tensor = false;
  return true;
}

}  // namespace graphmend::fix
