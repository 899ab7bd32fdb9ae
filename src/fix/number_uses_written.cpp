// What is written where numbers have become 0-d tensors, and how results may differ then.
#include <algorithm>

#include "fix/code.h"
#include "fix/differences.h"
#include "fix/masks.h"
#include "fix/number_uses.h"
#include "fix/operands.h"
#include "fix/terms.h"

namespace graphmend::fix {

using syntax::BinaryOp;
using syntax::ExprId;

namespace {

bool IsPlace(const Finding& finding, ExprId expr) {
  return finding.If<syntax::Name>(expr) || finding.If<syntax::Attribute>(expr);
}

// `hi - lo`: tensors and numbers, whose dtype may be asked for by computing it once more.
bool IsArithmetic(const Finding& finding, ExprId expr) {
  using infer::FactKind;
  if (IsPlace(finding, expr) || finding.If<syntax::Literal>(expr))
    return finding.Fact(expr).OneOf(FactKind::Tensor, FactKind::Int, FactKind::Float);
  const auto* binary = finding.If<syntax::Binary>(expr);
  return binary && IsLinear(binary->op) &&
         finding.Text(expr).find('\n') == std::string_view::npos &&
         IsArithmetic(finding, binary->left) && IsArithmetic(finding, binary->right);
}

// The variable or attribute of which the expression is computed element by element, in the same
// floating dtype: `gap` of `gap.abs()`. None where it is another one.
ExprId PlaceOfItsDType(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  const auto* method =
      call && call->args.empty() ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || !IsPlace(finding, method->object)) return {};
  const infer::ExprFact& made = finding.Fact(expr);
  const infer::ExprFact& from = finding.Fact(method->object);
  const bool same = IsTensor(made) && IsTensor(from) && made.tensor->dtype == from.tensor->dtype &&
                    made.tensor->dtype == values::DType::Float &&
                    made.tensor->exact.text() == from.tensor->exact.text();
  return same && IsPerElement(Terms(finding), expr) ? method->object : ExprId();
}

}  // namespace

void NumberUses::AssumeIn(ReadTests& tests, values::DType kind) const {
  // What an object keeps is not known to have become a 0-d tensor; what a property computes is.
  for (ExprId number : numbers_) {
    const bool kept = finding_.If<syntax::Attribute>(number) && finding_.Fact(number).runs.empty();
    tests.Assume(number, kind, kept ? -1 : 0);
  }
  for (ExprId flag : flags_) tests.Assume(flag, values::DType::Bool);
  const auto argument = [&](ExprId call) { return finding_.If<syntax::Call>(call)->args[0].value; };
  for (ExprId call : renamed_)
    tests.AssumeCall(call, values::DType::Float, argument(call),
                     "." + std::string(MathFunction(finding_, call)) + "()");
  for (ExprId call : rounded_) {
    const bool nearest = finding_.BuiltinName(finding_.If<syntax::Call>(call)->callee) == "round";
    tests.AssumeCall(call, values::DType::Int, argument(call),
                     nearest ? ".round().long()" : ".trunc().long()");
  }
}

// `total += n` as `total = total + n`, so that nothing else that holds the tensor changes.
void NumberUses::WriteSums(Rewriter& rewriter) const {
  for (std::uint32_t index : sums_) {
    const auto& aug = *finding_.If<syntax::AugAssign>(syntax::StmtId(index));
    const source::Span target = finding_.tree()[aug.target].span;
    const source::Span value = finding_.tree()[aug.value].span;
    const std::string_view between = finding_.Text(source::Span{target.end, value.begin});
    const bool sum = aug.op == BinaryOp::Add || aug.op == BinaryOp::Sub;
    const Precedence least = sum ? Precedence::Product : Precedence::Sign;
    const bool brackets = between.find('(') == std::string_view::npos &&
                          Code::Of(finding_, aug.value).precedence() < least;
    const std::size_t equals = between.find('=');
    const std::size_t behind = between.find_first_not_of(' ', equals + 1);
    const auto end = static_cast<std::uint32_t>(target.end + std::min(behind, between.size()));
    rewriter.Replace(source::Span{target.end, end}, " = " + std::string(finding_.Text(aug.target)) +
                                                        " " + std::string(Spelling(aug.op)) +
                                                        (brackets ? " (" : " "));
    if (brackets) rewriter.InsertAt(value.end, ")");
  }
}

// `min(n, 20.0)` as `n.clamp(max=20.0)`: of a tensor, Python's may give the float.
void NumberUses::WriteBounds(Rewriter& rewriter) const {
  for (ExprId bound : bounds_) {
    const auto& call = *finding_.If<syntax::Call>(bound);
    const bool first =
        std::find(numbers_.begin(), numbers_.end(), call.args[0].value) != numbers_.end();
    const ExprId bounded = call.args[first ? 0 : 1].value;
    const source::Span whole = finding_.tree()[bound].span;
    const source::Span number = finding_.tree()[bounded].span;
    const bool operand = Code::Of(finding_, bounded).precedence() == Precedence::Primary;
    const std::string_view way = finding_.BuiltinName(call.callee) == "min" ? "max" : "min";
    rewriter.Replace(source::Span{whole.begin, number.begin}, operand ? "" : "(");
    rewriter.Replace(source::Span{number.end, whole.end},
                     std::string(operand ? "" : ")") + ".clamp(" + std::string(way) + "=" +
                         std::string(finding_.Text(call.args[first ? 1 : 0].value)) + ")");
  }
}

