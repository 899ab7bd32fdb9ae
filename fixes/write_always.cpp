// A test whether a mask selects anything, around what is only written through it:
//
//     if mask.any():
//         y[mask] = 0.0                               y[mask] = 0.0
//
// Where it selects nothing, nothing is written.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/code.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/masks.h"
#include "fix/module_scope.h"
#include "fix/operands.h"

namespace graphmend::fix::write_always {
namespace {

using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;
using syntax::StmtId;

class GuardedWrites : private MaskWork {
 public:
  explicit GuardedWrites(const Finding& finding)
      : MaskWork(finding), if_(*finding.If<syntax::If>(finding.stmt)) {}

  std::optional<Proposal> Run() {
    if (!if_.orelse.empty()) return std::nullopt;
    std::vector<ExprId> others;
    mask_ = MaskOf(SplitTest(others));
    if (!mask_ || terms_.Effects(mask_)) return std::nullopt;
    for (ExprId other : others)
      if (!terms_.IsStatic(other)) return std::nullopt;
    bool writes = false;
    for (StmtId stmt : if_.body) {
      if (!IsHarmless(stmt, writes)) return std::nullopt;
    }
    if (!writes) return std::nullopt;
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    if (!rewriter_.HasOwnLines(finding_.stmt) || !rewriter_.HasOwnLines(if_.body.front()))
      return Declined{"the branch shares its line with another statement; give it its own line"};
    return Drop(others);
  }

 private:
  // What is asked last; `others`: what is asked before it.
  ExprId SplitTest(std::vector<ExprId>& others) const {
    ExprId test = if_.test;
    while (const auto* both = finding_.If<syntax::BoolOp>(test)) {
      if (both->op != syntax::BoolOpKind::And) return ExprId();
      others.insert(others.begin(), both->left);
      test = both->right;
    }
    return test;
  }

  // What `… > 0` compares with 0; none for another comparison.
  ExprId ComparedWithZero(const syntax::Compare& compare) const {
    if (compare.ops.size() != 1 ||
        (compare.ops[0] != syntax::CompareOp::Gt && compare.ops[0] != syntax::CompareOp::NotEq))
      return ExprId();
    const auto* zero = finding_.If<syntax::Literal>(compare.rights[0]);
    const bool is_zero = zero && zero->kind == syntax::LiteralKind::Int && zero->integer == 0;
    return is_zero ? compare.left : ExprId();
  }

  // The mask of `mask.any()`, `torch.any(mask)`, `mask.sum() > 0`.
  ExprId MaskOf(ExprId test) const {
    if (!test) return test;
    const auto* compare = finding_.If<syntax::Compare>(test);
    const ExprId mask = compare ? AskedAllOver(finding_, ComparedWithZero(*compare), "sum")
                                : AskedAllOver(finding_, test, "any");
    return mask && IsBoolTensor(finding_.Fact(mask)) ? mask : ExprId();
  }

  bool IsMask(ExprId expr) const { return finding_.Text(expr) == finding_.Text(mask_); }

  // Whether it selects nothing where the mask selects nothing: `y[mask]`, `y[:, mask]`, `y[mask,
  // i]`.
  bool IsSelection(ExprId expr) const {
    const auto* item = finding_.If<syntax::Subscript>(expr);
    if (!item || !finding_.Fact(item->object).Is(FactKind::Tensor) || terms_.Effects(item->object))
      return false;
    if (IsMask(item->index)) return true;
    const auto* tuple = finding_.If<syntax::Sequence>(item->index);
    if (!tuple || tuple->kind != syntax::SequenceKind::Tuple) return false;
    const auto plain = [&](ExprId part) {
      return IsWholeSlice(finding_, part) || finding_.If<syntax::Literal>(part) ||
             finding_.Fact(part).OneOf(FactKind::Int);
    };
    std::size_t masks = 0;
    for (ExprId part : tuple->items) {
      if (IsMask(part)) ++masks;
      else if (!plain(part) || terms_.Effects(part)) return false;
    }
    return masks == 1;
  }

  bool IsHarmless(StmtId stmt, bool& writes) const {
    const auto* aug = finding_.If<syntax::AugAssign>(stmt);
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    if (!aug && (!assign || assign->targets.size() != 1)) return false;
    const ExprId target = aug ? aug->target : assign->targets[0];
    if (!IsQuiet(aug ? aug->value : assign->value)) return false;
    if (IsSelection(target)) return writes = true;
    return assign && IsLocal(target);
  }

