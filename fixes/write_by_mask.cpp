// Selected elements that are written back where they came from:
//
//     y[mask] *= 0.5                     y.copy_(torch.where(mask, y * 0.5, y))
//     x[mask] = y[mask].exp()            x.copy_(torch.where(mask, y.exp(), x))
//     rows = torch.where(chosen)[0]
//     out[rows] = expert(x[rows])        out.copy_(torch.where(chosen.unsqueeze(-1), expert(x),
//     out))
//
// The tensor is still changed in place, so that all who hold it see it.
#include <algorithm>

#include "captured.h"
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
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    if (!assign || assign->targets.size() != 1) return std::nullopt;
    if (auto target = masks_.SelectionAt(assign->targets[0]))
      return Assigned(*target, assign->value);
    // What all rows go through may be a product, whose bits depend on how many there are.
    return MayBeCounted(finding_) ? std::nullopt : ByPlaces();
  }

 private:
  std::optional<Proposal> Aug(const syntax::AugAssign& aug) {
    const auto target = masks_.SelectionAt(aug.target);
    if (!target) return std::nullopt;
    if (auto why = WhyNot(*target)) return Declined{*why};
    if (!IsOfAll(aug.value, *target))
      return Declined{
          "what is combined with the selected elements is not a number; select it with the same "
          "mask"};
    const bool divides = aug.op == syntax::BinaryOp::FloorDiv || aug.op == syntax::BinaryOp::Mod;
    if (terms_.WholeDivision(aug.value) ||
        (divides && finding_.Fact(aug.value).MayBe(FactKind::Tensor)))
      return Declined{std::string(kDivides)};
    const bool plain = finding_.Fact(aug.value).OneOf(FactKind::Int, FactKind::Float) &&
                       (aug.op == syntax::BinaryOp::Add || aug.op == syntax::BinaryOp::Sub ||
                        aug.op == syntax::BinaryOp::Mul || aug.op == syntax::BinaryOp::Div);
    const std::string tensor =
        RenderOperand(finding_, target->tensor, {}) + (plain ? "" : ".clone()");
    const std::string value = Elements(aug.value, finding_.Text(target->tensor));
    const bool power = aug.op == syntax::BinaryOp::Pow || aug.op == syntax::BinaryOp::Div;
    return Write(*target,
                 tensor + " " + std::string(Spelling(aug.op)) + " " +
                     (IsOperand(value) ? value : "(" + value + ")"),
                 terms_.IsUnstable(aug.value) ||
                     (power && finding_.Fact(aug.value).MayBe(FactKind::Tensor)));
  }

  std::optional<Proposal> Assigned(const Selection& target, ExprId value) {
    if (auto why = WhyNot(target)) return Declined{*why};
    if (terms_.WholeDivision(value)) return Declined{std::string(kDivides)};
    if (!IsOfAll(value, target))
      return Declined{
          "what is written is more than a selection with the same mask; give it the shape of the "
          "tensor"};
    return Write(target, Elements(value, finding_.Text(target.tensor)), terms_.IsUnstable(value));
  }

  std::optional<std::string> WhyNot(const Selection& target) const {
    if (!finding_.If<syntax::Name>(target.tensor))
      return "the tensor that is written to has no name of its own; give it one";
    if (!masks_.SameShape(target) && !ByRows(target))
      return "it is not known whether `" + std::string(finding_.Text(target.mask)) +
             "` has the shape of `" + std::string(finding_.Text(target.tensor)) + "`";
    if (!rewriter_.HasOwnLines(finding_.stmt))
      return "the statement shares its line with another; give it its own line";
    return terms_.Effects(target.mask);
  }

  // `y[rows] *= 2`, where the mask may select rows: of each, all elements are combined with
  // numbers.
  bool ByRows(const Selection& target) const {
    const auto* aug = finding_.If<syntax::AugAssign>(finding_.stmt);
    const infer::ExprFact& value = finding_.Fact(aug ? aug->value : ExprId());
    return aug && finding_.If<syntax::Name>(target.mask) &&
           value.OneOf(FactKind::Int, FactKind::Float);
  }

  // The mask in as many dimensions as the tensor has.
  std::string MaskText(const Selection& target) const {
    const std::string mask = Render(finding_, target.mask, {});
    if (masks_.SameShape(target)) return mask;
    return mask + ".reshape(" + mask + ".shape + (1,) * (" +
           std::string(finding_.Text(target.tensor)) + ".dim() - " + mask + ".dim()))";
  }

  // Whether the value, with each selection by the mask replaced by all elements, has at each
  // selected place what it has there: elementwise, of selections by this mask and of numbers.
  bool IsOfAll(ExprId expr, const Selection& target) {
    if (auto selection = masks_.SelectionAt(expr)) {
      if (finding_.Text(selection->mask) != finding_.Text(target.mask) ||
          !masks_.SameShape(*selection) || terms_.Effects(selection->tensor))
        return false;
      selections_.push_back(*selection);
      return true;
    }
    if (const auto* binary = finding_.If<syntax::Binary>(expr))
      return binary->op != syntax::BinaryOp::MatMul && IsOfAll(binary->left, target) &&
             IsOfAll(binary->right, target);
    if (const auto* unary = finding_.If<syntax::Unary>(expr))
      return unary->op != syntax::UnaryOp::Not && IsOfAll(unary->operand, target);
    if (const auto* call = finding_.If<syntax::Call>(expr)) {
      const auto* method = finding_.If<syntax::Attribute>(call->callee);
      if (IsPerElement(terms_, expr)) {
        return (method && finding_.Fact(method->object).Is(FactKind::Tensor)
                    ? IsOfAll(method->object, target)
                    : !call->args.empty()) &&
               std::all_of(call->args.begin(), call->args.end(),
                           [&](const syntax::Arg& arg) { return IsOfAll(arg.value, target); });
      }
    }
    const infer::ExprFact& fact = finding_.Fact(expr);
    const bool scalar = fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool) ||
                        (fact.Is(FactKind::Tensor) && fact.tensor && fact.tensor->rank == 0);
    return scalar && !terms_.Effects(expr);
  }

  // The text, with all elements in place of those selected.
  std::string Elements(ExprId expr, std::string_view target) const {
    std::string text(finding_.Text(expr));
    const std::uint32_t begin = finding_.tree()[expr].span.begin;
    std::vector<Selection> inside = selections_;
    std::sort(inside.begin(), inside.end(), [&](const Selection& a, const Selection& b) {
      return finding_.tree()[a.expr].span.begin > finding_.tree()[b.expr].span.begin;
    });
    for (const Selection& selection : inside) {
      const source::Span span = finding_.tree()[selection.expr].span;
      // A copy where it is then written, as the selection was: gradients may need what it held.
      const bool written = finding_.Text(selection.tensor) == target;
      text.replace(span.begin - begin, span.end - span.begin,
                   RenderOperand(finding_, selection.tensor, {}) + (written ? ".clone()" : ""));
    }
    return text;
  }

  // `unstable`: at an element that is not selected, the gradient of the value may be infinite.
  Proposal Write(const Selection& target, const std::string& value, bool unstable) {
    if (value.find('\n') != std::string::npos)
      return Declined{"what is written spans several lines; give it a name first"};
    const std::string tensor(finding_.Text(target.tensor));
    rewriter_.ReplaceStatement(
        finding_.stmt, CommentsIn(finding_, finding_.tree()[finding_.stmt].span) + tensor +
                           ".copy_(" + rewriter_.Import("torch") + ".where(" + MaskText(target) +
                           ", " + value + ", " + tensor + "))\n");
    std::string difference =
        "all elements are computed, so a zero in a gradient may change its sign; a different dtype "
        "is converted and raises no error";
    if (std::string known = masks_.AsKnown(target); !known.empty() && masks_.SameShape(target))
      difference += "; " + known;
    for (const Selection& read : selections_)
      if (finding_.If<syntax::Call>(read.expr) && difference.find(kShown) == std::string::npos)
        difference += "; " + std::string(kShown);
    if (!terms_.Of(target.tensor).fresh) difference += "; " + std::string(kOverlapping);
    if (unstable) difference += "; " + std::string(kUnstable);
    return rewriter_.Finish("write with a fixed-size mask", diag::Applicability::Unsafe,
                            difference);
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
    std::string mask = RenderOperand(finding_, places->mask, {});
    const std::string out(finding_.Text(target->tensor));
    if (rank < 1) mask += ".reshape(-1, *[1] * (" + out + ".dim() - 1))";
    else
      for (int i = 1; i < rank; ++i) mask += ".unsqueeze(-1)";
    rewriter_.Delete(finding_.stmt);
    rewriter_.ReplaceStatement(write, CommentsIn(finding_, finding_.tree()[write].span) + out +
                                          ".copy_(" + rewriter_.Import("torch") + ".where(" + mask +
                                          ", " + Render(finding_, call->callee, {}) + "(" +
                                          Render(finding_, input->tensor, {}) + "), " + out +
                                          "))\n");
    return rewriter_.Finish("compute all rows and write with a fixed-size mask",
                            diag::Applicability::Unsafe,
                            "`" + std::string(finding_.Text(call->callee)) +
                                "` sees all rows, which is right if it treats each on its own; an "
                                "error shows even where no row is selected, and a different dtype "
                                "is converted and raises none; the last bits may differ; " +
                                std::string(kOverlapping));
  }

  std::vector<Selection> selections_;
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
