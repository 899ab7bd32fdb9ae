// Selected elements that are written back where they came from:
//
//     y[mask] *= 0.5                     y.copy_(torch.where(mask, y * 0.5, y))
//     x[mask] = y[mask].exp()            x.copy_(torch.where(mask, y.exp(), x))
//     x[mask, 0] = y[mask] + 1           x[:, 0].copy_(torch.where(mask, y + 1, x[:, 0]))
//     x.masked_scatter_(mask, torch.exp(torch.masked_select(x, mask)))
//                                        x.copy_(torch.where(mask, torch.exp(x), x))
//     rows = torch.where(chosen)[0]
//     out[rows] = expert(x[rows])        out.copy_(torch.where(chosen.unsqueeze(-1), expert(x),
//     out))
//
// The tensor is still changed in place, so that all who hold it see it.
#include <algorithm>

#include "captured.h"
#include "fix/arguments.h"
#include "fix/code.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/masks.h"
#include "fix/result_uses.h"
#include "written_parts.h"

namespace graphmend::fix::write_by_mask {
namespace {

constexpr std::string_view kOverlapping =
    "a tensor whose elements share memory is written differently, or raises an error";

constexpr std::string_view kUnstable =
    "an element that is not selected may turn its zero gradient into NaN";

constexpr std::string_view kBroadcast =
    "a mask, or what it selects from, of size 1 is broadcast instead of refused";

// A whole number that is not selected may be 0.
constexpr std::string_view kDivides =
    "it divides by something that may be 0 where nothing is selected; divide by a clamped tensor";

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

class MaskWrites : private MaskWork {
 public:
  using MaskWork::MaskWork;

  std::optional<Proposal> Run() {
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    if (const auto* aug = finding_.If<syntax::AugAssign>(finding_.stmt)) return Aug(*aug);
    if (const auto* alone = finding_.If<syntax::ExprStmt>(finding_.stmt)) return Scatter(*alone);
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    if (!assign || assign->targets.size() != 1) return std::nullopt;
    if (auto target = TargetAt(assign->targets[0])) return Assigned(*target, assign->value);
    // What all rows go through may be a product, whose bits depend on how many there are.
    return MayBeCounted(finding_) ? std::nullopt : ByPlaces();
  }

 private:
  std::optional<WrittenPart> TargetAt(ExprId expr) const {
    return WrittenPartAt(finding_, masks_, expr);
  }

  std::optional<Proposal> Scatter(const syntax::ExprStmt& alone) {
    const auto* call = finding_.If<syntax::Call>(alone.value);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    if (!method || finding_.NameOf(call->callee) != "torch.Tensor.masked_scatter_")
      return std::nullopt;
    const auto mask = Argument(*call, 0, "mask"), source = Argument(*call, 1, "source");
    if (!mask || !source || call->args.size() != 2) return std::nullopt;
    WrittenPart target{{alone.value, method->object, mask}, mask};
    target.scatters = true;
    return masks_.IsSelection(target.selection) ? Assigned(target, source) : std::nullopt;
  }

  std::optional<Proposal> Aug(const syntax::AugAssign& aug) {
    const auto target = TargetAt(aug.target);
    if (!target) return std::nullopt;
    if (auto why = WhyNot(*target)) return Declined{*why};
    if (!IsOfAll(aug.value, *target))
      return Declined{
          "what is combined with the selected elements is not a number; select it with the same "
          "mask"};
    const bool divides = aug.op == syntax::BinaryOp::FloorDiv || aug.op == syntax::BinaryOp::Mod;
    if (terms_.WholeDivision(aug.value) || (divides && !IsNonzero(aug.value)))
      return Declined{std::string(kDivides)};
    const bool plain = finding_.Fact(aug.value).OneOf(FactKind::Int, FactKind::Float) &&
                       (aug.op == syntax::BinaryOp::Add || aug.op == syntax::BinaryOp::Sub ||
                        aug.op == syntax::BinaryOp::Mul || aug.op == syntax::BinaryOp::Div);
    const Code tensor = TensorOf(finding_, *target);
    const Code value = Elements(aug.value, *target);
    const bool power = aug.op == syntax::BinaryOp::Pow || aug.op == syntax::BinaryOp::Div;
    return Write(
        *target, (plain ? tensor : tensor.Method("clone")).Binary(aug.op, value),
        MayTurnToNan(aug.value) || (power && finding_.Fact(aug.value).MayBe(FactKind::Tensor)));
  }

