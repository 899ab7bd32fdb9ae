// Index by numbers in the place of a list of bools: y[[True, False, True]].
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/rewriter.h"

namespace graphmend::fix::index_by_numbers {
namespace {

using diag::Applicability;

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  const auto* list = item ? finding.If<syntax::Sequence>(item->index) : nullptr;
  if (!list || list->kind != syntax::SequenceKind::List) return std::nullopt;
  std::string numbers;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const auto* literal = finding.If<syntax::Literal>(list->items[i]);
    if (!literal) return std::nullopt;
    if (literal->kind == syntax::LiteralKind::True)
      numbers += (numbers.empty() ? "" : ", ") + std::to_string(i);
    else if (literal->kind != syntax::LiteralKind::False) return std::nullopt;
  }
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  rewriter.Replace(item->index, "[" + numbers + "]");
  return rewriter.Finish("index with numbers", Applicability::Unsafe,
                         "a list shorter or longer than the dimension raises no IndexError, or on "
                         "a GPU a device-side assert after which the process cannot use the GPU");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BooleanMask};
constexpr std::string_view kBefore[] = {"write_by_mask"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "index with numbers instead of a list of bools",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::index_by_numbers
