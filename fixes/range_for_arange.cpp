// Count by range in the place of a list made of arange: for i in np.arange(n): int(i).
#include "fix/declaration.h"
#include "fix/rewriter.h"
#include "fix/variables.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix::range_for_arange {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

std::optional<Proposal> Propose(const Finding& finding) {
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
    Rewriter rewriter(finding);
    rewriter.Replace(made->callee, "range");
    return rewriter.Finish("count with range", Applicability::Safe);
  }
  return std::nullopt;
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "count with range instead of a list made from arange",
    .answers = kAnswers,
    .promise = Promise::Safe,
    .propose = Propose,
};

}  // namespace graphmend::fix::range_for_arange
