// Elements that a mask selects whose number its shape tells: off the diagonal of a square, on it,
// above or below it.
//
//     mask = ~torch.eye(n, dtype=torch.bool)
//     y = x[mask]
//     y = x[torch.nonzero_static(mask, size=mask.numel() - mask.shape[0]).unbind(1)]
//
// The same elements in the same order, by the same kernels, and the size is one that the graph
// knows.
#include <optional>
#include <string>

#include "captured.h"
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/variables.h"

namespace graphmend::fix::select_known_places {
namespace {

using diag::Applicability;
using infer::ObservationKind;
using syntax::ExprId;
using syntax::LiteralKind;

// Which elements of a square tensor are not zero.
enum class Places : std::uint8_t {
  All,
  Diagonal,
  OffDiagonal,
  Strict,  // above the diagonal, or below it
  Half,    // with the diagonal
};

std::optional<Places> Inverted(std::optional<Places> places) {
  if (!places) return std::nullopt;
  switch (*places) {
    case Places::Diagonal: return Places::OffDiagonal;
    case Places::OffDiagonal: return Places::Diagonal;
    case Places::Strict: return Places::Half;
    case Places::Half: return Places::Strict;
    case Places::All: break;
  }
  return std::nullopt;
}

class Mask {
 public:
  explicit Mask(const Finding& finding)
      : finding_(finding), variables_(finding, finding.function) {}

  std::optional<Places> Of(ExprId expr, int depth = 0) const {
    constexpr int kDeepest = 8;
    if (!expr || depth > kDeepest) return std::nullopt;
    if (const auto slot = variables_.SlotOf(expr))
      return variables_.IsCaptured(*slot) || IsChangedInPlace(finding_, expr) || IsShared(*slot)
                 ? std::nullopt
                 : Of(variables_.OnlyValue(*slot), depth + 1);
    if (const auto* unary = finding_.If<syntax::Unary>(expr))
      return unary->op == syntax::UnaryOp::Invert && IsBool(unary->operand)
                 ? Inverted(Of(unary->operand, depth + 1))
                 : std::nullopt;
    if (const auto* compare = finding_.If<syntax::Compare>(expr)) return Compared(*compare, depth);
    if (const auto* binary = finding_.If<syntax::Binary>(expr)) return OneMinus(*binary, depth);
    const auto* call = finding_.If<syntax::Call>(expr);
    if (!call) return std::nullopt;
    const auto* method = finding_.If<syntax::Attribute>(call->callee);
    if (method && IsTensor(finding_.Fact(method->object)))
      return ByMethod(*call, method->object, method->name.text(), depth);
    std::string_view name = finding_.NameOf(call->callee);
    if (!name.starts_with("torch.")) return std::nullopt;
    name.remove_prefix(6);
    if (name == "eye" || name == "ones") return Made(*call, name == "eye");
    if (call->args.empty() || call->args[0].kind != syntax::ArgKind::Positional)
      return std::nullopt;
    return ByFunction(*call, call->args[0].value, name, 1, depth);
  }

 private:
  bool IsBool(ExprId expr) const {
    const auto& tensor = finding_.Fact(expr).tensor;
    return tensor && tensor->dtype == values::DType::Bool;
  }

  // `torch.eye(n)`, `torch.ones(n, n)`: of what is a square as it stands there.
  std::optional<Places> Made(const syntax::Call& call, bool diagonal) const {
    std::vector<ExprId> sizes;
    for (const syntax::Arg& arg : call.args) {
      if (arg.kind == syntax::ArgKind::Positional) sizes.push_back(arg.value);
      else if (arg.kind != syntax::ArgKind::Keyword || arg.name == "n" || arg.name == "m" ||
               arg.name == "out" || arg.name == "size")
        return std::nullopt;
    }
    if (sizes.size() == 1 && !diagonal)
      if (const auto* several = finding_.If<syntax::Sequence>(sizes[0]))
        sizes.assign(several->items.begin(), several->items.end());
    const bool alone = diagonal && sizes.size() == 1;
    if (!alone && (sizes.size() != 2 || !IsSame(sizes[0], sizes[1]))) return std::nullopt;
    return diagonal ? Places::Diagonal : Places::All;
  }

