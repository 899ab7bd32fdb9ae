// Selected elements that are only added up, counted or compared need no tensor of their own:
//
//     y[mask].mean()                      torch.where(mask, y, 0).sum() / mask.sum()
//     kept = torch.masked_select(y, m)    kept = torch.where(m, y, 0)
//     return kept.sum()                   return kept.sum()
#include <algorithm>
#include <array>

#include "fix/bool_uses.h"
#include "fix/code.h"
#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/failures.h"
#include "fix/magnitude.h"
#include "fix/masks.h"
#include "fix/reads.h"
#include "fix/result_uses.h"
#include "fixes/hashed.h"

namespace graphmend::fix::reduce_by_mask {
namespace {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

struct Use {
  std::string_view what;  // sum, mean, any, all, max, min, count
  ExprId expr;            // the call, or `.shape[0]`
};

// What stands where the mask selects nothing, so that the use does not see it.
std::string_view FillOf(std::string_view what) {
  if (what == "all") return "True";
  if (what == "max") return "-inf";
  if (what == "min") return "inf";
  return what == "any" ? "False" : "0";
}

class MaskReads : private MaskWork {
 public:
  using MaskWork::MaskWork;

  std::optional<Proposal> Run() {
    std::optional<Selection> selection = masks_.SelectionAt(finding_.expr);
    if (!selection) return ByPlaces();
    if (auto loss = InCrossEntropy(*selection)) return loss;
    // A variable that holds it, or the one use that it is in.
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    if (assign && assign->value == selection->expr && assign->targets.size() == 1)
      return ByVariable(*selection, assign->targets[0]);
    std::optional<Use> use = UseOf(selection->expr);
    if (!use) return std::nullopt;
    return InPlace(*selection, *use);
  }

 private:
  Proposal InPlace(const Selection& selection, const Use& use) {
    if (auto why = WhyNot(selection)) return Declined{*why};
    DifferInKept(selection, use.what);
    if (const auto code = Masked(selection, FillOf(use.what), use)) {
      rewriter_.Replace(use.expr, Bracketed(use.expr, *code));
      return Finish();
    }
    return Declined{why_};
  }

  std::optional<Proposal> ByVariable(const Selection& selection, ExprId target) {
    const auto slot = variables_.SlotOf(target);
    if (!slot || variables_.IsCaptured(*slot) || variables_.Stores(*slot).size() != 1)
      return std::nullopt;
    std::vector<Use> uses;
    std::string_view fill;
    for (ExprId read : variables_.Reads(*slot)) {
      const std::optional<Use> use = UseOf(read);
      if (!use)
        return Declined{"`" + variables_.Name(*slot) +
                        "` is used for more than a sum; use a fixed-size masked form there"};
      if (use->what != "count") {
        if (!fill.empty() && fill != FillOf(use->what))
          return Declined{"`" + variables_.Name(*slot) +
                          "` is reduced in several ways; mask the tensor for each"};
        fill = FillOf(use->what);
      }
      uses.push_back(*use);
    }
    if (uses.empty()) return std::nullopt;
    if (auto why = WhyNot(selection)) return Declined{*why};
    for (const Use& use : uses) {
      DifferInKept(selection, use.what);
      const StmtId stmt = finding_.parents.Statement(use.expr);
      if (use.what != "mean" && use.what != "count") {
        Differ(use.what);
        continue;
      }
      if (!masks_.IsStill(selection.mask, stmt))
        return Declined{"the mask may be a different one where `" + variables_.Name(*slot) +
                        "` is used; give it a name that is not reassigned"};
      const Code sum = Code::Place(variables_.Name(*slot)).Method("sum");
      const Code count = Code::Of(finding_, selection.mask).Method("sum");
      const Code mean = sum.Binary(syntax::BinaryOp::Div, count);
      rewriter_.Replace(use.expr, Bracketed(use.expr, use.what == "mean" ? mean : count));
      DifferInUse(selection, use);
    }
    const auto code = Where(selection, fill.empty() ? "0" : fill);
    if (!code) return Declined{why_};
    rewriter_.Replace(selection.expr, code->Text());
    return Finish();
  }

