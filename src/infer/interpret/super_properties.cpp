// Properties of base classes that compiled code reads by `super()`. To Dynamo that is the property
// itself, whatever it would give (torch 2.13, measured): it can be stored, passed on, returned, put
// into a container and tested; what looks at it breaks the graph, or fails as Python would fail of
// a property. Where it has broken, Python has read the value.
#include <algorithm>

#include "flow/walk.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

namespace {

const values::Wrapper* SuperProperty(Unit& unit, Ref value) {
  const auto* w = value.value ? unit.values.If<values::Wrapper>(value) : nullptr;
  return w && w->kind == values::WrapperKind::SuperProperty ? w : nullptr;
}

// What is handed on as it is, or asked for no more than what it is.
bool OnlyPasses(const flow::InstNode& node) {
  return base::Match(
      node, [](const flow::Store&) { return true; }, [](const flow::StoreName&) { return true; },
      [](const flow::Build&) { return true; }, [](const flow::Append&) { return true; },
      [](const flow::Yield&) { return true; }, [](const flow::MakeFunction&) { return true; },
      [](const flow::Format&) { return true; },
      [](const flow::Unary& u) { return u.op == syntax::UnaryOp::Not; },
      [](const flow::Compare& c) {
        return c.op == syntax::CompareOp::Is || c.op == syntax::CompareOp::IsNot;
      },
      [](const auto&) { return false; });
}

}  // namespace

// Whether the callee gets its arguments as they are: it is traced, asks for their type
// alone, or gives them back.
bool Frame::PassesOn(const flow::Call& call) {
  Ref callee = temps_[call.callee.index];
  if (const auto* bound = unit_.values.If<values::Bound>(callee)) callee = bound->callee;
  if (const auto* cls = unit_.values.If<values::Class>(callee)) return !unit_.Info(cls->id).is_stub;
  const auto* function = unit_.values.If<values::Function>(callee);
  if (!function) return false;
  if (!unit_.Info(function->id).is_stub) return true;
  const models::Transfer transfer = unit_.callables.Stub(function->id).transfer;
  return transfer == models::Transfer::isinstance || transfer == models::Transfer::callable ||
         transfer == models::Transfer::typing_cast;
}

// The ids that TorchDynamo gives its breaks; what Python would raise of a property ends the frame.
std::string_view Frame::BreakOfUse(const flow::Inst& inst) {
  const auto is_tensor = [&](flow::TempId temp) {
    return unit_.values.If<values::Tensor>(temps_[temp.index]) != nullptr;
  };
  return base::Match(
      inst.node,
      [&](const flow::Binary& b) -> std::string_view {
        return is_tensor(b.left) || is_tensor(b.right) ? "GB0055" : "GB0088";
      },
      [](const flow::Compare&) -> std::string_view { return "GB6215"; },
      [](const flow::GetAttr&) -> std::string_view { return "GB0156"; },
      [](const flow::BuildSlice&) -> std::string_view { return "GB0055"; },
      [&](const flow::Call& c) -> std::string_view {
        return SuperProperty(unit_, temps_[c.callee.index]) ? "GB0006" : "GB0055";
      },
      [](const flow::SetAttr&) -> std::string_view { return "GB0467"; },
      [](const auto&) -> std::string_view { return "GB0088"; });
}

void Frame::UseSuperProperties(const flow::Inst& inst) {
  Ref used;
  flow::ForEachOperand(inst.node, [&](flow::TempId temp) {
    const auto* found = SuperProperty(unit_, temps_[temp.index]);
    const auto* set = std::get_if<flow::SetAttr>(&inst.node);
    const auto* item = std::get_if<flow::SetItem>(&inst.node);
    const bool stored = (set && set->object != temp) || (item && item->value == temp);
    if (found && !stored) used = temps_[temp.index];
  });
  if (!used.value || OnlyPasses(inst.node)) return;
  const auto* call = std::get_if<flow::Call>(&inst.node);
  if (call && !SuperProperty(unit_, temps_[call->callee.index]) && PassesOn(*call)) return;
  if (mode_.compiled) {
    const std::string_view id = BreakOfUse(inst);
    Observation* seen = unit_.recorder.Observe(
        observed::SkippedCall{{""}, observed::SkippedCall::Form::SuperProperty}, SiteOf(inst), used,
        {std::string(id)});
    if (seen) seen->skips_frame |= std::holds_alternative<flow::Binary>(inst.node);
  }
  const auto read = [&](Ref value) {
    const auto* found = SuperProperty(unit_, value);
    return found ? found->inner : value;
  };
  now_.slots.Replace(read);
  flow::ForEachOperand(inst.node, [&](flow::TempId temp) {
    if (Ref& value = temps_[temp.index]; value.value) value = read(value);
  });
}

}  // namespace graphmend::infer
