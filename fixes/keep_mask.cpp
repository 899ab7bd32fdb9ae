// A mask that is dropped where all of it says the same, which a graph cannot decide; it is kept:
//
//     if mask is not None and torch.all(mask == 1):
//         mask = None                                 (nothing)
//     return mask                                     return mask
//
// Likewise `return None` before a mask is returned that is made of it.
//
// Of a test with other reasons to drop it these stay.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/dataflow.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/terms.h"

namespace graphmend::fix::keep_mask {
namespace {

using syntax::ExprId;
using syntax::StmtId;

class DroppedMask {
 public:
  DroppedMask(const Finding& finding, StmtId stmt)
      : finding_(finding), terms_(finding), stmt_(stmt), if_(*finding.If<syntax::If>(stmt)) {}

  std::optional<Proposal> Run() {
    if (!if_.orelse.empty() || if_.body.size() != 1) return std::nullopt;
    const std::optional<flow::Slot> mask = Dropped();
    if (!mask) return std::nullopt;
    std::vector<ExprId> reasons, others;
    Split(if_.test, syntax::BoolOpKind::Or, reasons);
    bool found = false;
    for (ExprId reason : reasons) {
      if (!Holds(reason)) others.push_back(reason);
      else if (!IsUniform(reason, *mask)) return std::nullopt;
      else found = true;
    }
    if (!found) return std::nullopt;
    return Keep(terms_.flow().graph().slots[*mask].str(), others);
  }

 private:
  // `mask = None`, or `return None` before a mask is returned that is made of the one tested.
  std::optional<flow::Slot> Dropped() {
    if (const auto* assign = finding_.If<syntax::Assign>(if_.body[0])) {
      const bool none = IsLiteral(finding_, assign->value, syntax::LiteralKind::None);
      return none && assign->targets.size() == 1 ? terms_.SlotOf(assign->targets[0]) : std::nullopt;
    }
    const auto* done = finding_.If<syntax::Return>(if_.body[0]);
    if (!done || (done->value && !IsLiteral(finding_, done->value, syntax::LiteralKind::None)))
      return std::nullopt;
    returns_ = true;
    std::optional<flow::Slot> mask;
    ForEachInside(finding_, finding_.tree()[finding_.expr].span, [&](ExprId part) {
      if (!mask && IsTensor(finding_.Fact(part))) mask = terms_.SlotOf(part);
    });
    return mask && ReturnsMadeOf(*mask) ? mask : std::nullopt;
  }

  // Whether all that is returned behind the branch is made of the variable.
  bool ReturnsMadeOf(flow::Slot mask) const {
    const std::uint32_t end = finding_.tree()[stmt_].span.end;
    bool some = false, all = true;
    ForEachBlock(finding_.tree()[finding_.function].body, [&](StmtId stmt) {
      const auto* done = finding_.If<syntax::Return>(stmt);
      if (finding_.tree()[stmt].span.begin < end) return;
      // Code behind the branch may refuse a mask that it did not get.
      all = all && !finding_.If<syntax::Assert>(stmt) && !finding_.If<syntax::Raise>(stmt);
      if (!done) return;
      some = true;
      all = all && done->value && IsMadeOf(done->value, mask, 0);
    });
    return some && all;
  }

  template <class Do>
  void ForEachBlock(syntax::StmtList body, Do&& act) const {
    for (StmtId stmt : body) {
      act(stmt);
      fix::ForEachBlock(finding_.tree(), stmt, false,
                        [&](syntax::StmtList inner) { ForEachBlock(inner, act); });
    }
  }

  // Whether it computes each element by itself, or only gives other dimensions.
  bool IsForEach(ExprId part) const {
    const auto* call = finding_.If<syntax::Call>(part);
    const auto* item = finding_.If<syntax::Subscript>(part);
    const auto* binary = finding_.If<syntax::Binary>(part);
    if (item) return !finding_.Fact(item->index).MayBe(infer::FactKind::Tensor);
    if (binary)
      return binary->op != syntax::BinaryOp::Div || IsNoTensor(finding_.Fact(binary->right));
    if (!call || !finding_.Fact(part).MayBe(infer::FactKind::Tensor)) return true;
    const models::OpKind op = terms_.OperationOf(part).op;
    return op == models::OpKind::Elementwise || op == models::OpKind::View ||
           op == models::OpKind::Test || op == models::OpKind::Combining;
  }