  // `places = torch.nonzero(mask)`, each use of which selects by them and is reduced.
  std::optional<Proposal> ByPlaces() {
    const std::optional<Places> places = masks_.PlacesOf(finding_.stmt);
    if (!places || !rewriter_.HasOwnLines(finding_.stmt)) return std::nullopt;
    std::vector<std::pair<Selection, Use>> uses;
    for (const auto& [slot, column] : places->columns)
      for (ExprId read : variables_.Reads(slot)) {
        std::optional<Selection> selection = SelectionAround(read, *places);
        const std::optional<Use> use = selection ? UseOf(selection->expr) : std::nullopt;
        if (!use) return std::nullopt;
        auto same = [&](const auto& known) { return known.first.expr == selection->expr; };
        if (std::none_of(uses.begin(), uses.end(), same)) uses.emplace_back(*selection, *use);
      }
    if (uses.empty()) return std::nullopt;
    for (auto& [selection, use] : uses) {
      if (auto why = WhyNot(selection)) return Declined{*why};
      // The mask is computed where it is used.
      if (const auto code = Masked(selection, FillOf(use.what), use))
        rewriter_.Replace(use.expr, Bracketed(use.expr, *code));
      else return Declined{why_};
      if (!StaysTo(selection.mask, finding_.parents.Statement(use.expr)))
        return Declined{"what the mask is made from may change; give the mask a name"};
    }
    rewriter_.Delete(finding_.stmt);
    return Finish();
  }

  std::optional<Selection> SelectionAround(ExprId read, const Places& places) const {
    for (ExprId outer = read; outer; outer = finding_.parents.Parent(outer))
      if (auto selection = masks_.SelectionAt(outer, places)) return selection;
    return std::nullopt;
  }

  // All variables that the expression reads.
  bool StaysTo(ExprId expr, StmtId stmt) const {
    if (finding_.If<syntax::Name>(expr)) return masks_.IsStill(expr, stmt);
    const auto* compare = finding_.If<syntax::Compare>(expr);
    if (!compare || compare->ops.size() != 1) return false;
    return StaysTo(compare->left, stmt) &&
           (finding_.If<syntax::Literal>(compare->rights[0]) || StaysTo(compare->rights[0], stmt));
  }

  // What the read is used for, where that is all.
  std::optional<Use> UseOf(ExprId read) const {
    const std::optional<Use> use = FindUse(read);
    const bool lost = use && use->what == "count" &&
                      (IsHashed(finding_, variables_, use->expr) || NeedsNumber(use->expr));
    return lost ? std::nullopt : use;
  }

  // `len(y[mask]) is n`, `len(y[mask]) in sizes`, and beside a number that no tensor can hold.
  bool NeedsNumber(ExprId count) const {
    using syntax::CompareOp;
    const auto* compare = finding_.If<syntax::Compare>(finding_.parents.Parent(count));
    return compare && (std::any_of(compare->ops.begin(), compare->ops.end(),
                                   [](CompareOp op) { return op >= CompareOp::Is; }) ||
                       IsTooLong(finding_, compare->left) ||
                       std::any_of(compare->rights.begin(), compare->rights.end(),
                                   [&](ExprId right) { return IsTooLong(finding_, right); }));
  }

  std::optional<Use> FindUse(ExprId read) const {
    constexpr std::array<std::string_view, 6> kReductions = {"sum", "mean", "any",
                                                             "all", "max",  "min"};
    const ExprId outer = finding_.parents.Parent(read);
    const auto* attribute = finding_.If<syntax::Attribute>(outer);
    if (attribute && attribute->name == "shape") {
      const ExprId item = finding_.parents.Parent(outer);
      const auto* subscript = finding_.If<syntax::Subscript>(item);
      const auto* index = subscript ? finding_.If<syntax::Literal>(subscript->index) : nullptr;
      if (index && index->kind == syntax::LiteralKind::Int && index->integer == 0)
        return Use{"count", item};
      return std::nullopt;
    }
    const ExprId expr = attribute ? finding_.parents.Parent(outer) : outer;
    const auto* call = finding_.If<syntax::Call>(expr);
    if (!call) return std::nullopt;
    std::string_view name = finding_.NameOf(call->callee);
    if (call->callee == outer) {
      if (!name.starts_with("torch.Tensor.")) return std::nullopt;
      name.remove_prefix(13);
      if (name == "numel" && call->args.empty()) return Use{"count", expr};
      if (!call->args.empty()) return std::nullopt;
    } else {
      if (call->args.size() != 1 || call->args[0].value != read) return std::nullopt;
      if (finding_.BuiltinName(call->callee) == "len") return Use{"count", expr};
      if (!name.starts_with("torch.")) return std::nullopt;
      name.remove_prefix(6);
    }
    auto found = std::find(kReductions.begin(), kReductions.end(), name);
    if (found == kReductions.end()) return std::nullopt;
    return Use{*found, expr};
  }