  // A number that is written, and not 0: integers may be divided by it.
  bool IsNonzero(ExprId expr) const {
    const auto* literal = finding_.If<syntax::Literal>(expr);
    return literal && ((literal->kind == syntax::LiteralKind::Int && literal->integer != 0) ||
                       (literal->kind == syntax::LiteralKind::Float && literal->real != 0));
  }

  std::optional<Proposal> Assigned(const WrittenPart& target, ExprId value) {
    if (auto why = WhyNot(target)) return Declined{*why};
    if (terms_.WholeDivision(value)) return Declined{std::string(kDivides)};
    if (!IsOfAll(value, target))
      return Declined{
          "what is written is more than a selection with the same mask; give it the shape of the "
          "tensor"};
    return Write(target, Elements(value, target), MayTurnToNan(value));
  }

  std::optional<std::string> WhyNot(const WrittenPart& target) const {
    const Selection& selection = target.selection;
    if (!target.HasName(finding_))
      return "the tensor that is written to has no name of its own; give it one";
    if (!rewriter_.HasOwnLines(finding_.stmt))
      return "the statement shares its line with another; give it its own line";
    return terms_.Effects(selection.mask);
  }

  int RankOf(ExprId expr) const { return finding_.Fact(expr).Rank(); }

  // Whether the mask, as it is, stands beside the dimensions that it selects from.
  bool IsAligned(const WrittenPart& target) const {
    if (target.scatters || target.at_end) return true;
    const int mask = RankOf(target.selection.mask);
    if (mask > 0 && fix::RankOf(finding_, target) == target.before + mask) return true;
    return target.before == 0 && target.behind.empty() && masks_.SameShape(target.selection);
  }

  // The mask in the dimensions that it selects from, and those behind it. `before`: a statement
  // that names it.
  Code MaskOf(const WrittenPart& target, std::vector<Line>& before) {
    using syntax::BinaryOp;
    Code mask = Code::Of(finding_, target.selection.mask);
    if (IsAligned(target)) return mask;
    if (!finding_.If<syntax::Name>(target.selection.mask)) {
      const Code name = Code::Place(rewriter_.FreshName("selected"));
      before.emplace_back(mask.AssignedTo(name));
      mask = name;
    }
    const int of_mask = RankOf(target.selection.mask), all = fix::RankOf(finding_, target);
    if (of_mask > 0 && all > 0) {
      for (int i = target.before + of_mask; i < all; ++i)
        mask = mask.Method("unsqueeze", {Code::Number(-1)});
      return mask;
    }
    Code rest = TensorOf(finding_, target).Method("dim");
    rest = rest.Binary(BinaryOp::Sub, mask.Method("dim"));
    if (target.before > 0) rest = rest.Binary(BinaryOp::Sub, Code::Number(target.before));
    const Code ones = Code::Verbatim("(1,)", Precedence::Primary).Binary(BinaryOp::Mul, rest);
    const Code shape = mask.Attribute("shape").Binary(BinaryOp::Add, ones);
    return mask.Method("reshape", {shape});
  }

  // Whether all elements of the tensor stand beside those of the one that is written to.
  bool IsBeside(const WrittenPart& read, const WrittenPart& target) {
    const std::string tensor = TensorOf(finding_, read).Text();
    const std::string written = TensorOf(finding_, target).Text();
    if (tensor == written) return true;
    const int rank = fix::RankOf(finding_, read), wanted = fix::RankOf(finding_, target);
    if (rank >= 0 && wanted >= 0 && rank != wanted) return false;
    const bool whole = read.behind.empty() && target.behind.empty();
    const bool same = whole && AreSame(terms_.Of(read.selection.tensor).shape,
                                       terms_.Of(target.selection.tensor).shape);
    // Of parts, known ranks are all that there is to ask; their sizes are those of the selections.
    if (!same && (whole || rank < 0 || wanted < 0))
      beside_ = "`" + tensor + "` must have as many dimensions as `" + written + "`";
    return true;
  }

  // A parameter or the like, which is combined with each row that is selected.
  bool IsOfRow(ExprId expr, const WrittenPart& target) const {
    const int rank = RankOf(expr), all = fix::RankOf(finding_, target);
    const int mask = RankOf(target.selection.mask);
    return rank > 0 && !target.scatters && !target.at_end && all > 0 && mask > 0 &&
           rank <= all - mask - target.before && finding_.If<syntax::Attribute>(expr);
  }

