// Selected elements that are written back where they came from:
//
//     y[mask] *= 0.5                     y.copy_(torch.where(mask, y * 0.5, y))
//     x[mask] = y[mask].exp()            x.copy_(torch.where(mask, y.exp(), x))
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

namespace graphmend::fix::write_by_mask {
namespace {

constexpr std::string_view kOverlapping =
    "a tensor whose elements share memory is written differently, or raises an error";

constexpr std::string_view kUnstable =
    "an element that is not selected may turn its zero gradient into NaN";

constexpr std::string_view kBroadcast = "a mask of size 1 is broadcast instead of refused";

// A whole number that is not selected may be 0.
constexpr std::string_view kDivides =
    "it divides by something that may be 0 where nothing is selected; divide by a clamped tensor";

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

// What a mask selects to be written: `x[mask]`, `x[mask, :]`, `x[:, mask]`, `x[..., mask]`, or the
// first arguments of masked_scatter_().
struct Target {
  Selection selection;
  ExprId index;         // the whole index; the mask where there is none
  int before = 0;       // dimensions of the tensor before those of the mask
  bool at_end = false;  // the mask has the last dimensions of the tensor
  bool scatters = false;
};

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
  std::optional<Target> TargetAt(ExprId expr) const {
    if (auto selection = masks_.SelectionAt(expr)) return Target{*selection, selection->mask};
    const auto* item = finding_.If<syntax::Subscript>(expr);
    const auto* tuple = item ? finding_.If<syntax::Sequence>(item->index) : nullptr;
    if (!tuple || tuple->kind != syntax::SequenceKind::Tuple) return std::nullopt;
    Target target{{expr, item->object, ExprId()}, item->index};
    for (ExprId part : tuple->items) {
      if (IsLiteral(finding_, part, syntax::LiteralKind::Ellipsis) && !target.selection.mask &&
          target.before == 0)
        target.at_end = true;
      else if (IsWholeSlice(finding_, part)) target.before += target.selection.mask ? 0 : 1;
      else if (!target.selection.mask) target.selection.mask = part;
      else return std::nullopt;
    }
    // A slice behind the mask, or between it and the dots, would be at its end.
    const bool split = target.at_end && (target.before > 0 || tuple->items.size() != 2);
    if (!target.selection.mask || split || !masks_.IsSelection(target.selection))
      return std::nullopt;
    return target;
  }

  std::optional<Proposal> Scatter(const syntax::ExprStmt& alone) {
    const auto* call = finding_.If<syntax::Call>(alone.value);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    if (!method || finding_.NameOf(call->callee) != "torch.Tensor.masked_scatter_")
      return std::nullopt;
    const auto mask = Argument(*call, 0, "mask"), source = Argument(*call, 1, "source");
    if (!mask || !source || call->args.size() != 2) return std::nullopt;
    Target target{{alone.value, method->object, mask}, mask};
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
    const ExprId written = target->selection.tensor;
    const Code tensor = Code::Of(finding_, written);
    const Code value = Elements(aug.value, written);
    const bool power = aug.op == syntax::BinaryOp::Pow || aug.op == syntax::BinaryOp::Div;
    return Write(*target, (plain ? tensor : tensor.Method("clone")).Binary(aug.op, value),
                 terms_.IsUnstable(aug.value) ||
                     (power && finding_.Fact(aug.value).MayBe(FactKind::Tensor)));
  }

  // A number that is written, and not 0: integers may be divided by it.
  bool IsNonzero(ExprId expr) const {
    const auto* literal = finding_.If<syntax::Literal>(expr);
    return literal && ((literal->kind == syntax::LiteralKind::Int && literal->integer != 0) ||
                       (literal->kind == syntax::LiteralKind::Float && literal->real != 0));
  }

  std::optional<Proposal> Assigned(const Target& target, ExprId value) {
    if (auto why = WhyNot(target)) return Declined{*why};
    if (terms_.WholeDivision(value)) return Declined{std::string(kDivides)};
    if (!IsOfAll(value, target))
      return Declined{
          "what is written is more than a selection with the same mask; give it the shape of the "
          "tensor"};
    return Write(target, Elements(value, target.selection.tensor), terms_.IsUnstable(value));
  }

  std::optional<std::string> WhyNot(const Target& target) const {
    const Selection& selection = target.selection;
    if (!finding_.If<syntax::Name>(selection.tensor))
      return "the tensor that is written to has no name of its own; give it one";
    if (!rewriter_.HasOwnLines(finding_.stmt))
      return "the statement shares its line with another; give it its own line";
    return terms_.Effects(selection.mask);
  }

  int RankOf(ExprId expr) const { return finding_.Fact(expr).Rank(); }

