// Count by range in the place of a list made of arange: for i in np.arange(n): int(i);
// torch.arange(n).tolist().
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/variables.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix::range_for_arange {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

bool CountsInts(const Finding& finding, const syntax::Call& made) {
  return !made.args.empty() &&
         std::all_of(made.args.begin(), made.args.end(), [&](const syntax::Arg& arg) {
           return arg.kind == syntax::ArgKind::Positional &&
                  finding.Fact(arg.value).Is(FactKind::Int);
         });
}

// Whether the step is known, and is not 0.
bool Steps(const Finding& finding, const syntax::Call& made) {
  if (made.args.size() < 3) return true;
  const auto step = ConstantOf(finding, made.args[2].value);
  return step && step->kind == syntax::LiteralKind::Int && step->integer != 0;
}

// list(range(a, b)) for torch.arange(a, b).tolist().
std::optional<Proposal> ProposeList(const Finding& finding) {
  const auto* read = finding.If<syntax::Call>(finding.expr);
  const auto* method = read ? finding.If<syntax::Attribute>(read->callee) : nullptr;
  const auto* made = method ? finding.If<syntax::Call>(method->object) : nullptr;
  if (!made || !read->args.empty() || method->name != "tolist" || !CountsInts(finding, *made))
    return std::nullopt;
  const std::string_view name = finding.NameOf(made->callee);
  if (name != "torch.arange" && name != "numpy.arange") return std::nullopt;
  if (!IsUnshadowed(finding, "list") || !IsUnshadowed(finding, "range")) return std::nullopt;
  if (name == "torch.arange" && IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  std::vector<std::string> bounds;
  for (const syntax::Arg& arg : made->args) bounds.push_back(Render(finding, arg.value));
  Rewriter rewriter(finding);
  ReplaceWhole(finding, finding.expr, "list(" + CallText("range", bounds, 0) + ")", rewriter);
  if (name == "numpy.arange" && Steps(finding, *made))
    return rewriter.Finish("count with range", Applicability::Safe);
  return rewriter.Finish("count with range", Applicability::Unsafe,
                         "where the end is before the start, gives an empty list, not an error; a "
                         "step of 0 raises a different error");
}

std::optional<Proposal> OfLoop(const Finding& finding, const syntax::Call& made) {
  Rewriter rewriter(finding);
  rewriter.Replace(made.callee, "range");
  if (Steps(finding, made)) return rewriter.Finish("count with range", Applicability::Safe);
  return rewriter.Finish("count with range", Applicability::Unsafe,
                         "a step of 0 raises a different error");
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (auto list = ProposeList(finding)) return list;
  const auto* read = finding.If<syntax::Call>(finding.expr);
  if (!read || read->args.size() != 1 || !finding.function) return std::nullopt;
  const Variables variables(finding, finding.function);
  std::optional<std::uint32_t> slot = variables.SlotOf(read->args[0].value);
  for (syntax::StmtId stmt = finding.stmt; slot && stmt; stmt = finding.parents.Parent(stmt)) {
    const auto* loop = finding.If<syntax::For>(stmt);
    if (!loop || variables.SlotOf(loop->target) != slot) continue;
    const auto* made = finding.If<syntax::Call>(loop->iterable);
    if (!made || finding.NameOf(made->callee) != "numpy.arange" || variables.IsCaptured(*slot) ||
        variables.Stores(*slot).size() != 1)
      return std::nullopt;
    for (const syntax::Arg& arg : made->args)
      if (arg.kind != syntax::ArgKind::Positional || !finding.Fact(arg.value).Is(FactKind::Int))
        return std::nullopt;
    for (ExprId use : variables.Reads(*slot)) {
      const auto* call = finding.If<syntax::Call>(finding.parents.Parent(use));
      if (!call || finding.BuiltinName(call->callee) != "int") return std::nullopt;
    }
    return IsUnshadowed(finding, "range") ? OfLoop(finding, *made) : std::nullopt;
  }
  return std::nullopt;
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"compute_while_tracing", "capture_number"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "count with range instead of a list made from arange",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::range_for_arange
