#include "fix/read_tests.h"

#include <algorithm>
#include <cmath>

#include "fix/differences.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::BinaryOp;
using syntax::ExprId;
using values::DType;

void ReadTests::Note(ExprId expr, DType kind, ExprId tensor, std::string suffix) {
  infer::ExprFact fact;
  fact.kinds = infer::Bits(FactKind::Tensor);
  fact.holds_tensor = true;
  fact.tensor = values::Tensor{.dtype = kind, .rank = 0};
  noted_[expr.index] = {std::move(fact), tensor, std::move(suffix)};
}

Finding ReadTests::At(ExprId expr, syntax::StmtId stmt, infer::ObservationKind kind) const {
  return {kind,           finding_.diagnostic, finding_.file,  finding_.module, finding_.parents,
          finding_.facts, finding_.options,    finding_.flows, finding_.breaks, expr,
          stmt,           finding_.function,   &noted_};
}

// ---- numbers ------------------------------------------------------------------------------------
void ReadTests::Assume(std::uint32_t variable, const Variables& variables, DType kind) {
  for (ExprId read : variables.Reads(variable)) Assume(read, kind);
}

void ReadTests::Assume(ExprId read, DType kind, std::int8_t rank) {
  variable_reads_[read.index] = kind;
  Note(read, kind);
  noted_[read.index].fact.tensor->rank = rank;
}

void ReadTests::AssumeCall(ExprId call, DType kind, ExprId argument, std::string method) {
  variable_reads_[call.index] = kind;
  Note(call, kind, argument, std::move(method));
}

bool ReadTests::IsPlain(ExprId expr) const {
  return finding_.Fact(expr).OneOf(FactKind::Int, FactKind::Float, FactKind::Bool);
}

std::optional<Number> ReadTests::NumberOf(ExprId expr) {
  if (auto variable = variable_reads_.find(expr.index); variable != variable_reads_.end())
    return Number{variable->second, true, kBeyondLong, {expr}};
  const auto* call = finding_.If<syntax::Call>(expr);
  if (call && call->args.size() == 1 && finding_.BuiltinName(call->callee) == "abs")
    return Absolute(expr, *call);
  if (call) return Read(expr);
  if (const auto* unary = finding_.If<syntax::Unary>(expr);
      unary && unary->op == syntax::UnaryOp::Negate) {
    std::optional<Number> number = NumberOf(unary->operand);
    if (!number || number->kind == DType::Bool) return std::nullopt;
    number->bare = false;
    DifferWhereItWraps(*number);
    Note(expr, number->kind);
    return number;
  }
  const auto* binary = finding_.If<syntax::Binary>(expr);
  return binary ? Arithmetic(expr, *binary) : std::nullopt;
}

// What asks, as the read does, that there is one element.
std::string ReadTests::OfOneElement(const HostRead& read) {
  if (read.how != "item" && read.how != "bool")
    Differ("a tensor of several elements raises a different error");
  return ".reshape(())";
}

// `t.item()`, `float(t)`, `int(t)`, `bool(t)`, and `float(t.item())`.
std::optional<Number> ReadTests::Read(ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding_, expr);
  if (!read || read->IsText() || read->how == "tolist") return std::nullopt;
  const infer::ExprFact& fact = finding_.Fact(read->tensor);
  DType kind;
  double magnitude = kBeyondLong;
  std::string suffix;
  if (IsTensor(fact)) {
    kind = fact.tensor->dtype;
    magnitude = MagnitudeIn(finding_, read->tensor);
    if (fact.tensor->rank != 0) suffix = OfOneElement(*read);
    // `float` says so, as the only one, where autograd follows the tensor.
    if (read->how == "float" && kind != DType::Int && kind != DType::Bool)
      Differ("the warning of `float()` about a tensor that requires a gradient is not shown");
  } else {
    const std::optional<Number> inner = NumberOf(read->tensor);
    if (!inner) return std::nullopt;
    kind = inner->kind;
    magnitude = inner->magnitude;
  }
  if (read->how == "int" && kind == DType::Bool) suffix += ".long()", kind = DType::Int;
  if (read->how == "int" && kind != DType::Int) {
    if (kind == DType::Complex) return std::nullopt;
    suffix += kind == DType::Unknown ? ".double().trunc()" : ".trunc()";
    Differ("a number that is not finite does not raise");
  }
  if (read->how == "float" && kind != DType::Float) suffix += ".double()", kind = DType::Float;
  if (read->how == "bool" && kind != DType::Bool) suffix += ".bool()", kind = DType::Bool;
  Note(expr, kind, read->tensor, suffix);
  return Number{kind, true, magnitude, {expr}};
}

std::optional<Number> ReadTests::Absolute(ExprId expr, const syntax::Call& call) {
  std::optional<Number> number = NumberOf(call.args[0].value);
  if (!number || number->kind == DType::Bool) return std::nullopt;
  number->bare = false;
  DifferWhereItWraps(*number);
  Note(expr, number->kind, call.args[0].value, ".abs()");
  return number;
}