  // Whether it selects from another tensor what the mask selects from the one that is written to.
  bool IsSelected(const WrittenPart& read, const WrittenPart& target) {
    // masked_select() and masked_scatter_() broadcast, and an index does not.
    const bool broadcasts = finding_.If<syntax::Call>(read.selection.expr) != nullptr;
    if (finding_.Text(read.selection.mask) != finding_.Text(target.selection.mask) ||
        read.before != target.before || read.at_end != target.at_end ||
        terms_.Effects(read.selection.tensor) || !IsBeside(read, target) ||
        (broadcasts != target.scatters &&
         !(masks_.SameShape(read.selection) && masks_.SameShape(target.selection))))
      return false;
    reads_.push_back(read);
    return true;
  }

  // A number, a dtype, a 0-d tensor, or what is combined with each row.
  bool IsForAll(ExprId expr, const WrittenPart& target) const {
    if (const auto* literal = finding_.If<syntax::Literal>(expr))
      return literal->kind == syntax::LiteralKind::Int ||
             literal->kind == syntax::LiteralKind::Float;
    const infer::ExprFact& fact = finding_.Fact(expr);
    const bool scalar =
        fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool, FactKind::DType) ||
        (fact.Is(FactKind::Tensor) && fact.tensor && fact.tensor->rank == 0);
    return (scalar || IsOfRow(expr, target)) && !terms_.Effects(expr);
  }

  // Whether the value, with each selection by the mask replaced by all elements, has at each
  // selected place what it has there: elementwise, of selections by this mask and of numbers.
  bool IsOfAll(ExprId expr, const WrittenPart& target) {
    if (auto read = TargetAt(expr)) return IsSelected(*read, target);
    if (const auto* binary = finding_.If<syntax::Binary>(expr))
      return binary->op != syntax::BinaryOp::MatMul && IsOfAll(binary->left, target) &&
             IsOfAll(binary->right, target);
    if (const auto* unary = finding_.If<syntax::Unary>(expr))
      return unary->op != syntax::UnaryOp::Not && IsOfAll(unary->operand, target);
    const auto* call = finding_.If<syntax::Call>(expr);
    if (!call || !IsOfElements(expr)) return IsForAll(expr, target);
    const auto* method = finding_.If<syntax::Attribute>(call->callee);
    const bool subject = method && finding_.Fact(method->object).Is(FactKind::Tensor)
                             ? IsOfAll(method->object, target)
                             : !call->args.empty();
    return subject && std::all_of(call->args.begin(), call->args.end(),
                                  [&](const auto& arg) { return IsOfAll(arg.value, target); });
  }

  // The value, with all elements in place of those selected.
  Code Elements(ExprId expr, const WrittenPart& target) const {
    Naming all;
    for (const WrittenPart& read : reads_) {
      const ExprId tensor = read.selection.tensor, written = target.selection.tensor;
      // A copy where it, or what may share its memory, is then written, as the selection was:
      // gradients may need what it held.
      const bool held = finding_.Text(tensor) == finding_.Text(written) ||
                        (!terms_.Of(written).fresh && !terms_.Of(tensor).fresh);
      const Code whole = TensorOf(finding_, read);
      all[std::string(finding_.Text(read.selection.expr))] = held ? whole.Method("clone") : whole;
    }
    return Code::Of(finding_, expr, all);
  }

  // Where an element that is not selected is infinite, the gradient of a product is 0 * inf.
  bool MayTurnToNan(ExprId value) const {
    bool product = false;
    ForEachInside(finding_, finding_.tree()[value].span, [&](ExprId part) {
      const auto* binary = finding_.If<syntax::Binary>(part);
      product |= binary && binary->op == syntax::BinaryOp::Mul &&
                 IsTensor(finding_.Fact(binary->left)) && IsTensor(finding_.Fact(binary->right));
    });
    return product || terms_.IsUnstable(value);
  }

  // `unstable`: at an element that is not selected, the gradient of the value may be infinite.
  Proposal Write(const WrittenPart& target, const Code& value, bool unstable) {
    const Code tensor = TensorOf(finding_, target);
    std::vector<Line> lines;
    const Code mask = MaskOf(target, lines);
    const Code torch = Code::Place(rewriter_.Import("torch"));
    lines.emplace_back(tensor.Method("copy_", {torch.Method("where", {mask, value, tensor})}));
    rewriter_.ReplaceStatement(finding_.stmt,
                               CommentsIn(finding_, finding_.tree()[finding_.stmt].span) +
                                   TextOf(lines, rewriter_.Indentation(finding_.stmt).size()));
    return rewriter_.Finish("write with a fixed-size mask", diag::Applicability::Unsafe,
                            Difference(target, unstable));
  }