  // A variable that only the block knows, and that the mask does not depend on.
  bool IsLocal(ExprId target) const {
    const auto slot = variables_.SlotOf(target);
    if (!slot || variables_.IsCaptured(*slot) || variables_.Stores(*slot).size() != 1) return false;
    const source::Span block = finding_.tree()[finding_.stmt].span;
    for (ExprId read : variables_.Reads(*slot))
      if (!block.Contains(finding_.tree()[read].span)) return false;
    return !Reads(finding_, mask_, finding_.Text(target));
  }

  // Whether the call computes each element alone, or asks for nothing of a tensor.
  bool IsElementwise(ExprId expr, const syntax::Call& call) const {
    const models::Traits operation = terms_.OperationOf(expr);
    for (const Trait trait : {Trait::Mixed, Trait::Random, Trait::Mutates, Trait::ReadsData})
      if (operation.Has(trait)) return false;
    return operation.op == OpKind::Elementwise || operation.op == OpKind::Combining ||
           operation.op == OpKind::Test || operation.Has(Trait::SameShape) ||
           (operation.op == OpKind::Host && call.args.empty());
  }

  bool IsQuietCall(ExprId expr, const syntax::Call& call) const {
    const auto* method = finding_.If<syntax::Attribute>(call.callee);
    return IsElementwise(expr, call) && (!method || IsQuiet(method->object)) &&
           std::all_of(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
             return arg.kind != syntax::ArgKind::Star && IsQuiet(arg.value);
           });
  }

  // Whether it may be computed of no elements: elementwise, so that it neither raises nor shows.
  bool IsQuiet(ExprId expr) const {
    if (IsSelection(expr)) return true;
    if (const auto* call = finding_.If<syntax::Call>(expr)) return IsQuietCall(expr, *call);
    const auto* binary = finding_.If<syntax::Binary>(expr);
    if (binary || finding_.If<syntax::Unary>(expr) || finding_.If<syntax::Compare>(expr)) {
      bool quiet =
          !terms_.WholeDivision(expr) && (!binary || binary->op != syntax::BinaryOp::MatMul);
      ForEachPart(finding_.tree(), expr, [&](ExprId part) { quiet = quiet && IsQuiet(part); });
      return quiet;
    }
    if (finding_.If<syntax::Attribute>(expr) || finding_.If<syntax::Subscript>(expr))
      return !terms_.Effects(expr) && !finding_.Fact(expr).Is(FactKind::Unknown);
    return finding_.If<syntax::Name>(expr) || finding_.If<syntax::Literal>(expr);
  }

  Proposal Drop(const std::vector<ExprId>& others) {
    if (others.empty()) {
      const source::SourceFile& source = finding_.file.source();
      const source::Span body{finding_.tree()[if_.body.front()].span.begin,
                              finding_.tree()[if_.body.back()].span.end};
      const std::uint32_t header = finding_.tree()[finding_.stmt].span.begin;
      const std::size_t less = rewriter_.Indentation(if_.body.front()).size();
      const source::Span lines{source.LineStart(source.LineOf(body.begin)), body.end};
      rewriter_.ReplaceStatement(finding_.stmt, CommentsIn(finding_, {header, body.begin}) +
                                                    Dedented(finding_, lines, less) + "\n");
    } else {
      std::string test;
      for (ExprId other : others)
        test += (test.empty() ? "" : " and ") + RenderOperand(finding_, other);
      rewriter_.Replace(if_.test, others.size() == 1 ? Render(finding_, others[0]) : test);
    }
    return rewriter_.Finish(
        "write without asking whether anything is selected", diag::Applicability::Unsafe,
        "what is written is computed and recorded for gradients even where nothing is selected, so "
        "that an error in it shows");
  }

  const syntax::If& if_;
  ExprId mask_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* branch = finding.If<syntax::If>(finding.stmt);
  if (!branch || !finding.IsInFunction() || finding.IsElif(finding.stmt) ||
      !finding.tree()[branch->test].span.Contains(finding.tree()[finding.expr].span))
    return std::nullopt;
  return GuardedWrites(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn};
constexpr std::string_view kBefore[] = {"merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "write by a mask without asking whether it selects anything",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::write_always
