// Elements that a mask selects and that are computed with, each by itself, before they are reduced:
// the same is computed of all elements, with a 1 where nothing is selected, and only those that are
// count:
//
//     p, t = pred[mask], target[mask]     p = torch.where(mask, pred, 1)
//     error = (p - t).abs()               t = torch.where(mask, target, 1)
//     return error.mean()                 error = (p - t).abs()
//                                         return torch.where(mask, error, 0).sum() / mask.sum()
//
// The 1 keeps gradients of what is not selected at zero, whatever the elements are.
#include <algorithm>
#include <array>
#include <set>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/failures.h"
#include "fix/masks.h"
#include "fix/reads.h"
#include "fix/result_uses.h"
#include "fixes/fixed_counts.h"
#include "fixes/hashed.h"

namespace graphmend::fix::reduce_selected {
namespace {

using infer::FactKind;
using syntax::ExprId;

// Losses of pairs of elements, which take the mean of them.
constexpr std::array<std::string_view, 6> kLosses = {"mse_loss",
                                                     "l1_loss",
                                                     "smooth_l1_loss",
                                                     "huber_loss",
                                                     "binary_cross_entropy_with_logits",
                                                     "soft_margin_loss"};

class SelectedTerms : private MaskWork {
 public:
  using MaskWork::MaskWork;

  std::optional<Proposal> Run() {
    const std::optional<Selection> selection = masks_.SelectionAt(finding_.expr);
    if (!selection || !TakesMask(selection->mask)) return std::nullopt;
    if (!Select(*selection) || !FollowAll()) {
      if (why_.empty()) return std::nullopt;
      return Declined{why_};
    }
    if (reduced_.empty() || (variables_followed_.empty() && !computed_)) return std::nullopt;
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    // Edits that begin at the same place are kept in the order in which they are made.
    for (const Reduced& one : reduced_) Write(one);
    for (const Selection& one : selections_)
      rewriter_.Replace(one.expr, rewriter_.Import("torch") + ".where(" + mask_ + ", " +
                                      Render(finding_, one.tensor) + ", 1)");
    return rewriter_.Finish("compute with all elements and reduce with a fixed-size mask",
                            diag::Applicability::Unsafe, difference_);
  }

 private:
  struct Reduced {
    ExprId elements;        // what is reduced
    ExprId whole;           // the reduction; the elements themselves, where a loss reduces them
    std::string_view what;  // sum, mean, any, all, numel, len, bincount; empty: a loss
    ExprId length = {};     // bincount: how many counts
  };

  bool Fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    return false;
  }

  // The mask has to be the same wherever it is written.
  bool TakesMask(ExprId mask) {
    first_mask_ = mask;
    mask_ = Render(finding_, mask);
    return finding_.If<syntax::Name>(mask) != nullptr;
  }

  bool IsSameMask(ExprId mask) const {
    return finding_.Text(mask) == mask_ && terms_.flow().Of(mask) == terms_.flow().Of(first_mask_);
  }

  bool Select(const Selection& selection) {
    if (!IsSameMask(selection.mask)) return false;
    if (std::any_of(selections_.begin(), selections_.end(),
                    [&](const Selection& one) { return one.expr == selection.expr; }))
      return true;
    if (!masks_.SameShape(selection))
      return Fail("it is not known whether `" + mask_ + "` has the shape of `" +
                  std::string(finding_.Text(selection.tensor)) +
                  "`; a fixed-size masked form may work");
    if (!masks_.IsStill(selection.mask, finding_.parents.Statement(selection.expr)) ||
        terms_.Effects(selection.tensor))
      return false;
    if (std::string known = masks_.AsKnown(selection); !known.empty()) Add(known);
    // Autograd keeps all of what masked_select selects from.
    if (finding_.If<syntax::Call>(selection.expr)) Add(kShown);
    selections_.push_back(selection);
    open_.push_back(selection.expr);
    return true;
  }

