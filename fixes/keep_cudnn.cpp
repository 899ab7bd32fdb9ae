// Run a block with cuDNN as it is set.
//
// In torch 2.13 these ask for cuDNN's settings: convolutions, batch normalisation, recurrent
// layers, sampling by grids, and F.ctc_loss, where its targets are 32-bit integers
// (aten/src/ATen/native/cudnn, miopen). To the stubs all but the last are costly work or no known
// operation, so that whatever else computes does so with any setting. With targets of 64 bits the
// loss is computed as it is without cuDNN, by the same kernel.
#include "fix/declaration.h"
#include "fix/function_flows.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/variables.h"
#include "fixes/loss_targets.h"
#include "fixes/with_blocks.h"

namespace graphmend::fix::keep_cudnn {
namespace {

using diag::Applicability;
using infer::FactKind;
using models::OpKind;
using syntax::ExprId;

// What the block computes depends on cuDNN's settings only through the targets of losses.
class Block {
 public:
  Block(const Finding& finding, const syntax::With& with)
      : finding_(finding), variables_(finding, finding.function) {
    for (syntax::StmtId stmt : with.body) known_ = known_ && LookAt(stmt);
  }

  bool known() const { return known_; }
  // Of 32 bits, for all that is known.
  const std::vector<ExprId>& targets() const { return targets_; }

 private:
  bool LookAt(syntax::StmtId stmt) {
    const bool simple = finding_.If<syntax::Assign>(stmt) || finding_.If<syntax::AugAssign>(stmt) ||
                        finding_.If<syntax::ExprStmt>(stmt) || finding_.If<syntax::Return>(stmt);
    bool known = simple;
    ForEachInside(finding_, finding_.tree()[stmt].span,
                  [&](ExprId part) { known = known && LookAt(part); });
    return known;
  }

  bool LookAt(ExprId expr) {
    if (finding_.If<syntax::Yield>(expr) || finding_.If<syntax::Await>(expr) ||
        finding_.If<syntax::Lambda>(expr))
      return false;
    const auto& runs = finding_.Fact(expr).runs;
    if (!std::all_of(runs.begin(), runs.end(), [&](const auto& run) { return LooksUp(run); }))
      return false;
    const bool computes = finding_.If<syntax::Binary>(expr) || finding_.If<syntax::Unary>(expr) ||
                          finding_.If<syntax::Compare>(expr) ||
                          finding_.If<syntax::Subscript>(expr);
    bool known = true;
    ForEachPart(finding_.tree(), expr, [&](ExprId part) { known = known && IsKnown(part); });
    if (computes && !known) return false;
    const auto* call = finding_.If<syntax::Call>(expr);
    if (!call) return true;
    const infer::ExprFact& callee = finding_.Fact(call->callee);
    if (callee.Name() == "torch.nn.functional.ctc_loss" || callee.Name() == "torch.ctc_loss")
      return LookAtTargets(Argument(*call, 1, "targets"));
    return callee.traits.op != OpKind::Unknown && callee.traits.op != OpKind::Costly;
  }

  // A `__getattribute__` that calls nothing but the one that it overrides: a config's that knows an
  // attribute by another name.
  bool LooksUp(const infer::SourceFunction& run) const {
    const FileView* view = finding_.flows.View(run.file);
    if (!view) return false;
    const Finding inner = finding_.In(*view, run.function);
    bool looks_up = true;
    ForEachInside(inner, inner.tree()[run.function].span, [&](ExprId part) {
      const auto* call = inner.If<syntax::Call>(part);
      if (!call) return;
      const auto* method = inner.If<syntax::Attribute>(call->callee);
      const auto* base = method ? inner.If<syntax::Call>(method->object) : nullptr;
      const ExprId super = base ? base->callee : call->callee;
      looks_up = looks_up && (!method || method->name == "__getattribute__") &&
                 ImportedName(inner, super) == "builtins.super";
    });
    return looks_up && inner.tree()[run.function].name == "__getattribute__";
  }

  // No object whose class computes with code of its own.
  bool IsKnown(ExprId operand) const {
    return finding_.If<syntax::Slice>(operand) ||
           finding_.Fact(operand).OneOf(
               FactKind::Tensor, FactKind::Scalar, FactKind::None, FactKind::Bool, FactKind::Int,
               FactKind::Float, FactKind::Complex, FactKind::Str, FactKind::DType, FactKind::Device,
               FactKind::Tuple, FactKind::List, FactKind::Dict, FactKind::Slice);
  }

  bool LookAtTargets(ExprId targets) {
    if (!targets || !IsTensor(finding_.Fact(targets))) return false;
    const values::Tensor& tensor = *finding_.Fact(targets).tensor;
    const bool narrow =
        tensor.exact ? tensor.exact == "int32"
                     : tensor.dtype == values::DType::Int || tensor.dtype == values::DType::Unknown;
    if (!narrow) return true;
    targets_.push_back(targets);
    return variables_.SlotOf(targets).has_value();
  }

  const Finding& finding_;
  Variables variables_;
  bool known_ = true;
  std::vector<ExprId> targets_;
};

// Without cuDNN, and no code runs to compute an argument.
bool IsSwitchedOff(const Finding& finding, const syntax::Call& flags) {
  for (const syntax::Arg& arg : flags.args) {
    const infer::ExprFact& fact = finding.Fact(arg.value);
    if (!finding.If<syntax::Literal>(arg.value) || !fact.Is(FactKind::Bool)) return false;
  }
  const ExprId enabled = Argument(flags, 0, "enabled");
  return !enabled || finding.Text(enabled) == "False";
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.function || CalledIn(finding, finding.expr) != "torch.backends.cudnn.flags")
    return std::nullopt;
  const auto* with = finding.If<syntax::With>(finding.stmt);
  if (!with) return std::nullopt;
  const Block block(finding, *with);
  const bool same =
      block.known() && IsSwitchedOff(finding, *finding.If<syntax::Call>(finding.expr));
  Rewriter rewriter(finding);
  std::vector<Rewritten> rewritten;
  for (ExprId targets : same ? block.targets() : std::vector<ExprId>())
    rewritten.push_back({targets, AsLongs(finding.Text(targets), rewriter.Import("torch"))});
  const std::optional<bool> removed = RemoveContext(finding, rewriter, rewritten);
  if (!removed) return std::nullopt;
  if (!*removed) return Declined{std::string(kFixedBlock)};
  if (same) return rewriter.Finish("run the block with cuDNN as it is set", Applicability::Safe);
  return rewriter.Finish(
      "run the block with cuDNN as it is set", Applicability::Unsafe,
      "on a GPU, cuDNN computes what is inside with the settings made elsewhere");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::UnsupportedContext};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run a block with cuDNN as it is set",
    .answers = kAnswers,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::keep_cudnn
