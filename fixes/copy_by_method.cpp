// Copy a list, dict or set by its own method.
#include "fix/declaration.h"
#include "fix/variables.h"

namespace graphmend::fix::copy_by_method {
namespace {

using infer::FactKind;
using syntax::ExprId;

// A list, dict or set that is certainly of this very class: written here, and nowhere replaced.
bool IsWrittenHere(const Finding& finding, ExprId expr) {
  if (finding.If<syntax::Name>(expr) && finding.function) {
    const Variables variables(finding, finding.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(expr);
    expr = slot ? variables.OnlyValue(*slot) : ExprId();
  }
  if (finding.If<syntax::Dict>(expr) || finding.If<syntax::Sequence>(expr)) return true;
  const auto* made = finding.If<syntax::Comprehension>(expr);
  return made && made->kind != syntax::ComprehensionKind::Generator;
}

Verdict Judge(const Finding& finding, const Holes& holes) {
  const infer::ExprFact& fact = finding.Fact(holes["x"]);
  if (!fact.Is(FactKind::Dict) && !fact.Is(FactKind::List) && !fact.Is(FactKind::Set))
    return Declined{
        "this is not known to be a list, dict or set, which have a `copy()` of their own"};
  if (IsWrittenHere(finding, holes["x"])) return Sure{};
  return Sure{diag::Applicability::Unsafe,
              "an instance of a subclass of dict, list or set is copied without its attributes, as "
              "an instance of that base class"};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "copy.copy($x)",
        .where = Judge,
        .replace = "$x.copy()",
        .title = "copy with its own method",
    },
    {
        .match = "copy.copy(x=$x)",
        .where = Judge,
        .replace = "$x.copy()",
        .title = "copy with its own method",
    },
};

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "copy a list, dict or set with its own method",
    .answers = kAnswers,
    .promise = Promise::Either,
    .patterns = kPatterns,
};

}  // namespace graphmend::fix::copy_by_method
