// Run a block with cuDNN as it is set.
//
// In torch 2.13 these ask for cuDNN's settings: convolutions, batch normalisation, recurrent
// layers, sampling by grids, and F.ctc_loss, where its targets are 32-bit integers
// (aten/src/ATen/native/cudnn, miopen). To the stubs all but the last are costly work or no known
// operation, so that whatever else computes does so with any setting. With targets of 64 bits the
// loss is computed as it is without cuDNN, by the same kernel.
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/function_flows.h"
#include "fix/module_scope.h"
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

// A block of which each step is known: it assigns variables, and computes with tensors and numbers
// by functions that are imported from torch. No code of the program runs in it.
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
    if (const auto* assign = finding_.If<syntax::Assign>(stmt))
      return std::all_of(assign->targets.begin(), assign->targets.end(),
                         [&](ExprId target) { return variables_.SlotOf(target).has_value(); }) &&
             LookAt(assign->value);
    if (const auto* aug = finding_.If<syntax::AugAssign>(stmt))
      return variables_.SlotOf(aug->target) && IsPlain(aug->target) && IsPlain(aug->value) &&
             LookAt(aug->value);
    if (const auto* line = finding_.If<syntax::ExprStmt>(stmt)) return LookAt(line->value);
    const auto* result = finding_.If<syntax::Return>(stmt);
    return result && (!result->value || LookAt(result->value));
  }

  bool LookAt(ExprId expr) {
    if (finding_.If<syntax::Literal>(expr)) return true;
    if (finding_.If<syntax::Name>(expr)) return variables_.SlotOf(expr) || IsImported(expr);
    if (const auto* attribute = finding_.If<syntax::Attribute>(expr))
      return IsImported(expr) || IsSetting(expr) ||
             (IsPlain(attribute->object) && LookAt(attribute->object));
    if (const auto* call = finding_.If<syntax::Call>(expr)) return LookAtCall(*call);
    const bool computes = Computes(expr);
    if (!computes && !Holds(expr)) return false;
    bool known = true;
    ForEachPart(finding_.tree(), expr, [&](ExprId part) {
      known = known && (!computes || IsPlain(part)) && LookAt(part);
    });
    return known;
  }

  // Operators, which are known where their operands are.
  bool Computes(ExprId expr) const {
    const auto* unary = finding_.If<syntax::Unary>(expr);
    const auto* compare = finding_.If<syntax::Compare>(expr);
    if (compare) return std::all_of(compare->ops.begin(), compare->ops.end(), ComparesNumbers);
    return finding_.If<syntax::Binary>(expr) || (unary && unary->op != syntax::UnaryOp::Not);
  }

  // An item of a tensor, a tuple or list, and the parts of a slice: what only holds others.
  bool Holds(ExprId expr) const {
    const auto* item = finding_.If<syntax::Subscript>(expr);
    const auto* items = finding_.If<syntax::Sequence>(expr);
    return (item && IsPlain(item->object)) || (items && items->kind != syntax::SequenceKind::Set) ||
           finding_.If<syntax::Slice>(expr);
  }

  static bool ComparesNumbers(syntax::CompareOp op) {
    return op != syntax::CompareOp::In && op != syntax::CompareOp::NotIn;
  }

  // A tensor, a number or a constant: nothing whose class has code of its own.
  bool IsPlain(ExprId expr) const {
    const infer::ExprFact& fact = finding_.Fact(expr);
    return fact.OneOf(FactKind::Tensor, FactKind::Scalar, FactKind::None, FactKind::Bool,
                      FactKind::Int, FactKind::Float, FactKind::Complex, FactKind::Str,
                      FactKind::DType, FactKind::Device) &&
           !(fact.tensor && fact.tensor->subclass);
  }

  // A constant or function of torch, by imports alone; of no setting.
  bool IsImported(ExprId expr) const {
    const std::string name = ImportedName(finding_, expr);
    return name.starts_with("torch.") && !name.starts_with("torch.backends.");
  }

  bool LookAtCall(const syntax::Call& call) {
    if (!IsKnownCallee(call.callee) ||
        !std::all_of(call.args.begin(), call.args.end(),
                     [&](const syntax::Arg& arg) { return IsKnownArgument(arg); }))
      return false;
    const infer::ExprFact& callee = finding_.Fact(call.callee);
    if (callee.Name() == "torch.nn.functional.ctc_loss" || callee.Name() == "torch.ctc_loss")
      return LookAtTargets(Argument(call, 1, "targets"));
    return callee.traits.op != OpKind::Unknown && callee.traits.op != OpKind::Costly;
  }

  // A function of torch, or a method of a tensor.
  bool IsKnownCallee(ExprId callee) {
    if (IsImported(callee)) return true;
    const auto* method = finding_.If<syntax::Attribute>(callee);
    return method && finding_.Fact(method->object).Is(FactKind::Tensor) &&
           IsPlain(method->object) && LookAt(method->object);
  }

  bool IsKnownArgument(const syntax::Arg& arg) {
    const bool alone =
        arg.kind == syntax::ArgKind::Positional || arg.kind == syntax::ArgKind::Keyword;
    if (!alone || !LookAt(arg.value)) return false;
    const auto* items = finding_.If<syntax::Sequence>(arg.value);
    if (!items) return IsPlain(arg.value) || IsSetting(arg.value);
    return std::all_of(items->items.begin(), items->items.end(),
                       [&](ExprId item) { return IsPlain(item); });
  }

  // `self.config.pad_token_id`: what an object holds of which nothing in view is assigned, but
  // data.
  bool IsSetting(ExprId expr) const {
    return finding_.If<syntax::Attribute>(expr) && finding_.Fact(expr).Is(FactKind::Unknown) &&
           IsLookedUp(expr);
  }

  // A variable, or attributes of it that are found as Python finds them.
  bool IsLookedUp(ExprId expr) const {
    const auto* attribute = finding_.If<syntax::Attribute>(expr);
    if (!attribute) return variables_.SlotOf(expr).has_value();
    const auto& runs = finding_.Fact(expr).runs;
    return finding_.Fact(attribute->object).Is(FactKind::Object) &&
           std::all_of(runs.begin(), runs.end(), [&](const auto& run) { return LooksUp(run); }) &&
           IsLookedUp(attribute->object);
  }

  // A `__getattribute__` that calls nothing but the one that it overrides.
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

