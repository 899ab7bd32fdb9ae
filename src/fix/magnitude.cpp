#include "fix/magnitude.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::BinaryOp;
using syntax::ExprId;

constexpr double kUnknown = std::numeric_limits<double>::infinity();
constexpr double kMemory = 0x1p48;
constexpr int kMostSteps = 8;  // through variables and operators

class Magnitudes {
 public:
  explicit Magnitudes(const Finding& finding) : finding_(finding) {}

  double Of(ExprId number, int steps = kMostSteps) const {
    const infer::ExprFact& fact = finding_.Fact(number);
    if (steps == 0) return kUnknown;
    if (fact.Is(FactKind::Bool)) return 1;
    const auto constant = ConstantOf(finding_, number);
    // As a double the largest of 64 bits would be rounded to one that they do not hold.
    if (constant && constant->kind == syntax::LiteralKind::Int)
      return std::min(std::abs(static_cast<double>(constant->integer)),
                      std::nextafter(kBeyondLong, 0));
    if (!fact.Is(FactKind::Int)) return kUnknown;
    if (const auto* unary = finding_.If<syntax::Unary>(number))
      return unary->op == syntax::UnaryOp::Negate ? Of(unary->operand, steps - 1) : kUnknown;
    if (const auto* binary = finding_.If<syntax::Binary>(number))
      return MagnitudeOf(binary->op, Of(binary->left, steps - 1), Of(binary->right, steps - 1));
    if (finding_.If<syntax::Name>(number)) return OfVariable(number, steps);
    return IsCount(number) ? kMemory : kUnknown;
  }

 private:
  // `x.shape[0]`, `len(x)`, `x.numel()`, `x.ndim`
  bool IsCount(ExprId number) const {
    if (const auto* item = finding_.If<syntax::Subscript>(number)) return IsShape(item->object);
    if (const auto* attribute = finding_.If<syntax::Attribute>(number))
      return attribute->name == "ndim" && IsTensor(finding_.Fact(attribute->object));
    const auto* call = finding_.If<syntax::Call>(number);
    return call && (finding_.BuiltinName(call->callee) == "len" ||
                    finding_.Fact(call->callee).traits.op == models::OpKind::Host);
  }

  bool IsShape(ExprId expr) const {
    const auto* attribute = finding_.If<syntax::Attribute>(expr);
    return attribute && attribute->name == "shape" && IsTensor(finding_.Fact(attribute->object));
  }

  double OfVariable(ExprId name, int steps) const {
    const syntax::FunctionId function = finding_.parents.FunctionOf(name);
    if (!function) return kUnknown;
    const Variables variables(finding_, function);
    const auto slot = variables.SlotOf(name);
    if (!slot || variables.IsParameter(*slot) || variables.IsCaptured(*slot)) return kUnknown;
    const std::vector<const flow::Inst*> stores = variables.Stores(*slot);
    if (stores.size() != 1) return kUnknown;
    if (IsUnpackedSize(finding_.parents.ExprAt(stores[0]->span)) ||
        CountsRounds(name, *slot, variables))
      return kMemory;
    const ExprId value = variables.OnlyValue(*slot);
    return value ? Of(value, steps - 1) : kUnknown;
  }

  // `b` of `b, h = x.shape`
  bool IsUnpackedSize(ExprId target) const {
    const auto* several =
        finding_.If<syntax::Sequence>(target ? finding_.parents.Parent(target) : ExprId());
    const auto* assign =
        several ? finding_.If<syntax::Assign>(finding_.parents.Statement(target)) : nullptr;
    return assign && (IsShape(assign->value) ||
                      (finding_.If<syntax::Call>(assign->value) && IsCount(assign->value)));
  }

  // `for i in range(n)`: a loop gets no further than it runs.
  bool CountsRounds(ExprId name, std::uint32_t slot, const Variables& variables) const {
    for (syntax::StmtId stmt = finding_.parents.Statement(name); stmt;
         stmt = finding_.parents.Parent(stmt)) {
      const auto* loop = finding_.If<syntax::For>(stmt);
      const auto* made = loop ? finding_.If<syntax::Call>(loop->iterable) : nullptr;
      if (made && variables.SlotOf(loop->target) == slot)
        return made->args.size() == 1 && finding_.BuiltinName(made->callee) == "range";
    }
    return false;
  }

  const Finding& finding_;
};

// What the operation computes with: `x` of `x.sum()` and of `torch.sum(x)`.
ExprId FirstTensor(const Finding& finding, const syntax::Call& call) {
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  if (method && finding.Fact(method->object).Is(FactKind::Tensor)) return method->object;
  return call.args.empty() ? ExprId() : call.args[0].value;
}

}  // namespace

double MagnitudeOf(const Finding& finding, ExprId number) { return Magnitudes(finding).Of(number); }

bool IsTooLong(const Finding& finding, ExprId number) {
  const auto* unary = finding.If<syntax::Unary>(number);
  const auto* literal = finding.If<syntax::Literal>(unary ? unary->operand : number);
  return literal && literal->kind == syntax::LiteralKind::Int && !literal->fits;
}

double MagnitudeOf(BinaryOp op, double left, double right) {
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Sub: return left + right;
    case BinaryOp::Mul: return left == 0 || right == 0 ? 0 : left * right;
    case BinaryOp::FloorDiv: return left + 1;
    case BinaryOp::Mod: return right;
    default: return kUnknown;
  }
}

double MagnitudeIn(const Finding& finding, ExprId tensor) {
  const infer::ExprFact& fact = finding.Fact(tensor);
  if (!fact.tensor) return kBeyondLong;
  if (fact.tensor->dtype == values::DType::Bool) return 1;
  constexpr std::pair<std::string_view, double> kBits[] = {
      {"uint8", 0x1p8}, {"int8", 0x1p7}, {"int16", 0x1p15}, {"int32", 0x1p31}};
  for (const auto& [name, most] : kBits)
    if (fact.tensor->exact.text() == name) return most;
  if (IsChangedInPlace(finding, tensor)) return kBeyondLong;
  if (const auto* call = finding.If<syntax::Call>(tensor)) {
    const models::Traits traits = finding.Fact(call->callee).traits;
    if (traits.Has(models::Trait::Counts)) return kMemory;
    const ExprId added = traits.Has(models::Trait::AddsUp) ? FirstTensor(finding, *call) : ExprId();
    if (added) return std::min(kBeyondLong, std::max(1.0, MagnitudeIn(finding, added)) * kMemory);
  }
  if (finding.If<syntax::Name>(tensor) && finding.parents.FunctionOf(tensor)) {
    const Variables variables(finding, finding.parents.FunctionOf(tensor));
    const auto slot = variables.SlotOf(tensor);
    const ExprId value = slot ? variables.OnlyValue(*slot) : ExprId();
    if (finding.If<syntax::Call>(value)) return MagnitudeIn(finding, value);
  }
  return kBeyondLong;
}

}  // namespace graphmend::fix
