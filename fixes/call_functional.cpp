// Modules that are made and called at once: nn.LayerNorm(n)(y). Their parameters would be new in
// each call; where these start as ones and zeros, the function of the same name does the same.
#include "fix/arguments.h"
#include "fix/dataflow.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/variables.h"

namespace graphmend::fix::call_functional {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

struct Norm {
  std::string_view module, function, shape;
  bool groups;  // GroupNorm(groups, channels): the function is told the groups only
  bool has_bias;
};

constexpr Norm kNorms[] = {
    {"torch.nn.LayerNorm", "layer_norm", "normalized_shape", false, true},
    {"torch.nn.RMSNorm", "rms_norm", "normalized_shape", false, false},
    {"torch.nn.GroupNorm", "group_norm", "num_channels", true, true},
};

// The name of a class may be that of the module it is defined in.
const Norm* NormOf(std::string_view name) {
  if (!name.starts_with("torch.nn.")) return nullptr;
  for (const Norm& norm : kNorms)
    if (name.substr(name.rfind('.')) == norm.module.substr(norm.module.rfind('.'))) return &norm;
  return nullptr;
}

// The module itself, or the only read of the variable that holds it in the same block.
ExprId UsedAs(const Finding& finding) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign || assign->value != finding.expr || assign->targets.size() != 1 || !finding.function)
    return finding.expr;
  const Variables variables(finding, finding.function);
  const auto slot = variables.SlotOf(assign->targets[0]);
  if (!slot || variables.OnlyValue(*slot) != finding.expr) return finding.expr;
  const std::vector<ExprId> reads = variables.Reads(*slot);
  if (reads.size() != 1) return finding.expr;
  const syntax::StmtId use = finding.parents.Statement(reads[0]);
  const BlockPosition here = finding.parents.PositionOf(finding.stmt);
  const BlockPosition there = finding.parents.PositionOf(use);
  bool same = there.block.data() == here.block.data();
  // Nothing happens in between.
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(reads[0]));
  const bool next = there.index == here.index + 1 && call && call->args.size() == 1 &&
                    IsPlainRead(finding, call->args[0].value);
  // What it is made of has to be the same there.
  ForEachInside(finding, finding.tree()[finding.expr].span, [&](ExprId part) {
    if (const auto of = variables.SlotOf(part))
      same =
          same && finding.Flow().Of(part) == finding.Flow().Before(finding.tree()[use].span, *of);
    const auto* attribute = finding.If<syntax::Attribute>(part);
    same =
        same && (!attribute || next || attribute->name == "shape" || !finding.NameOf(part).empty());
  });
  return same && Rewriter(finding).HasOwnLines(finding.stmt) ? reads[0] : finding.expr;
}

// Whether it is called right where it stands, with one argument.
bool IsCallOf(const Finding& finding, ExprId used) {
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(used));
  return call && call->callee == used && call->args.size() == 1 &&
         call->args[0].kind == syntax::ArgKind::Positional;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* made = finding.If<syntax::Call>(finding.expr);
  if (!made || !finding.Fact(made->callee).Is(FactKind::Class)) return std::nullopt;
  const std::string_view name = finding.NameOf(made->callee);
  if (!name.starts_with("torch.nn.")) return std::nullopt;
  const Norm* norm = NormOf(name);
  if (!norm)
    return Declined{"its parameters would be new in each call; make the module in `__init__`"};
  const ExprId used = UsedAs(finding);
  const ExprId outer = finding.parents.Parent(used);
  const auto* call = finding.If<syntax::Call>(outer);
  if (!IsCallOf(finding, used))
    return Declined{"the module is used for more than one call; make it in `__init__`"};
  if (!HasOnly(*made, norm->groups ? 2 : 1,
               {norm->shape, "num_groups", "eps", "bias", "device", "dtype"}))
    return Declined{"it is made with options; make the module in `__init__`"};
  const ExprId bias = Argument(*made, -1, "bias");
  if (bias && !IsLiteral(finding, bias, syntax::LiteralKind::False))
    return Declined{"it is made with options; make the module in `__init__`"};
  const ExprId shape = Argument(*made, norm->groups ? 1 : 0, norm->shape);
  const ExprId groups = norm->groups ? Argument(*made, 0, "num_groups") : ExprId();
  const bool whole = finding.Fact(shape).Is(FactKind::Int);
  if (!shape || !IsPlainRead(finding, shape) || (norm->groups && (!groups || !whole)) ||
      (!whole && !finding.Fact(shape).OneOf(FactKind::Tuple, FactKind::List)))
    return Declined{"the shape it is made for is not known; make the module in `__init__`"};
  Rewriter rewriter(finding);
  if (used != finding.expr) rewriter.Delete(finding.stmt);
  const std::string torch = rewriter.Import("torch"),
                    functional = rewriter.Import("torch.nn.functional");
  const std::string size = Render(finding, shape);
  std::string like;
  for (std::string_view option : {"device", "dtype"})
    if (const ExprId given = Argument(*made, -1, option)) {
      if (!IsPlainRead(finding, given))
        return Declined{"it is made with options; make the module in `__init__`"};
      like += ", " + std::string(option) + "=" + Render(finding, given);
    }
  std::vector<std::string> args = {Render(finding, call->args[0].value)};
  args.push_back(norm->groups ? Render(finding, groups) : whole ? "(" + size + ",)" : size);
  args.push_back(torch + ".ones(" + size + like + ")");
  if (norm->has_bias && !bias) args.push_back(torch + ".zeros(" + size + like + ")");
  if (const ExprId eps = Argument(*made, -1, "eps")) args.push_back("eps=" + Render(finding, eps));
  ReplaceEnclosed(finding, outer, functional + "." + std::string(norm->function) + "(", args, ",",
                  ")", rewriter);
  return rewriter.Finish("call the function", Applicability::Unsafe,
                         "the result requires no gradient where the input requires none");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "call the function that a module made on the spot stands for",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::call_functional