// Without cuDNN, by flags that it takes, and no code runs to compute one.
bool IsSwitchedOff(const Finding& finding, const syntax::Call& flags) {
  for (const syntax::Arg& arg : flags.args)
    if (!finding.If<syntax::Literal>(arg.value) || !finding.Fact(arg.value).Is(FactKind::Bool))
      return false;
  const bool positional = !flags.args.empty() && flags.args[0].kind == syntax::ArgKind::Positional;
  if (!HasOnly(flags, 1, {"enabled", "benchmark", "deterministic", "allow_tf32"})) return false;
  if (positional && Argument(flags, -1, "enabled")) return false;
  const ExprId enabled = Argument(flags, 0, "enabled");
  return !enabled || finding.Text(enabled) == "False";
}

// Nothing but autograd is switched beside it.
bool HasOnlyGradModes(const Finding& finding, const syntax::With& with) {
  return std::all_of(with.items.begin(), with.items.end(), [&](const syntax::WithItem& item) {
    const auto* call = finding.If<syntax::Call>(item.context);
    const std::string name = call ? ImportedName(finding, call->callee) : "";
    return item.context == finding.expr ||
           (call && !item.target && call->args.empty() &&
            (name == "torch.no_grad" || name == "torch.enable_grad"));
  });
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.function || CalledIn(finding, finding.expr) != "torch.backends.cudnn.flags")
    return std::nullopt;
  const auto* with = finding.If<syntax::With>(finding.stmt);
  if (!with) return std::nullopt;
  const Block block(finding, *with);
  const bool same = block.known() && HasOnlyGradModes(finding, *with) &&
                    IsSwitchedOff(finding, *finding.If<syntax::Call>(finding.expr));
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