  // Whether the mask, as it is, stands beside the dimensions that it selects from.
  bool IsAligned(const Target& target) const {
    if (target.scatters || target.at_end) return true;
    if (target.before == 0) return masks_.SameShape(target.selection);
    const int mask = RankOf(target.selection.mask);
    return mask > 0 && RankOf(target.selection.tensor) == target.before + mask;
  }

  // The mask in the dimensions that it selects from, and those behind it. `before`: a statement
  // that names it.
  Code MaskOf(const Target& target, std::vector<Line>& before) {
    using syntax::BinaryOp;
    Code mask = Code::Of(finding_, target.selection.mask);
    if (IsAligned(target)) return mask;
    if (!finding_.If<syntax::Name>(target.selection.mask)) {
      const Code name = Code::Place(rewriter_.FreshName("selected"));
      before.emplace_back(mask.AssignedTo(name));
      mask = name;
    }
    Code rest = Code::Of(finding_, target.selection.tensor).Method("dim");
    rest = rest.Binary(BinaryOp::Sub, mask.Method("dim"));
    if (target.before > 0) rest = rest.Binary(BinaryOp::Sub, Code::Number(target.before));
    const Code ones = Code::Verbatim("(1,)", Precedence::Primary).Binary(BinaryOp::Mul, rest);
    const Code shape = mask.Attribute("shape").Binary(BinaryOp::Add, ones);
    return mask.Method("reshape", {shape});
  }

  // Whether all elements of the tensor stand beside those of the one that is written to.
  bool IsBeside(ExprId tensor, const Target& target) {
    const ExprId written = target.selection.tensor;
    if (finding_.Text(tensor) == finding_.Text(written)) return true;
    const int rank = RankOf(tensor), wanted = RankOf(written);
    if (rank >= 0 && wanted >= 0 && rank != wanted) return false;
    if (!AreSame(terms_.Of(tensor).shape, terms_.Of(written).shape))
      beside_ = "`" + std::string(finding_.Text(tensor)) + "` must have as many dimensions as `" +
                std::string(finding_.Text(written)) + "`";
    return true;
  }

  // A parameter or the like, which is combined with each row that is selected.
  bool IsOfRow(ExprId expr, const Target& target) const {
    const int rank = RankOf(expr), all = RankOf(target.selection.tensor);
    const int mask = RankOf(target.selection.mask);
    return rank > 0 && !target.scatters && !target.at_end && all > 0 && mask > 0 &&
           rank <= all - mask - target.before && finding_.If<syntax::Attribute>(expr);
  }

  // Whether it selects from another tensor what the mask selects from the one that is written to.
  bool IsSelected(const Target& read, const Target& target) {
    // masked_select() and masked_scatter_() broadcast, and an index does not.
    const bool broadcasts = finding_.If<syntax::Call>(read.selection.expr) != nullptr;
    if (finding_.Text(read.index) != finding_.Text(target.index) ||
        terms_.Effects(read.selection.tensor) || !IsBeside(read.selection.tensor, target) ||
        (broadcasts != target.scatters &&
         !(masks_.SameShape(read.selection) && masks_.SameShape(target.selection))))
      return false;
    selections_.push_back(read.selection);
    return true;
  }

  // A number, a dtype, a 0-d tensor, or what is combined with each row.
  bool IsForAll(ExprId expr, const Target& target) const {
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
  bool IsOfAll(ExprId expr, const Target& target) {
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
  Code Elements(ExprId expr, ExprId target) const {
    Naming all;
    for (const Selection& selection : selections_) {
      // A copy where it, or what may share its memory, is then written, as the selection was:
      // gradients may need what it held.
      const bool written = finding_.Text(selection.tensor) == finding_.Text(target) ||
                           (!terms_.Of(target).fresh && !terms_.Of(selection.tensor).fresh);
      const Code tensor = Code::Of(finding_, selection.tensor);
      all[std::string(finding_.Text(selection.expr))] = written ? tensor.Method("clone") : tensor;
    }
    return Code::Of(finding_, expr, all);
  }

  // `unstable`: at an element that is not selected, the gradient of the value may be infinite.
  Proposal Write(const Target& target, const Code& value, bool unstable) {
    const Code tensor = Code::Of(finding_, target.selection.tensor);
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

  std::string Difference(const Target& target, bool unstable) const {
    std::string difference =
        "all elements are computed, so a zero in a gradient may change its sign; a different dtype "
        "is converted and raises no error";
    const std::string known = masks_.AsKnown(target.selection);
    if (!known.empty() && !target.scatters)
      difference += "; " + (masks_.SameShape(target.selection) ? known : std::string(kBroadcast));
    if (!beside_.empty()) difference += "; " + beside_;
    for (const Selection& read : selections_)
      if (finding_.If<syntax::Call>(read.expr) && difference.find(kShown) == std::string::npos)
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

  std::vector<Selection> selections_;
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