namespace {
// What `torch.tensor` makes of a number.
std::string DTypeOf(const std::string& torch, bool whole) {
  return torch + (whole ? ".int64" : ".get_default_dtype()");
}
}  // namespace

void NumberUses::WriteMade(Rewriter& rewriter) const {
  for (const auto& [made, whole] : made_) {
    const auto& call = *finding_.If<syntax::Call>(made);
    const std::string torch = rewriter.Import("torch");
    rewriter.Replace(call.callee, torch + ".as_tensor");
    if (call.args.size() == 1)
      rewriter.InsertAt(finding_.tree()[call.args[0].value].span.end,
                        ", dtype=" + DTypeOf(torch, whole));
    rewriter.InsertAt(finding_.tree()[made].span.end, ".clone()");
  }
}

// `torch.tensor(numbers)` as `torch.stack(numbers).to(torch.get_default_dtype())`.
void NumberUses::WriteStacked(Rewriter& rewriter) const {
  for (const auto& [made, whole] : stacked_) {
    const auto& call = *finding_.If<syntax::Call>(made);
    const std::string torch = rewriter.Import("torch");
    const std::string dtype = call.args.size() == 2 ? std::string(finding_.Text(call.args[1].value))
                                                    : DTypeOf(torch, whole);
    rewriter.Replace(call.callee, torch + ".stack");
    rewriter.Replace(
        source::Span{finding_.tree()[call.args[0].value].span.end, finding_.tree()[made].span.end},
        ").to(" + dtype + ")");
  }
}

// A tensor with dimensions keeps its dtype, and beside doubles a number of Python's is what a
// tensor of doubles is.
bool NumberUses::MayConvert(const Operand& operand) const {
  const values::Tensor& tensor = *finding_.Fact(operand.tensor).tensor;
  return tensor.rank == 0 && tensor.exact.text() != "float64";
}

bool NumberUses::WriteIn(source::Span code, bool doubles) const {
  const auto inside = [&](ExprId expr) { return code.Contains(finding_.tree()[expr].span); };
  const auto all_outside = [&](const std::vector<ExprId>& exprs) {
    return std::none_of(exprs.begin(), exprs.end(), inside);
  };
  const auto makes_inside = [&](const auto& one) { return inside(one.first); };
  return !all_outside(bounds_) || !all_outside(renamed_) || !all_outside(rounded_) ||
         std::any_of(made_.begin(), made_.end(), makes_inside) ||
         std::any_of(stacked_.begin(), stacked_.end(), makes_inside) ||
         std::any_of(operands_.begin(), operands_.end(),
                     [&](const Operand& operand) {
                       return doubles && inside(operand.number) && MayConvert(operand);
                     }) ||
         std::any_of(sums_.begin(), sums_.end(), [&](std::uint32_t index) {
           return code.Contains(finding_.tree()[syntax::StmtId(index)].span);
         });
}

// What has no name gets one where it is computed: `n * f(x)` becomes
// `n.to((operand := f(x)).dtype) * operand`.
bool NumberUses::WriteNamed(const Operand& operand, bool stays, Rewriter& rewriter) const {
  const auto* binary = finding_.If<syntax::Binary>(finding_.parents.Parent(operand.number));
  const std::string_view tensor = finding_.Text(operand.tensor);
  if (!binary ||
      finding_.parents.Parent(operand.tensor) != finding_.parents.Parent(operand.number) ||
      tensor.find('\n') != std::string_view::npos)
    return false;
  for (ExprId outer = operand.number; outer; outer = finding_.parents.Parent(outer))
    if (finding_.If<syntax::Comprehension>(outer)) return false;
  const std::string name = rewriter.FreshName("operand");
  const source::Span span = finding_.tree()[operand.tensor].span;
  if (binary->left == operand.number) {
    WriteAs("(" + name + " := " + std::string(tensor) + ").dtype", operand.number, stays, rewriter);
    rewriter.Replace(operand.tensor, name);
  } else {
    rewriter.InsertAt(span.begin, "(" + name + " := ");
    rewriter.InsertAt(span.end, ")");
    WriteAs(name + ".dtype", operand.number, stays, rewriter);
  }
  return true;
}

