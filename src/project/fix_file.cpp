#include "project/fix_file.h"

#include <algorithm>

#include "fix/apply.h"
#include "project/fixing.h"

namespace graphmend::project {
namespace {

std::optional<std::string> Settled(Project& project, const std::string& shown, std::string text,
                                   const WantedFinding& wanted, const Project::Stop& stop) {
  base::Interner interner;
  for (int round = 0; round < MostRounds(text.size()); ++round) {
    std::optional<lint::Outcome> outcome = project.AnalyseFile(shown, stop);
    if (!outcome) return std::nullopt;
    std::erase_if(outcome->diagnostics, [&](const diag::Diagnostic& d) { return !wanted(d); });
    fix::Applied applied =
        fix::Apply(outcome->diagnostics, diag::Applicability::Safe, {}, interner);
    if (!applied.broken.empty()) return std::nullopt;
    auto changed = applied.texts.find(shown);
    if (changed == applied.texts.end()) return text;
    text = std::move(changed->second);
    if (!project.Replace(shown, text)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> FixFile(Project& project, const std::string& shown,
                                   const std::string& text, const WantedFinding& wanted,
                                   const Project::Stop& stop) {
  std::optional<std::string> fixed = Settled(project, shown, text, wanted, stop);
  project.Replace(shown, text);
  return fixed;
}

}  // namespace graphmend::project