std::optional<Number> ReadTests::Arithmetic(ExprId expr, const syntax::Binary& binary) {
  const bool divides = binary.op == BinaryOp::Div, rounds = IsFloored(binary.op);
  if (!IsLinear(binary.op) && !rounds) return std::nullopt;
  const std::optional<Number> left = NumberOf(binary.left), right = NumberOf(binary.right);
  const bool plain = left ? right || IsPlain(binary.right) : right && IsPlain(binary.left);
  if (!plain) return std::nullopt;
  const Number first = left ? *left : Plain(binary.left);
  const Number second = right ? *right : Plain(binary.right);
  // `step % 10` of a whole number, every so many steps.
  const bool whole = first.kind == DType::Int && second.kind == DType::Int;
  if (rounds && !(left && whole)) return std::nullopt;
  if ((divides || rounds) && !finding_.If<syntax::Literal>(binary.right))
    Differ("a division by zero does not raise");
  Number out{whole && !divides ? DType::Int : DType::Float, false,
             MagnitudeOf(binary.op, first.magnitude, second.magnitude), first.reads};
  out.reads.insert(out.reads.end(), second.reads.begin(), second.reads.end());
  if (out.kind == DType::Int)
    for (const Number& number : {first, second}) DifferBeyondBits(number);
  DifferWhereItWraps(out);
  Note(expr, out.kind);
  return out;
}

Number ReadTests::Plain(ExprId expr) const {
  const bool whole = finding_.Fact(expr).Is(FactKind::Int);
  return {whole ? DType::Int : DType::Float, true, MagnitudeOf(finding_, expr), {}};
}

void ReadTests::DifferBeyondBits(const Number& number) {
  const bool plain = number.reads.empty() && number.kind == DType::Int;
  if (plain && number.magnitude >= kBeyondLong) Differ(kBeyondBits);
}

void ReadTests::DifferWhereItWraps(const Number& result) {
  if (result.kind == DType::Int && result.magnitude >= kBeyondLong) Differ(kWrapsAround);
}

// ---- tests --------------------------------------------------------------------------------------
std::string_view MathTestOf(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call || call->args.size() != 1) return {};
  std::string_view name = finding.NameOf(call->callee);
  if (!name.starts_with("math.") && !name.starts_with("numpy.")) return {};
  name.remove_prefix(name.find('.') + 1);
  return name == "isnan" || name == "isinf" || name == "isfinite" ? name : std::string_view();
}

bool ReadTests::Test(ExprId expr) {
  if (const auto* unary = finding_.If<syntax::Unary>(expr);
      unary && unary->op == syntax::UnaryOp::Not)
    return Test(unary->operand);
  if (const auto* both = finding_.If<syntax::BoolOp>(expr)) {
    const bool left = Test(both->left), right = Test(both->right);
    return left || right;
  }
  if (const auto* compare = finding_.If<syntax::Compare>(expr)) return Comparison(expr, *compare);
  if (const auto* call = finding_.If<syntax::Call>(expr); call && call->args.size() == 1) {
    const std::string_view name = finding_.NameOf(call->callee);
    const ExprId asked = call->args[0].value;
    if (const std::string_view test = MathTestOf(finding_, expr); !test.empty()) {
      const std::string method = "." + std::string(test) + "()";
      if (name.starts_with("math.") && IsTensor(finding_.Fact(asked)))
        return AskedOfTensor(expr, asked, method);
      if (NumberOf(asked)) {
        Note(expr, DType::Bool, asked, method);
        return true;
      }
    }
    if (finding_.BuiltinName(call->callee) == "bool") {
      if (NumberOf(expr)) return true;
      if (!Test(asked)) return false;
      Note(expr, DType::Bool, asked, ".bool()");
      return true;
    }
  }
  return NumberOf(expr).has_value();
}

// `math.isnan(t)`, which reads the tensor as `float(t)` does.
bool ReadTests::AskedOfTensor(ExprId expr, ExprId tensor, const std::string& method) {
  const values::Tensor& fact = *finding_.Fact(tensor).tensor;
  std::string suffix;
  if (fact.rank != 0) {
    Differ("a tensor of several elements raises a different error");
    suffix = ".reshape(())";
  }
  if (fact.dtype != DType::Int && fact.dtype != DType::Bool)
    Differ("the warning of `float()` about a tensor that requires a gradient is not shown");
  if (fact.dtype == DType::Unknown) Differ("a complex number is not refused");
  if (fact.dtype == DType::Complex) return false;
  Note(expr, DType::Bool, tensor, suffix + method);
  return true;
}

bool ReadTests::Chain(const syntax::If& branch) {
  bool found = Test(branch.test);
  for (const syntax::StmtList& body : {branch.body, branch.orelse})
    for (syntax::StmtId stmt : body)
      if (const auto* inner = finding_.If<syntax::If>(stmt)) found |= Chain(*inner);
  return found;
}