// The number in the dtype; `stays`: it may be Python's.
void NumberUses::WriteAs(const std::string& dtype, ExprId number, bool stays,
                         Rewriter& rewriter) const {
  const source::Span span = finding_.tree()[number].span;
  if (stays) {
    rewriter.InsertAt(span.begin, rewriter.Import("torch") + ".as_tensor(");
    rewriter.InsertAt(span.end, ", dtype=" + dtype + ")");
    return;
  }
  const bool bracketed = !finding_.If<syntax::Name>(number);
  if (bracketed) rewriter.InsertAt(span.begin, "(");
  rewriter.InsertAt(span.end, (bracketed ? ").to(" : ".to(") + dtype + ")");
}

bool NumberUses::WriteConversions(Rewriter& rewriter, bool doubles) const {
  WriteSums(rewriter);
  WriteMade(rewriter);
  WriteStacked(rewriter);
  if (Stays() && (!renamed_.empty() || !rounded_.empty() || !stacked_.empty())) return false;
  if (!computed_) return true;
  const bool called =
      !renamed_.empty() || !rounded_.empty() || !stacked_.empty() || !tests_.empty();
  if (called) WriteBounds(rewriter);
  WriteCalls(rewriter);
  const bool stays = Stays() || (!called && !bounds_.empty());
  return !doubles || std::all_of(operands_.begin(), operands_.end(), [&](const Operand& operand) {
    return WriteOperand(operand, stays, rewriter);
  });
}

// Functions of Python's as those of torch.
void NumberUses::WriteCalls(Rewriter& rewriter) const {
  for (const ExprId call : rounded_) {
    const auto& rounds = *finding_.If<syntax::Call>(call);
    const bool nearest = finding_.BuiltinName(rounds.callee) == "round";
    rewriter.Replace(rounds.callee, rewriter.Import("torch") + (nearest ? ".round" : ".trunc"));
    rewriter.InsertAt(finding_.tree()[call].span.end, ".long()");
  }
  for (const ExprId call : renamed_)
    rewriter.Replace(finding_.If<syntax::Call>(call)->callee,
                     rewriter.Import("torch") + "." + std::string(MathFunction(finding_, call)));
}

// A double beside a tensor, in the tensor's dtype; false where that has no name or is not known.
bool NumberUses::WriteOperand(const Operand& operand, bool stays, Rewriter& rewriter) const {
  const infer::ExprFact& fact = finding_.Fact(operand.tensor);
  const values::DType kind = fact.tensor->dtype;
  // A whole number leaves whole tensors whole.
  const bool whole = finding_.Fact(operand.number).Is(infer::FactKind::Int);
  if (whole && IsWhole(kind)) return false;
  // A whole number takes over the dtype of what is floating.
  if (!MayConvert(operand)) return true;
  const bool named = IsPlace(finding_, operand.tensor);
  if (kind != values::DType::Float) return false;
  const std::string tensor(finding_.Text(operand.tensor));
  if (const ExprId place = named ? ExprId() : PlaceOfItsDType(finding_, operand.tensor)) {
    WriteAs(std::string(finding_.Text(place)) + ".dtype", operand.number, stays, rewriter);
    return true;
  }
  if (!named && (stays || !IsArithmetic(finding_, operand.tensor)))
    return WriteNamed(operand, stays, rewriter);
  WriteAs((named ? tensor : "(" + tensor + ")") + ".dtype", operand.number, stays, rewriter);
  return true;
}

namespace {
std::string DifferenceOfFunction(const std::string& name) {
  if (name == "round" || name == "int")
    return "; `" + name + "` of what is not finite, or beyond 64 bits, is another number";
  const std::string raises = "; where `math." + name + "` raises, the result is NaN or infinity";
  return name == "sqrt" ? raises : raises + "; the last bit of `math." + name + "` may differ";
}
}  // namespace

std::string NumberUses::Difference() const {
  std::string difference;
  if (divides_) difference += "; a number divided by 0 gives infinity, not an error";
  if (powers_)
    difference +=
        "; a power may differ in the last bit, and where Python raises, or gives a complex number, "
        "it is NaN or infinity";
  for (const std::string& function : functions_) difference += DifferenceOfFunction(function);
  const bool clamps = !bounds_.empty() && (!tests_.empty() || !stacked_.empty());
  if (clamps && second_) difference += "; where the number behind a bound is NaN, so is the result";
  if (clamps && zero_) difference += "; a zero that is bounded by 0 may have another sign";
  if (bounded_) difference += "; where a bound is NaN, so is the result";
  if (compared_)
    difference += "; beside a tensor that is not floating, a fraction is compared in another dtype";
  if (!stacked_.empty()) difference += "; an empty list raises";
  if (!made_.empty() || !stacked_.empty())
    difference += "; what `torch.tensor` makes of it is on the device of the tensor";
  for (const std::string& name : kept_)
    difference += "; `" + name +
                  "` holds a tensor, not a number; code that needs the number calls `item()` on it";
  for (const auto& [helper, is_method] : helpers_) {
    difference += "; other code that calls `" + helper + "` gets a 0-d tensor, not a number";
    if (is_method) difference += kOverriddenElsewhere;
  }
  return difference;
}

}  // namespace graphmend::fix