  // Of no other tensor: then it is a mask, too.
  bool IsMadeOf(ExprId value, flow::Slot mask, int depth) const {
    constexpr int kDeepest = 16;
    bool made = false, other = depth > kDeepest;
    ForEachInside(finding_, finding_.tree()[value].span, [&](ExprId part) {
      const std::optional<flow::Slot> slot = terms_.SlotOf(part);
      other = other || !IsForEach(part);
      if (other || !slot || !finding_.If<syntax::Name>(part)) return;
      if (*slot == mask) made = true;
      else if (!IsNoTensor(finding_.Fact(part)))
        for (const flow::Inst* definition : terms_.flow().Of(part)) {
          const ExprId from = terms_.ValueOf(definition);
          const bool known = from && IsMadeOf(from, mask, depth + 1);
          made |= known;
          other |= !known;
        }
    });
    return made && !other;
  }

  void Split(ExprId test, syntax::BoolOpKind op, std::vector<ExprId>& out) const {
    const auto* both = finding_.If<syntax::BoolOp>(test);
    if (!both || both->op != op) return out.push_back(test);
    Split(both->left, op, out);
    Split(both->right, op, out);
  }

  bool Holds(ExprId expr) const {
    return finding_.tree()[expr].span.Contains(finding_.tree()[finding_.expr].span);
  }

  // `mask is not None and torch.all(mask == 1)`: besides what Python decides, one test that all
  // elements of the mask are the same.
  bool IsUniform(ExprId reason, flow::Slot mask) const {
    std::vector<ExprId> parts;
    Split(reason, syntax::BoolOpKind::And, parts);
    return std::all_of(parts.begin(), parts.end(), [&](ExprId part) {
      return terms_.IsStatic(part) ? !terms_.Effects(part) : AsksAll(part, mask);
    });
  }

  // `torch.all(mask == 1)`, `mask.all()`, `not mask.any()`
  bool AsksAll(ExprId test, flow::Slot mask) const {
    const auto* unary = finding_.If<syntax::Unary>(test);
    const bool negated = unary && unary->op == syntax::UnaryOp::Not;
    ExprId asked = AskedAllOver(finding_, negated ? unary->operand : test, negated ? "any" : "all");
    if (!asked) return false;
    if (const auto* compare = finding_.If<syntax::Compare>(asked)) {
      if (compare->ops.size() != 1 || !finding_.If<syntax::Literal>(compare->rights[0]))
        return false;
      asked = compare->left;
    }
    return IsMask(asked, mask);
  }

  // Whether the variable is the mask, or what the mask was made from and still is.
  bool IsMask(ExprId asked, flow::Slot mask) const {
    const std::optional<flow::Slot> slot = terms_.SlotOf(asked);
    if (!slot) return false;
    if (*slot == mask) return true;
    const Definitions& before = terms_.flow().Before(finding_.tree()[stmt_].span, mask);
    return !before.empty() &&
           std::all_of(before.begin(), before.end(), [&](const flow::Inst* definition) {
             const ExprId from = terms_.ValueOf(definition);
             return from && terms_.SlotOf(from) == slot &&
                    terms_.flow().Of(from) == terms_.flow().Of(asked);
           });
  }

  Proposal Keep(const std::string& mask, const std::vector<ExprId>& others) const {
    Rewriter rewriter(finding_);
    if (!rewriter.HasOwnLines(stmt_))
      return Declined{"the branch shares its line with another statement; give it its own line"};
    std::string test;
    for (ExprId other : others)
      test += (test.empty() ? "" : " or ") + RenderOperand(finding_, other);
    const std::string comments = CommentsIn(finding_, finding_.tree()[stmt_].span);
    if (!others.empty())
      rewriter.Replace(if_.test, others.size() == 1 ? Render(finding_, others[0]) : test);
    else if (comments.empty()) rewriter.Delete(stmt_);
    else rewriter.ReplaceStatement(stmt_, comments);
    const std::string what =
        returns_ ? "what is returned is not None where all of `" + mask + "` says the same"
                 : "`" + mask + "` is not None where all of it says the same";
    return rewriter.Finish(
        "keep the mask", diag::Applicability::Unsafe,
        what + ", which is right if whatever takes it then does the same as without one");
  }

  const Finding& finding_;
  Terms terms_;
  StmtId stmt_;
  const syntax::If& if_;
  bool returns_ = false;
};

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* branch = finding.If<syntax::If>(finding.stmt);
  if (!branch || !finding.IsInFunction() || finding.IsElif(finding.stmt)) return std::nullopt;
  const source::Span test = finding.tree()[branch->test].span;
  const source::Span asked = finding.tree()[finding.expr].span;
  if (asked.begin < test.begin || asked.end > test.end) return std::nullopt;
  return DroppedMask(finding, finding.stmt).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn,
                                               infer::ObservationKind::DataPredicate};
constexpr std::string_view kBefore[] = {"merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "keep a mask that is dropped where it masks nothing",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::keep_mask