  // Of what is selected from, autograd keeps all for masked_select, and its sizes for an index.
  void DifferInKept(const Selection& selection, std::string_view what) {
    const bool floats = what != "any" && what != "all" && what != "count";
    if (floats && finding_.If<syntax::Call>(selection.expr)) Add(kShown);
  }

  void DifferInUse(const Selection& selection, const Use& use) {
    if (use.what != "count" || !OnlyCompared(use.expr)) Differ(use.what);
    DifferInAssert(use);
    DifferInMean(selection, use.what);
  }

  // Whether the count is compared with an int, and nothing shows that a tensor says how.
  bool OnlyCompared(ExprId count) const {
    const ExprId test = finding_.parents.Parent(count);
    const auto* compare = finding_.If<syntax::Compare>(test);
    if (!compare || compare->ops.size() != 1) return false;
    const ExprId other = compare->left == count ? compare->rights[0] : compare->left;
    return MagnitudeOf(finding_, other) < kBeyondLong && TakesTensorForBool(finding_, test);
  }

  // An assert of the count asks a tensor then.
  void DifferInAssert(const Use& use) {
    const StmtId stmt = finding_.parents.Statement(use.expr);
    const std::string how = use.what == "count" ? AssertedAsTensor(finding_, stmt) : "";
    if (!how.empty()) Add(how.substr(2));
  }

  std::optional<std::string> WhyNot(const Selection& selection) {
    if (std::string known = masks_.AsKnown(selection); !known.empty()) Add(known);
    if (!masks_.SameShape(selection))
      return "it is not known whether `" + std::string(finding_.Text(selection.mask)) +
             "` has the shape of `" + std::string(finding_.Text(selection.tensor)) +
             "`; a fixed-size masked form may work";
    for (ExprId part : {selection.mask, selection.tensor})
      if (auto effects = terms_.Effects(part)) return *effects + "; give it a name first";
    return std::nullopt;
  }

  // mean() refuses whole numbers, of which a quotient of sums is taken.
  void DifferInMean(const Selection& selection, std::string_view what) {
    const infer::ExprFact& fact = finding_.Fact(selection.tensor);
    const bool floats = fact.tensor && fact.tensor->dtype == values::DType::Float;
    if (what == "mean" && !floats) Add("the mean of integers is taken and raises no error");
  }

  std::optional<Code> Where(const Selection& selection, std::string_view fill) {
    const infer::ExprFact& fact = finding_.Fact(selection.tensor);
    Code value = Code::Verbatim(std::string(fill), Precedence::Number);
    if (fill == "-inf" || fill == "inf") {
      if (!fact.tensor || fact.tensor->dtype != values::DType::Float) {
        why_ = "the smallest number of the tensor's dtype is not known; mask with it yourself";
        return std::nullopt;
      }
      const Code text = Code::Verbatim("\"" + std::string(fill) + "\"", Precedence::Primary);
      value = Code::Place("float").Call({text});
    }
    return Code::Place(rewriter_.Import("torch"))
        .Method("where",
                {Code::Of(finding_, selection.mask), Code::Of(finding_, selection.tensor), value});
  }

