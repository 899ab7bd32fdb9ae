#include "driver/fixing.h"

#include <algorithm>

#include "driver/output.h"
#include "fix/diff.h"

namespace graphmend::driver {
namespace {

constexpr int kMostRounds = 20;

void Trouble(lint::Outcome& outcome, lint::ProblemKind kind, const std::string& path,
             std::string message, std::string hint) {
  outcome.problems.push_back({kind, path, 0, std::move(message), std::move(hint)});
}

// Keeps the new text of each file as bytes in its encoding; files that cannot take it are left.
void Keep(const fix::Applied& applied, Fixing& fixing, Overlay& overlay,
          std::vector<std::string>& leave) {
  for (const auto& [shown, text] : applied.texts) {
    auto [known, added] = fixing.files.try_emplace(shown);
    FixedFile& file = known->second;
    if (added) {
      file.path = fixing.session->PathOf(shown);
      file.before = fixing.session->RawBytes(shown);
    }
    base::Result<std::string> bytes = source::Encode(text, file.before, shown);
    if (!bytes) {
      leave.push_back(shown);
      if (added) fixing.files.erase(known);
      continue;
    }
    file.after = *bytes;
    overlay[shown] = *std::move(bytes);
  }
}

}  // namespace

Fixing Fix(const Invocation& invocation, const std::vector<std::string>& paths,
           const std::vector<bool>& selected) {
  const diag::Applicability least =
      invocation.unsafe_fixes ? diag::Applicability::Unsafe : diag::Applicability::Safe;
  Fixing fixing;
  Overlay overlay;
  std::vector<std::string> leave, broken;
  for (int round = 0;; ++round) {
    fixing.outcome = {};
    fixing.session = std::make_unique<Session>(invocation, paths, overlay);
    fixing.outcome = fixing.session->Analyse();
    std::erase_if(fixing.outcome.diagnostics, [&](const diag::Diagnostic& diagnostic) {
      return !selected[diagnostic.rule_index];
    });
    fix::Applied applied =
        fix::Apply(fixing.outcome.diagnostics, least, leave, fixing.session->interner());
    leave.insert(leave.end(), applied.broken.begin(), applied.broken.end());
    broken.insert(broken.end(), applied.broken.begin(), applied.broken.end());
    if (applied.texts.empty()) break;
    if (round == kMostRounds) {
      for (const auto& [path, text] : applied.texts)
        Trouble(fixing.outcome, lint::ProblemKind::Incomplete, path,
                "fixes did not settle in " + std::to_string(kMostRounds) + " rounds", "");
      break;
    }
    overlay = fixing.session->given();  // standard input can be read only once
    Keep(applied, fixing, overlay, leave);
    std::move(applied.fixes.begin(), applied.fixes.end(), std::back_inserter(fixing.fixes));
  }
  for (const std::string& path : broken)
    Trouble(fixing.outcome, lint::ProblemKind::Internal, path,
            "GM000 internal error in graphmend: a fix would leave code that does not parse",
            "the file was left alone; this is a defect of graphmend, please report it");
  return fixing;
}

void WriteFixed(Fixing& fixing) {
  for (auto& [shown, file] : fixing.files) {
    if (file.path.empty()) continue;
    if (fixing.session->BytesOnDisk(shown) != file.before) {
      Trouble(fixing.outcome, lint::ProblemKind::Unusable, shown, "it changed while it was fixed",
              "the file was left as it is; run again");
      continue;
    }
    if (auto error = WriteOutput(file.path, file.after))
      Trouble(fixing.outcome, lint::ProblemKind::Unusable, shown, error->message,
              "the file was left as it was");
  }
}

std::string Diff(const Fixing& fixing) {
  std::string out;
  for (const auto& [shown, file] : fixing.files)
    out += fix::UnifiedDiff(shown, file.before, file.after);
  return out;
}

}  // namespace graphmend::driver
