// A kept outcome that was damaged: it is refused, or what it says can be shown.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "cache/outcome.h"
#include "findings.h"

namespace graphmend::cache {
namespace {

using source::SourceFile;

// A finding with all that points into its file.
lint::Outcome OutcomeIn(const SourceFile& file) {
  diag::Diagnostic finding = testing::Finding(file, "GM101", "x.sum() > 0");
  finding.reason = {{finding.location, "x is a tensor"}};
  finding.origin = 0;
  diag::Fix fix;
  fix.applicability = diag::Applicability::Safe;
  fix.edits = {{finding.statement, "torch.where"}};
  finding.fixes = {fix};
  lint::Outcome outcome = testing::OutcomeOf({finding});
  outcome.holes = {{infer::HoleKind::Unsettled, finding.location}};
  outcome.problems.emplace_back().kind = lint::ProblemKind::PassedOver;
  return outcome;
}

void CheckInside(const diag::Location& location) {
  REQUIRE(location.file);
  CHECK(location.span.begin <= location.span.end);
  CHECK(location.span.end <= location.file->text().size());
}

void CheckShowable(const lint::Outcome& outcome, const SourceFile& file) {
  for (const diag::Diagnostic& finding : outcome.diagnostics) {
    CHECK(finding.rule_index < lint::Rules().size());
    CHECK(finding.severity <= diag::Severity::Error);
    CheckInside(finding.location);
    CheckInside({&file, finding.statement});
    if (finding.origin) CHECK(*finding.origin < finding.reason.size());
    for (const diag::Fix& fix : finding.fixes) {
      CHECK(fix.applicability <= diag::Applicability::Safe);
      for (const diag::Edit& edit : fix.edits) CheckInside({&file, edit.span});
    }
  }
  for (const infer::Hole& hole : outcome.holes) {
    CHECK(hole.why <= infer::HoleKind::Unsettled);
    CheckInside(hole.location);
  }
  for (const lint::Problem& problem : outcome.problems)
    CHECK(problem.kind <= lint::ProblemKind::PassedOver);
  for (const infer::Entry& entry : outcome.entries)
    CHECK(entry.how.by <= infer::CompiledBy::AssumedFunction);
}

TEST_CASE("record: one with a changed byte is refused, or all that it says is there") {
  const SourceFile file("model.py", "def f(x):\n    if x.sum() > 0:\n        return x\n");
  const std::string record =
      Pack(OutcomeIn(file), [](const SourceFile& one) { return FileName{one.path(), one.path()}; });
  auto unpack = [&](const std::string& bytes) {
    return Unpack(bytes, [&](const FileName& name) -> const SourceFile* {
      return name.path == file.path() ? &file : nullptr;
    });
  };
  REQUIRE(unpack(record));
  CheckShowable(*unpack(record), file);
  std::size_t refused = 0;
  constexpr std::array<unsigned char, 8> kBytes = {0, 1, 2, 3, 7, 60, 120, 127};
  for (std::size_t at = 0; at < record.size(); ++at)
    for (const unsigned char byte : kBytes) {
      std::string changed = record;
      changed[at] = static_cast<char>(byte);
      if (const auto outcome = unpack(changed)) CheckShowable(*outcome, file);
      else ++refused;
    }
  CHECK(refused > record.size());
}

}  // namespace
}  // namespace graphmend::cache