  bool IsSame(ExprId a, ExprId b) const {
    bool computes = true;
    ForEachInside(finding_, finding_.tree()[a].span, [&](ExprId part) {
      const auto* call = finding_.If<syntax::Call>(part);
      computes = computes && !finding_.If<syntax::Walrus>(part) &&
                 (!call || finding_.BuiltinName(call->callee) == "len" ||
                  finding_.NameOf(call->callee) == "torch.Tensor.size");
    });
    return computes && finding_.Text(a) == finding_.Text(b);
  }

  std::optional<Places> ByMethod(const syntax::Call& call, ExprId object, std::string_view name,
                                 int depth) const {
    if (name == "bool" && call.args.empty()) return Of(object, depth + 1);
    if (name == "to" || name == "type" || name == "cuda" || name == "contiguous" ||
        name == "clone" || name == "detach")
      return Of(object, depth + 1);
    return ByFunction(call, object, name, 0, depth);
  }

  // `first`: the position of the argument behind the tensor.
  std::optional<Places> ByFunction(const syntax::Call& call, ExprId tensor, std::string_view name,
                                   int first, int depth) const {
    const std::optional<Places> places = Of(tensor, depth + 1);
    if (!places) return std::nullopt;
    if (name == "logical_not" && call.args.size() == static_cast<std::size_t>(first))
      return Inverted(places);
    if (name == "fill_diagonal_" && places == Places::All)
      return IsZero(Argument(call, first, "fill_value")) ? std::optional(Places::OffDiagonal)
                                                         : std::nullopt;
    if ((name != "triu" && name != "tril") || places != Places::All) return std::nullopt;
    const ExprId diagonal = Argument(call, first, "diagonal");
    const std::int64_t strict = name == "triu" ? 1 : -1;
    if (!diagonal || IsNumber(diagonal, 0)) return Places::Half;
    return IsNumber(diagonal, strict) ? std::optional(Places::Strict) : std::nullopt;
  }

  // Whether something else may come to hold the mask, or a view of it, and change it there.
  bool IsShared(std::uint32_t slot) const {
    const std::vector<ExprId> reads = variables_.Reads(slot);
    return !std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
      const ExprId outer = finding_.parents.Parent(read);
      const auto* item = finding_.If<syntax::Subscript>(outer);
      const auto* member = finding_.If<syntax::Attribute>(outer);
      const auto* method = finding_.If<syntax::Call>(finding_.parents.Parent(outer));
      const bool called = member && method && method->callee == outer;
      const auto* call = called ? method : finding_.If<syntax::Call>(outer);
      if (call) {
        const models::Traits traits = finding_.Fact(call->callee).traits;
        return traits.op != models::OpKind::Unknown && traits.op != models::OpKind::View &&
               !traits.ChangesArguments();
      }
      return (item && item->index == read) || (member && member->name == "shape") ||
             finding_.If<syntax::Unary>(outer) || finding_.If<syntax::Binary>(outer) ||
             finding_.If<syntax::Compare>(outer);
    });
  }

  // As it is written there: a parameter may be another number than it is by default.
  bool IsNumber(ExprId expr, std::int64_t number) const {
    const auto* negated = finding_.If<syntax::Unary>(expr);
    if (!finding_.If<syntax::Literal>(negated ? negated->operand : expr)) return false;
    const auto constant = ConstantOf(finding_, expr);
    return constant && constant->kind == LiteralKind::Int && constant->integer == number;
  }
  bool IsZero(ExprId expr) const {
    return expr && (IsNumber(expr, 0) || IsLiteral(finding_, expr, LiteralKind::False));
  }

  // `m == 0`, `m != 1`, `m > 0`: of ones and zeros.
  std::optional<Places> Compared(const syntax::Compare& compare, int depth) const {
    using syntax::CompareOp;
    if (compare.ops.size() != 1) return std::nullopt;
    const bool zero = IsZero(compare.rights[0]);
    if (!zero && !IsNumber(compare.rights[0], 1) &&
        !IsLiteral(finding_, compare.rights[0], LiteralKind::True))
      return std::nullopt;
    const std::optional<Places> places = Of(compare.left, depth + 1);
    switch (compare.ops[0]) {
      case CompareOp::Eq: return zero ? Inverted(places) : places;
      case CompareOp::NotEq: return zero ? places : Inverted(places);
      case CompareOp::Gt: return zero ? places : std::nullopt;
      case CompareOp::Lt: return zero ? std::nullopt : Inverted(places);
      default: return std::nullopt;
    }
  }