  std::string Difference(const WrittenPart& target, bool unstable) const {
    std::string difference =
        "all elements are computed, so a zero in a gradient may change its sign; a different dtype "
        "is converted and raises no error";
    const std::string known = masks_.AsKnown(target.selection);
    if (!known.empty() && !target.scatters)
      difference += "; " + (masks_.SameShape(target.selection) ? known : std::string(kBroadcast));
    if (!beside_.empty()) difference += "; " + beside_;
    for (const WrittenPart& read : reads_)
      if (finding_.If<syntax::Call>(read.selection.expr) &&
          difference.find(kShown) == std::string::npos)
        difference += "; " + std::string(kShown);
    if (!terms_.Of(target.selection.tensor).fresh) difference += "; " + std::string(kOverlapping);
    if (unstable) difference += "; " + std::string(kUnstable);
    return difference;
  }

  // rows = torch.where(chosen)[0]; out[rows] = expert(x[rows])
  std::optional<Proposal> ByPlaces() {
    const std::optional<Places> places = masks_.PlacesOf(finding_.stmt);
    if (!places || places->rank != 1 || places->columns.size() != 1 ||
        !rewriter_.HasOwnLines(finding_.stmt))
      return std::nullopt;
    const std::uint32_t slot = places->columns[0].first;
    StmtId write;
    for (ExprId read : variables_.Reads(slot)) {
      const StmtId stmt = finding_.parents.Statement(read);
      if (write && stmt != write) return std::nullopt;
      write = stmt;
    }
    const auto* assign = finding_.If<syntax::Assign>(write);
    if (!assign || assign->targets.size() != 1 || !rewriter_.HasOwnLines(write) ||
        finding_.parents.PositionOf(write).block.data() !=
            finding_.parents.PositionOf(finding_.stmt).block.data())
      return std::nullopt;
    const auto target = masks_.SelectionAt(assign->targets[0], *places);
    const auto* call = finding_.If<syntax::Call>(assign->value);
    if (!target || !finding_.If<syntax::Name>(target->tensor) || !call || call->args.size() != 1 ||
        finding_.Fact(call->callee).Is(FactKind::Unknown))
      return std::nullopt;
    const auto input = masks_.SelectionAt(call->args[0].value, *places);
    if (!input) return std::nullopt;
    if (terms_.Effects(places->mask)) return std::nullopt;
    const int rank = finding_.Fact(target->tensor).tensor->rank;
    std::string mask = RenderOperand(finding_, places->mask);
    const std::string out(finding_.Text(target->tensor));
    if (rank < 1) mask += ".reshape(-1, *[1] * (" + out + ".dim() - 1))";
    else
      for (int i = 1; i < rank; ++i) mask += ".unsqueeze(-1)";
    rewriter_.Delete(finding_.stmt);
    rewriter_.ReplaceStatement(write, CommentsIn(finding_, finding_.tree()[write].span) + out +
                                          ".copy_(" + rewriter_.Import("torch") + ".where(" + mask +
                                          ", " + Render(finding_, call->callee) + "(" +
                                          Render(finding_, input->tensor) + "), " + out + "))\n");
    return rewriter_.Finish("compute all rows and write with a fixed-size mask",
                            diag::Applicability::Unsafe,
                            "`" + std::string(finding_.Text(call->callee)) +
                                "` sees all rows, which is right if it treats each on its own; an "
                                "error shows even where no row is selected, and a different dtype "
                                "is converted and raises none; the last bits may differ; " +
                                std::string(kOverlapping));
  }

  // Whether each element of the result is computed from that of the tensor alone, be it another
  // dtype or the very same memory.
  bool IsOfElements(ExprId call) const {
    const models::Traits operation = terms_.OperationOf(call);
    if (operation.Has(models::Trait::Mixed)) return false;
    return IsPerElement(terms_, call) || operation.op == models::OpKind::Combining ||
           (operation.op == models::OpKind::View && operation.Has(models::Trait::SameShape));
  }

  std::vector<WrittenPart> reads_;
  std::string beside_;  // what is taken for granted of the tensors that are read
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return MaskWrites(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape,
                                               infer::ObservationKind::BooleanMask};
constexpr std::string_view kBefore[] = {"compare_neighbours"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "write selected elements with a fixed-size mask",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::write_by_mask