// A number that all floating dtypes hold, down to eight bits of precision, and that no whole number
// is rounded to.
bool ReadTests::IsExactEverywhere(ExprId expr) const {
  const auto constant = ConstantOf(finding_, expr);
  if (!constant) return false;
  const bool real = constant->kind == syntax::LiteralKind::Float;
  if (!real && constant->kind != syntax::LiteralKind::Int) return true;
  const double value = real ? constant->real : static_cast<double>(constant->integer);
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent) * 256;
  return std::abs(value) <= 256 && mantissa == std::trunc(mantissa) && exponent > -8;
}

// `n in ids.tolist()`: whether any of them is the number.
bool ReadTests::Membership(const syntax::Compare& compare) {
  using syntax::CompareOp;
  if (compare.ops.size() != 1 ||
      (compare.ops[0] != CompareOp::In && compare.ops[0] != CompareOp::NotIn))
    return false;
  const ExprId list = compare.rights[0];
  const std::optional<HostRead> read = HostReadOf(finding_, list);
  if (!read || read->how != "tolist") return false;
  const infer::ExprFact& fact = finding_.Fact(read->tensor);
  const bool whole = fact.tensor && fact.tensor->dtype == DType::Int &&
                     finding_.Fact(compare.left).Is(FactKind::Int);
  if (!IsTensor(fact) || fact.Rank() > 1 || fact.Rank() == 0 ||
      (!whole && !(IsPlain(compare.left) && IsExactEverywhere(compare.left))))
    return false;
  if (fact.Rank() < 0) Differ("rows of a tensor of more than one dimension are searched, too");
  if (!IsSmall(compare.left))
    Differ("a number that the dtype of the tensor does not hold raises an error");
  Note(list, fact.tensor->dtype, read->tensor);  // which a search in a tensor is a test of
  return true;
}

bool ReadTests::Comparison(ExprId expr, const syntax::Compare& compare) {
  if (Membership(compare)) return true;
  for (syntax::CompareOp op : compare.ops)
    if (op == syntax::CompareOp::In || op == syntax::CompareOp::NotIn ||
        op == syntax::CompareOp::Is || op == syntax::CompareOp::IsNot)
      return false;
  std::vector<ExprId> operands = {compare.left}, reads;
  operands.insert(operands.end(), compare.rights.begin(), compare.rights.end());
  bool whole = true, as_it_is = true, small = true;
  for (ExprId operand : operands) {
    if (const std::optional<Number> number = NumberOf(operand)) {
      whole &= IsWhole(number->kind);
      as_it_is &= number->bare;
      small &= number->bare;
      reads.insert(reads.end(), number->reads.begin(), number->reads.end());
    } else if (IsPlain(operand)) {
      whole &= finding_.Fact(operand).OneOf(FactKind::Int, FactKind::Bool);
      as_it_is &= IsExactEverywhere(operand);
      small &= IsSmall(operand);
      if (IsTooLong(finding_, operand)) return false;
      DifferBeyondBits(Plain(operand));
    } else {
      return false;
    }
  }
  if (reads.empty()) return false;
  if (reads.size() > 1)  // of which one may be a whole number
    for (ExprId read : reads) as_it_is &= noted_[read.index].fact.tensor->dtype == DType::Float;
  if (whole && !small) InLongs(reads);
  const bool wraps = !small && std::any_of(reads.begin(), reads.end(), [&](ExprId read) {
    return noted_[read.index].fact.tensor->dtype == DType::Unknown;
  });
  if (!whole && (!as_it_is || wraps)) InDoubles(reads);
  Note(expr, DType::Bool);
  return true;
}

// Whether every dtype of whole numbers holds it, or it is none of them.
bool ReadTests::IsSmall(ExprId expr) const {
  const auto constant = ConstantOf(finding_, expr);
  return constant && (constant->kind != syntax::LiteralKind::Int ||
                      (constant->integer >= 0 && constant->integer <= 127));
}

// What is read of a tensor of bytes, say, would wrap where Python's number does not.
void ReadTests::InLongs(const std::vector<ExprId>& reads) {
  for (ExprId read : reads) {
    Assumed& noted = noted_[read.index];
    const infer::ExprFact& fact = finding_.Fact(noted.tensor ? noted.tensor : read);
    const bool wide = fact.tensor && fact.tensor->exact.text() == "int64";
    if (noted.fact.tensor->dtype == DType::Int && !wide && !noted.suffix.ends_with(".long()"))
      noted.suffix += ".long()";
  }
}

void ReadTests::InDoubles(const std::vector<ExprId>& reads) {
  for (ExprId read : reads) {
    if (noted_[read.index].fact.tensor->dtype == DType::Unknown) {
      Differ("only the real part of a complex number is compared");
      Differ("whole numbers beyond 2**53 are rounded before they are compared");
    }
    std::string& suffix = noted_[read.index].suffix;
    if (!suffix.ends_with(".double()") && !suffix.ends_with(".double().trunc()"))
      suffix += ".double()";
  }
  Differ("a device without doubles, such as Apple's, cannot compare as Python does");
}

void ReadTests::Differ(std::string_view how) { AddDifference(difference_, how); }

}  // namespace graphmend::fix