  // `1 - torch.eye(n)`
  std::optional<Places> OneMinus(const syntax::Binary& binary, int depth) const {
    if (binary.op != syntax::BinaryOp::Sub || !IsNumber(binary.left, 1)) return std::nullopt;
    return Inverted(Of(binary.right, depth + 1));
  }

  const Finding& finding_;
  Variables variables_;
};

// How many places the mask of that name has.
std::string CountOf(Places places, const std::string& mask) {
  switch (places) {
    case Places::Diagonal: return mask + ".shape[0]";
    case Places::OffDiagonal: return mask + ".numel() - " + mask + ".shape[0]";
    case Places::Strict: return "(" + mask + ".numel() - " + mask + ".shape[0]) // 2";
    case Places::Half: return "(" + mask + ".numel() + " + mask + ".shape[0]) // 2";
    case Places::All: break;
  }
  return mask + ".numel()";
}

struct Selection {
  ExprId tensor;
  ExprId mask;
};

// `x[mask]`, `x.masked_select(mask)`, `torch.masked_select(x, mask)`
std::optional<Selection> SelectionAt(const Finding& finding) {
  if (const auto* item = finding.If<syntax::Subscript>(finding.expr)) {
    if (IsTarget(finding, finding.expr)) return std::nullopt;
    return Selection{item->object, item->index};
  }
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call) return std::nullopt;
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const bool is_method = method && IsTensor(finding.Fact(method->object));
  const bool selects = is_method ? method->name == "masked_select"
                                 : finding.NameOf(call->callee) == "torch.masked_select";
  const std::size_t count = is_method ? 1 : 2;
  if (!selects || !HasOnly(*call, count, {})) return std::nullopt;
  return Selection{is_method ? method->object : call->args[0].value, call->args[count - 1].value};
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const std::optional<Selection> selection = SelectionAt(finding);
  if (!selection) return std::nullopt;
  const infer::ExprFact& mask = finding.Fact(selection->mask);
  if (!IsTensor(finding.Fact(selection->tensor)) || !IsTensor(mask) ||
      mask.tensor->dtype != values::DType::Bool)
    return std::nullopt;
  const std::optional<Places> known = Mask(finding).Of(selection->mask);
  if (!known) return std::nullopt;
  // masked_select spreads the smaller of the two.
  const bool spreads = finding.If<syntax::Call>(finding.expr) != nullptr;
  if (spreads && finding.Fact(selection->tensor).Rank() != 2) return std::nullopt;
  Rewriter rewriter(finding);
  std::string name(finding.Text(selection->mask));
  if (!finding.If<syntax::Name>(selection->mask)) {
    bool assigns = false;
    ForEachInside(finding, finding.tree()[finding.stmt].span,
                  [&](ExprId part) { assigns = assigns || finding.If<syntax::Walrus>(part); });
    if (assigns || !rewriter.HasOwnLines(finding.stmt) || !IsAlwaysEvaluated(finding, finding.expr))
      return Declined{"the mask is named before the statement; assign it to a name first"};
    name = rewriter.FreshName("selected");
    rewriter.InsertBefore(finding.stmt, name + " = " + Render(finding, selection->mask) + "\n");
  }
  const std::string torch = rewriter.Import("torch");
  const std::string places =
      torch + ".nonzero_static(" + name + ", size=" + CountOf(*known, name) + ").unbind(1)";
  if (!spreads) {
    rewriter.Replace(selection->mask, places);
  } else {
    const bool named = finding.If<syntax::Name>(selection->tensor) != nullptr;
    const std::string tensor(finding.Text(selection->tensor));
    rewriter.Replace(finding.expr, (named ? tensor : "(" + tensor + ")") + "[" + places + "]");
  }
  std::string difference =
      "a mask whose shape differs from what it selects from may raise none, or on a GPU a "
      "device-side assert";
  if (spreads) difference += "; a tensor that masked_select would expand raises";
  return rewriter.Finish("take the places that the mask is known to have", Applicability::Unsafe,
                         std::move(difference));
}

constexpr ObservationKind kAnswers[] = {ObservationKind::BooleanMask,
                                        ObservationKind::DynamicShape};
constexpr std::string_view kBefore[] = {"count_selected", "reduce_selected", "reduce_by_mask"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "select by a mask of which the shape tells how many places it has",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::select_known_places