  // The use, of all elements.
  std::optional<Code> Masked(const Selection& selection, std::string_view fill, const Use& use) {
    DifferInUse(selection, use);
    const Code count = Code::Of(finding_, selection.mask).Method("sum");
    if (use.what == "count") return count;
    const auto where = Where(selection, fill);
    if (!where) return std::nullopt;
    if (use.what == "mean" && IsHalf(finding_.Fact(selection.tensor))) Add(kOverflows);
    if (use.what == "mean") return where->Method("sum").Binary(syntax::BinaryOp::Div, count);
    return where->Method(use.what);
  }

  std::string Bracketed(ExprId expr, const Code& code) const {
    const ExprId outer = finding_.parents.Parent(expr);
    const auto* call = finding_.If<syntax::Call>(outer);
    const bool alone = !outer || (call && call->callee != expr) ||
                       finding_.If<syntax::Sequence>(outer) || finding_.If<syntax::Dict>(outer);
    return (alone ? code : code.Operand()).Text();
  }

  // F.cross_entropy(logits[labels != k], labels[labels != k])
  std::optional<Proposal> InCrossEntropy(const Selection& selection) {
    const ExprId outer = finding_.parents.Parent(selection.expr);
    const auto* call = finding_.If<syntax::Call>(outer);
    if (!call || finding_.NameOf(call->callee) != "torch.nn.functional.cross_entropy" ||
        call->args.size() < 2)
      return std::nullopt;
    for (std::size_t i = 0; i < call->args.size(); ++i) {
      const syntax::Arg& arg = call->args[i];
      const bool taken = i < 2 ? arg.kind != syntax::ArgKind::Positional
                               : arg.kind != syntax::ArgKind::Keyword ||
                                     arg.name == "ignore_index" || arg.name == "reduction";
      if (taken) return std::nullopt;
    }
    const auto scores = masks_.SelectionAt(call->args[0].value);
    const auto labels = masks_.SelectionAt(call->args[1].value);
    if (!scores || !labels || finding_.Text(scores->mask) != finding_.Text(labels->mask))
      return std::nullopt;
    const auto slot = variables_.SlotOf(labels->mask);
    const ExprId test = slot ? variables_.OnlyValue(*slot) : labels->mask;
    const auto* compare = finding_.If<syntax::Compare>(test);
    if (!compare || compare->ops.size() != 1 || compare->ops[0] != syntax::CompareOp::NotEq ||
        finding_.Text(compare->left) != finding_.Text(labels->tensor) ||
        !finding_.Fact(compare->rights[0]).Is(FactKind::Int))
      return std::nullopt;
    if (slot && !masks_.IsStill(compare->left, finding_.stmt)) return std::nullopt;
    const infer::ExprFact& fact = finding_.Fact(labels->tensor);
    if (!fact.tensor || fact.tensor->rank != 1)
      return Declined{
          "the labels are not known to have one dimension; flatten both and pass `ignore_index`"};
    rewriter_.Replace(scores->expr, Render(finding_, scores->tensor));
    rewriter_.Replace(labels->expr, Render(finding_, labels->tensor) +
                                        ", ignore_index=" + Render(finding_, compare->rights[0]));
    return rewriter_.Finish("ignore the label in the loss itself", diag::Applicability::Unsafe,
                            "the mean is taken in a different order, so the last bits may differ");
  }

  void Differ(std::string_view what) {
    std::string_view how;
    if (what == "sum" || what == "mean") how = kOtherOrder;
    if (what == "count") how = "the count is a 0-d tensor, not an int";
    if (what == "max" || what == "min")
      how = "where nothing is selected, the result is infinity, not an error";
    if (!how.empty()) Add(how);
  }

  void Add(std::string_view how) { AddDifference(difference_, how); }

  Proposal Finish() {
    if (difference_.find("no error") != std::string::npos && IsCaughtHere(finding_))
      return Declined{std::string(kCaughtHere)};
    return rewriter_.Finish(
        "reduce with a fixed-size mask",
        difference_.empty() ? diag::Applicability::Safe : diag::Applicability::Unsafe, difference_);
  }

  std::string why_;
  std::string difference_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return MaskReads(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape,
                                               infer::ObservationKind::BooleanMask};
constexpr std::string_view kBefore[] = {"pad_for_loss", "reduce_selected", "write_by_mask"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "reduce selected elements with a fixed-size mask",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::reduce_by_mask