  // Follows what is selected up to where it is reduced.
  bool FollowAll() {
    while (!open_.empty()) {
      const ExprId next = open_.back();
      open_.pop_back();
      if (!Follow(next)) return false;
    }
    return true;
  }

  bool Follow(ExprId elements) {
    const ExprId outer = finding_.parents.Parent(elements);
    if (!outer) return Assigned(elements);
    if (auto reduction = ReductionOf(elements, outer)) {
      if (reduction->what == "bincount" && !MayBeCounted(*reduction)) return false;
      if (IsReduced(reduction->whole)) return true;
      reduced_.push_back(*reduction);
      return StillAt(reduction->whole);
    }
    if (const auto* call = finding_.If<syntax::Call>(outer); call && IsLoss(*call))
      return Loss(outer, *call);
    // The receiver of a method is a part of its callee.
    const auto* attribute = finding_.If<syntax::Attribute>(outer);
    const ExprId next = attribute ? finding_.parents.Parent(outer) : outer;
    if (!IsElementwise(next)) return false;
    computed_ = true;
    return Follow(next);
  }

  bool IsReduced(ExprId whole) const {
    return std::any_of(reduced_.begin(), reduced_.end(),
                       [&](const Reduced& one) { return one.whole == whole; });
  }

  bool StillAt(ExprId expr) const {
    return masks_.IsStill(first_mask_, finding_.parents.Statement(expr));
  }

  bool Assigned(ExprId elements) {
    const auto* assign = finding_.If<syntax::Assign>(finding_.parents.Statement(elements));
    if (!assign || assign->value != elements || assign->targets.size() != 1) return false;
    const auto slot = variables_.SlotOf(assign->targets[0]);
    if (!slot || variables_.IsCaptured(*slot) || variables_.IsParameter(*slot) ||
        variables_.Stores(*slot).size() != 1)
      return false;
    if (!variables_followed_.insert(*slot).second) return true;
    for (ExprId read : variables_.Reads(*slot))
      if (!Follow(read)) return false;
    return true;
  }

  // Elementwise, of what is selected by the mask and of numbers; others are followed, too.
  bool IsElementwise(ExprId expr) {
    if (!expr) return false;
    if (std::find(known_.begin(), known_.end(), expr) != known_.end()) return true;
    if (const auto* binary = finding_.If<syntax::Binary>(expr)) {
      if (binary->op == syntax::BinaryOp::MatMul || !IsOperand(binary->left) ||
          !IsOperand(binary->right) || terms_.WholeDivision(expr))
        return false;
    } else if (const auto* unary = finding_.If<syntax::Unary>(expr)) {
      if (unary->op == syntax::UnaryOp::Not || !IsOperand(unary->operand)) return false;
    } else if (const auto* compare = finding_.If<syntax::Compare>(expr)) {
      if (compare->ops.size() != 1 || !IsOperand(compare->left) || !IsOperand(compare->rights[0]))
        return false;
    } else if (const auto* call = finding_.If<syntax::Call>(expr)) {
      if (!IsElementwiseCall(expr, *call)) return false;
    } else {
      return false;
    }
    known_.push_back(expr);
    return true;
  }

  bool IsElementwiseCall(ExprId expr, const syntax::Call& call) {
    if (!IsPerElement(terms_, expr)) return false;
    const auto* method = finding_.If<syntax::Attribute>(call.callee);
    if (method && finding_.Fact(method->object).Is(FactKind::Tensor) && !IsOperand(method->object))
      return false;
    return std::all_of(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
      return arg.kind != syntax::ArgKind::Star && arg.kind != syntax::ArgKind::DoubleStar &&
             IsOperand(arg.value);
    });
  }

