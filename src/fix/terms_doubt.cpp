// What facts say of a tensor, and what may be otherwise where the program changes shapes in place,
// works with bytes, or detaches.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/changed_arguments.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/terms.h"

namespace graphmend::fix {

using models::Trait;
using syntax::ExprId;
using values::DType;

// The kind of dtype that facts tell.
DType Terms::KindOf(ExprId expr, int depth) const {
  const infer::ExprFact& fact = finding_.Fact(expr);
  const DType said = fact.tensor ? fact.tensor->dtype : DType::Unknown;
  return said == DType::Bool && MayBeByte(expr, depth) ? DType::Unknown : said;
}

// Whether an elementwise call gives the dtype of its tensor. `kept`: whether it does so of whole
// numbers and with whole numbers; of what may be complex, `abs` gives real numbers.
bool Terms::KeepsDType(const syntax::Call& call, const Term& tensor, bool kept) const {
  if (tensor.kind == DType::Float) return true;
  const std::string_view name = finding_.NameOf(call.callee);
  const bool magnitude = name.ends_with(".abs") || name.ends_with(".absolute");
  if (!kept || (magnitude && tensor.kind != DType::Int)) return false;
  return call.args.empty() || tensor.kind == DType::Int ||
         (call.args.size() == 1 && call.args[0].value == Subject(call));
}

// Whether it is read where the function changes the shape of a tensor in place: what a variable
// holds has then another shape from one read to the next.
bool Terms::MayBeReshaped(ExprId expr) const {
  return (finding_.If<syntax::Name>(expr) || finding_.If<syntax::Attribute>(expr)) &&
         ChangesShapes();
}

bool Terms::ChangesShapes() const {
  if (memo_.changes_shapes) return *memo_.changes_shapes;
  bool changes = false;
  for (flow::BlockId block : flow_.graph().order)
    for (const flow::Inst& inst : flow_.graph().blocks[block].insts) {
      const auto* call = finding_.If<syntax::Call>(inst.expr);
      const auto* stored = std::get_if<flow::SetAttr>(&inst.node);
      changes |= call && finding_.Fact(call->callee).traits.Has(Trait::ChangesShape);
      changes |= stored && stored->name == "data";
    }
  memo_.changes_shapes = changes;
  return changes;
}

// Whether the read only takes part in what is computed: no view, no list and no other function can
// change the tensor by it.
bool Terms::OnlyComputes(ExprId read) const {
  ExprId outer = finding_.parents.Parent(read);
  if (const auto* method = finding_.If<syntax::Attribute>(outer); method && method->object == read)
    outer = finding_.parents.Parent(outer);
  if (finding_.If<syntax::Binary>(outer) || finding_.If<syntax::Compare>(outer)) return true;
  const models::Traits called =
      finding_.If<syntax::Call>(outer) ? OperationOf(outer) : models::Traits();
  return (called.op != models::OpKind::Unknown && called.op != models::OpKind::View) ||
         WritesInto(outer, read);
}

// `other.copy_(read)`: what is read is written to another tensor.
bool Terms::WritesInto(ExprId call, ExprId read) const {
  const auto* called = finding_.If<syntax::Call>(call);
  if (!called) return false;
  const std::vector<ExprId> changed = ChangedArguments(finding_, *called);
  return !changed.empty() && std::find(changed.begin(), changed.end(), read) == changed.end();
}

// Of a variable that nothing can have changed in place.
bool Terms::HoldsNoGradient(ExprId name, int depth) const {
  const auto slot = SlotOf(name);
  if (!slot) return false;
  const std::vector<ExprId>& reads = flow_.LoadsOf(*slot);
  if (!std::all_of(reads.begin(), reads.end(), [&](ExprId read) { return OnlyComputes(read); }) ||
      IsChangedInPlace(finding_, name))
    return false;
  const Definitions& definitions = flow_.Of(name);
  const auto has_none = [&](const flow::Inst* definition) {
    const bool told = definition && !Dataflow::IsMerge(definition);
    const ExprId value = told ? ValueOf(definition) : ExprId();
    return value && HasNoGradient(value, depth + 1);
  };
  return !definitions.empty() && std::all_of(definitions.begin(), definitions.end(), has_none);
}

// Whether it computes with what it is given alone: a module has parameters of its own.
bool Terms::IsOperation(ExprId expr) const {
  if (const auto* call = finding_.If<syntax::Call>(expr))
    return OperationOf(expr).op != models::OpKind::Unknown &&
           finding_.Fact(call->callee).Is(infer::FactKind::Callable);
  return finding_.If<syntax::Binary>(expr) || finding_.If<syntax::Unary>(expr) ||
         finding_.If<syntax::Subscript>(expr);
}

bool Terms::HasNoGradient(ExprId expr, int depth) const {
  const infer::ExprFact& fact = finding_.Fact(expr);
  const auto* call = finding_.If<syntax::Call>(expr);
  if (call && Argument(*call, -1, "requires_grad")) return false;
  if (CutsGradient(finding_, expr)) return true;
  if (!MayHaveGradient(fact) && !fact.holds_tensor && !finding_.If<syntax::Comprehension>(expr))
    return true;
  if (depth >= kMaxDepth || finding_.If<syntax::Attribute>(expr)) return false;
  if (finding_.If<syntax::Name>(expr)) return HoldsNoGradient(expr, depth);
  if (!IsOperation(expr)) return false;
  const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
  bool none = !method || HasNoGradient(method->object, depth + 1);
  ForEachPart(finding_.tree(), expr, [&](ExprId part) {
    if (!call || part != call->callee) none = none && HasNoGradient(part, depth + 1);
  });
  return none;
}

// Whether it may be a tensor of bytes where it is said to be one of bools: of bytes, `any` and
// `all` give bytes, of which `~` is no negation.
bool Terms::MayBeByte(ExprId expr, int depth) const {
  const auto [known, first] = memo_.bytes.try_emplace({expr.index, depth}, true);
  if (first && depth < kMaxDepth) known->second = ComputeMayBeByte(expr, depth);
  return known->second;
}

bool Terms::ComputeMayBeByte(ExprId expr, int depth) const {
  if (const auto* binary = finding_.If<syntax::Binary>(expr))
    return MayBeByte(binary->left, depth + 1) || MayBeByte(binary->right, depth + 1);
  if (const auto* unary = finding_.If<syntax::Unary>(expr))
    return unary->op != syntax::UnaryOp::Not && MayBeByte(unary->operand, depth + 1);
  if (const auto* choice = finding_.If<syntax::Conditional>(expr))
    return MayBeByte(choice->body, depth + 1) || MayBeByte(choice->orelse, depth + 1);
  if (SlotOf(expr)) {
    const Definitions& definitions = flow_.Of(expr);
    return std::any_of(definitions.begin(), definitions.end(), [&](const flow::Inst* definition) {
      const ExprId value = ValueOf(definition);
      return value && MayBeByte(value, depth + 1);
    });
  }
  const auto* call = finding_.If<syntax::Call>(expr);
  const std::string_view name = call ? finding_.NameOf(call->callee) : std::string_view();
  if (!name.starts_with("torch.") || !(name.ends_with(".any") || name.ends_with(".all")))
    return false;
  const ExprId subject = Subject(*call);
  if (!subject) return true;
  const Term tensor = Of(subject, depth + 1);
  const bool named = tensor.dtype.IsKnown() && tensor.dtype != dataflow::kUInt8;
  return !named && tensor.kind != DType::Bool && tensor.kind != DType::Float &&
         tensor.kind != DType::Complex;
}

}  // namespace graphmend::fix