  bool IsOperand(ExprId expr) {
    if (auto selection = masks_.SelectionAt(expr)) return Select(*selection);
    if (auto slot = variables_.SlotOf(expr)) {
      if (variables_followed_.contains(*slot)) return true;
      const ExprId value = variables_.OnlyValue(*slot);
      if (auto selection = value ? masks_.SelectionAt(value) : std::nullopt)
        return Select(*selection);
    }
    const infer::ExprFact& fact = finding_.Fact(expr);
    const bool scalar = fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool) ||
                        (IsTensor(fact) && fact.tensor->rank == 0);
    return scalar ? !terms_.Effects(expr) : IsElementwise(expr);
  }

  // Where it is counted it is named, for it is not computed any more, and nothing looks up how many
  // there are.
  bool IsOnlyCounted(ExprId elements, ExprId whole) const {
    return finding_.If<syntax::Name>(elements) && !IsHashed(finding_, variables_, whole);
  }

  std::optional<Reduced> ReductionOf(ExprId elements, ExprId outer) const {
    constexpr std::array<std::string_view, 5> kKnown = {"sum", "mean", "any", "all", "numel"};
    const auto* attribute = finding_.If<syntax::Attribute>(outer);
    const ExprId whole = attribute ? finding_.parents.Parent(outer) : outer;
    const auto* call = finding_.If<syntax::Call>(whole);
    if (!call) return std::nullopt;
    std::string_view name = finding_.NameOf(call->callee);
    const bool bound = attribute && call->callee == outer && name.starts_with("torch.Tensor.");
    if (name == "torch.bincount" || name == "torch.Tensor.bincount")
      return CountOf(elements, whole);
    if (call->args.size() != (bound ? 0u : 1u)) return std::nullopt;
    const bool named = IsOnlyCounted(elements, whole);
    if (!bound && finding_.BuiltinName(call->callee) == "len")
      return named ? std::optional(Reduced{elements, whole, "len"}) : std::nullopt;
    if (!bound && (call->args[0].value != elements || !name.starts_with("torch.") ||
                   call->args[0].kind != syntax::ArgKind::Positional))
      return std::nullopt;
    name.remove_prefix(std::min<std::size_t>(bound ? 13 : 6, name.size()));
    const auto found = std::find(kKnown.begin(), kKnown.end(), name);
    if (found == kKnown.end() || (*found == "numel" && !named)) return std::nullopt;
    return Reduced{elements, whole, *found};
  }

  // torch.bincount(elements, minlength=n)
  std::optional<Reduced> CountOf(ExprId elements, ExprId whole) const {
    const auto& call = *finding_.If<syntax::Call>(whole);
    const bool bound = finding_.NameOf(call.callee) == "torch.Tensor.bincount";
    const ExprId length = Argument(call, -1, "minlength");
    if (!length || !HasOnly(call, bound ? 0 : 1, {"minlength"})) return std::nullopt;
    if (!bound && Argument(call, 0, "input") != elements) return std::nullopt;
    return Reduced{elements, whole, "bincount", length};
  }

  // Whether the counts may have a size that does not depend on data.
  bool MayBeCounted(const Reduced& one) {
    if (terms_.Effects(one.length)) return false;
    if (MayBeZero(finding_, one.length))
      return Fail("the number of values is not given; pass a `minlength` above all of them");
    const infer::ExprFact& fact = finding_.Fact(one.elements);
    const auto dtype = fact.tensor ? fact.tensor->dtype : values::DType::Unknown;
    if (dtype != values::DType::Int && dtype != values::DType::Unknown)
      return Fail("bincount takes only integers; convert what is counted");
    if (dtype == values::DType::Unknown)
      Add("what is counted is converted to integers, where bincount raises for anything else");
    computed_ = true;
    return true;
  }

  bool IsLoss(const syntax::Call& call) const {
    std::string_view name = finding_.NameOf(call.callee);
    constexpr std::string_view kModule = "torch.nn.functional.";
    if (!name.starts_with(kModule)) return false;
    name.remove_prefix(kModule.size());
    return std::find(kLosses.begin(), kLosses.end(), name) != kLosses.end();
  }

  // F.l1_loss(p, t): of both, each pair by itself.
  bool Loss(ExprId whole, const syntax::Call& call) {
    if (IsReduced(whole)) return true;
    for (std::size_t i = 0; i < call.args.size(); ++i) {
      const syntax::Arg& arg = call.args[i];
      const bool number = arg.name == "beta" || arg.name == "delta";
      if (i < 2 ? arg.kind != syntax::ArgKind::Positional || !IsOperand(arg.value)
                : arg.kind != syntax::ArgKind::Keyword || !number)
        return false;
    }
    if (call.args.size() < 2) return false;
    reduced_.push_back({whole, whole, ""});
    computed_ = true;
    return StillAt(whole);
  }

  // What is not selected is counted 0 times.
  void WriteCounts(const Reduced& one) {
    const std::string torch = rewriter_.Import("torch");
    const source::Span whole = finding_.tree()[one.whole].span;
    const source::Span elements = finding_.tree()[one.elements].span;
    rewriter_.Replace(source::Span{whole.begin, elements.begin},
                      torch + ".zeros(" + Render(finding_, one.length) + ", dtype=" + torch +
                          ".long, device=" + mask_ + ".device).scatter_add_(0, " + torch +
                          ".where(" + mask_ + ", ");
    rewriter_.Replace(source::Span{elements.end, whole.end},
                      ", 0).flatten().long(), " + mask_ + ".flatten().long())");
    Add(kFixedNumberOfCounts);
  }

  void Write(const Reduced& one) {
    if (one.what == "bincount") return WriteCounts(one);
    const std::string torch = rewriter_.Import("torch"), count = mask_ + ".sum()";
    const source::Span whole = finding_.tree()[one.whole].span;
    const source::Span elements = finding_.tree()[one.elements].span;
    if (one.what == "numel" || one.what == "len") {
      rewriter_.Replace(source::Span{whole.begin, whole.end}, count);
      return Add("the count is a 0-d tensor, not an int");
    }
    const bool mean = one.what.empty() || one.what == "mean";
    const std::string fill = one.what == "all" ? "True" : one.what == "any" ? "False" : "0";
    const bool alone = !finding_.parents.Parent(one.whole);
    const std::string open =
        std::string(mean && !alone ? "(" : "") + torch + ".where(" + mask_ + ", ";
    const std::string close =
        ", " + fill + ")." + std::string(mean ? "sum() / " + count : std::string(one.what) + "()") +
        (mean && !alone ? ")" : "");
    if (one.what.empty()) {
      rewriter_.InsertAt(whole.begin, open);
      rewriter_.Replace(source::Span{whole.end - 1, whole.end}, ", reduction=\"none\")" + close);
    } else {
      rewriter_.Replace(source::Span{whole.begin, elements.begin}, open);
      rewriter_.Replace(source::Span{elements.end, whole.end}, close);
    }
    if (fill == "0") Add(kOtherOrder);
    const infer::ExprFact& computed = finding_.Fact(one.elements);
    const bool floats =
        computed.tensor && computed.tensor->dtype == values::DType::Float &&
        std::all_of(selections_.begin(), selections_.end(), [&](const Selection& selection) {
          const infer::ExprFact& fact = finding_.Fact(selection.tensor);
          return fact.tensor && fact.tensor->dtype == values::DType::Float;
        });
    if (mean) AddOfMean(computed, floats);
    if (!floats) Add("bools in a computation are integers, and raise different errors");
  }

  void AddOfMean(const infer::ExprFact& computed, bool floats) {
    if (!floats) Add("the mean of integers is taken and raises no error");
    if (IsHalf(computed)) Add(kOverflows);
  }

  void Add(std::string_view how) { AddDifference(difference_, how); }

  ExprId first_mask_;
  std::string mask_;
  std::vector<Selection> selections_;
  std::vector<ExprId> open_;
  std::vector<ExprId> known_;  // computed of each element by itself
  std::vector<Reduced> reduced_;
  std::set<std::uint32_t> variables_followed_;
  bool computed_ = false;
  std::string why_;
  std::string difference_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return SelectedTerms(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape,
                                               infer::ObservationKind::BooleanMask};
constexpr std::string_view kBefore[] = {"write_by_mask"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute with all elements, not only the selected ones, and reduce with a mask",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::reduce_selected
