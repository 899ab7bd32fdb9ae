#include "project/fixing.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "fix/declaration.h"
#include "fix/diff.h"
#include "notebook/notebook_edit.h"
#include "os/error.h"
#include "os/files.h"
#include "project/check.h"

namespace graphmend::project {
namespace {

// Whether what is analysed instead of a file on disk came from elsewhere: standard input.
bool IsGiven(const SelectedFile& file) {
  return file.notebook ? file.bytes.has_value() : file.text.has_value();
}

// The notebook `bytes` with the edits of its code, which the next round looks at; none where it is
// no longer what was analysed.
std::optional<SelectedFile> WithEdits(const SelectedFile& file, std::string_view bytes,
                                      const std::vector<diag::Edit>& edits) {
  base::Result<notebook::Notebook> before = notebook::ReadNotebook(bytes, file.shown);
  if (!before || before->code != *file.text) return std::nullopt;
  const source::SourceFile code(file.shown, before->code);
  SelectedFile after = file;
  after.bytes = notebook::WithCellEdits(bytes, *before, code, edits);
  base::Result<notebook::Notebook> notebook = notebook::ReadNotebook(*after.bytes, file.shown);
  if (!notebook) return std::nullopt;
  after.text = notebook->code;
  after.notebook = std::make_shared<notebook::Notebook>(*std::move(notebook));
  return after;
}

// Keeps the new text of each file as bytes in its encoding, and gives it to the project for the
// next round. The files that cannot take it.
std::vector<std::string> Keep(const fix::Applied& applied, Fixing& fixing, Selection& selection) {
  std::vector<std::string> unfit;
  for (SelectedFile& selected : selection.files) {
    auto text = applied.texts.find(selected.shown);
    if (text == applied.texts.end()) continue;
    auto [known, added] = fixing.files.try_emplace(selected.shown);
    FixedFile& file = known->second;
    if (added) {
      file.path = selected.path;
      file.on_disk = !IsGiven(selected);
      file.before = fixing.project->RawBytes(selected.shown);
    }
    std::optional<SelectedFile> next;
    if (selected.notebook) {
      next =
          WithEdits(selected, added ? file.before : file.after, applied.edits.at(selected.shown));
    } else if (auto bytes = source::Encode(text->second, file.before, selected.shown)) {
      next = selected;
      next->text = *std::move(bytes);
    }
    if (!next) {
      unfit.push_back(selected.shown);
      if (added) fixing.files.erase(known);
      continue;
    }
    selected = *std::move(next);
    fixing.project->Replace(selected);
    file.after = selected.notebook ? *selected.bytes : *selected.text;
  }
  return unfit;
}

// The rounds of fixing, and what becomes of files that cannot be fixed after all.
class Fixer {
 public:
  Fixer(const FixOptions& options, Configuration& configuration, Selection selection,
        const Narrow& narrow)
      : options_(options),
        configuration_(configuration),
        given_(selection),
        selection_(std::move(selection)),
        narrow_(narrow),
        stubs_(options.shared_stubs ? options.shared_stubs
                                    : std::make_shared<names::SharedStubs>()) {}

  Fixing Run() {
    // Each time with fewer fixes than before.
    do Rounds();
    while (TakeBackWhatMovesBreaks());
    if (options_.write && !configuration_.error()) Write();
    if (left_anew_) Look();
    std::move(troubles_.begin(), troubles_.end(), std::back_inserter(fixing_.outcome.problems));
    GiveInput();
    return std::move(fixing_);
  }

 private:
  static std::string PathOf(const diag::Diagnostic& finding) {
    return finding.location.file ? finding.location.file->path() : "";
  }

  void Rounds() {
    FixLines lines = options_.lines;
    for (int round = 0; Look(); ++round) {
      LeaveWithoutFixes();
      if (round == 0) before_ = CountBreaks();
      if (!lines.IsWhole()) lines.Narrow(fixing_.outcome.diagnostics, PathsOnDisk());
      fix::Applied applied =
          fix::Apply(fixing_.outcome.diagnostics, options_.least, leave_, interner_);
      for (const std::string& path : applied.broken)
        Leave(path, {lint::ProblemKind::Internal, path, 0,
                     "GM000 internal error in graphmend: a fix would leave code that does not "
                     "parse",
                     "the file was left alone; this is a bug in graphmend, please report it"});
      LeaveUnsettled(applied, round);
      const bool change = !applied.texts.empty();
      lines.Follow(fixing_.outcome.diagnostics, applied);
      if (change) KeepAll(applied);
      for (const fix::AppliedFix& fix : applied.fixes)
        if (const fix::Fix* kind = fix::FindFix(fix.name); fix.leads || (kind && (*kind)->leads))
          fixed_[{fix.path, fix.function}].insert(fix.leads_to.begin(), fix.leads_to.end());
      std::move(applied.fixes.begin(), applied.fixes.end(), std::back_inserter(fixing_.fixes));
      if (!change || !again_) return;
    }
  }

  // The breaks of each function, by shown path and name: how many there are, with those that come
  // up once others are mended, and what is said of those that there are.
  struct InFunction {
    std::size_t count = 0;
    std::multiset<std::string> said;
  };
  using PathAndName = std::pair<std::string, std::string>;
  using Breaks = std::map<PathAndName, InFunction>;
  Breaks CountBreaks() const {
    Breaks breaks;
    for (const diag::Diagnostic& finding : fixing_.outcome.diagnostics) {
      InFunction& function = breaks[{PathOf(finding), finding.function}];
      function.count += 1 + finding.hides;
      function.said.insert(finding.message);
    }
    return breaks;
  }

  // What leads to a test may leave a break where the next round knows no fix after all. A function
  // with as many breaks as before, or with all of them, is to stay as it was, and so is one whose
  // tests in other functions are breaks now: its file begins anew, without its fixes. Whether any
  // does.
  bool TakeBackWhatMovesBreaks() {
    if (configuration_.error()) return false;
    const Breaks after = CountBreaks();
    std::set<std::string> anew;
    for (const auto& [function, leads_to] : fixed_) {
      bool moved = KeepsBreaks(function, after);
      for (const std::string& other : leads_to)
        moved |=
            CountIn(after, {function.first, other}) > CountIn(before_, {function.first, other});
      if (!moved) continue;
      if (!fixing_.files.contains(function.first) || !unfixed_.insert(function).second) continue;
      anew.insert(function.first);
    }
    for (const std::string& path : anew) BeginAnew(path);
    std::erase_if(fixed_, [&](const auto& fixed) { return anew.contains(fixed.first.first); });
    return !anew.empty();
  }

  // Whether the function, which was fixed, has as many breaks as before, or all of them.
  bool KeepsBreaks(const PathAndName& function, const Breaks& after) const {
    const auto left = after.find(function);
    const auto first = before_.find(function);
    if (left == after.end() || first == before_.end()) return false;
    const InFunction &now = left->second, &then = first->second;
    const bool all =
        std::includes(now.said.begin(), now.said.end(), then.said.begin(), then.said.end());
    return now.count >= then.count || all;
  }

  static std::size_t CountIn(const Breaks& breaks, const PathAndName& function) {
    const auto found = breaks.find(function);
    return found == breaks.end() ? 0 : found->second.count;
  }

  // Takes the fixes from findings in functions that are to stay.
  void LeaveWithoutFixes() {
    for (diag::Diagnostic& finding : fixing_.outcome.diagnostics) {
      if (finding.fixes.empty() || !unfixed_.contains({PathOf(finding), finding.function}))
        continue;
      finding.fixes.clear();
      finding.no_fix = "what is known to mend it would leave another break in its place";
    }
  }

  // Analyses what changed in the texts; false where fixing is to end.
  bool Look() {
    fixing_.outcome = {};
    if (configuration_.error()) return false;
    if (fixing_.project) {
      fixing_.outcome = fixing_.project->Analyse();
    } else {
      Checked checked = Check({configuration_,
                               selection_,
                               {.jobs = options_.jobs, .shared_stubs = stubs_, .again = true}});
      fixing_.project = std::move(checked.project);
      fixing_.outcome = std::move(checked.outcome);
    }
    if (configuration_.error()) return false;
    again_ = narrow_(*fixing_.project, fixing_.outcome);
    return true;
  }

  void KeepAll(fix::Applied& applied) {
    for (const std::string& path : Keep(applied, fixing_, selection_)) {
      leave_.push_back(path);
      std::erase_if(applied.fixes, [&](const fix::AppliedFix& fix) { return fix.path == path; });
      troubles_.push_back({lint::ProblemKind::Incomplete, path, 0,
                           "a fix was left out, since the file cannot hold it",
                           "can the file's encoding express all of it?"});
    }
  }

  // Files of which another round still brings fixes to light after all that they may take.
  void LeaveUnsettled(fix::Applied& applied, int round) {
    for (auto text = applied.texts.begin(); text != applied.texts.end();) {
      const std::string path = text->first;
      const int most = MostRounds(text->second.size());
      if (round < most) {
        ++text;
        continue;
      }
      Leave(path, {lint::ProblemKind::Incomplete, path, 0,
                   "fixes did not settle in " + std::to_string(most) + " rounds",
                   "the file was left as it was"});
      text = applied.texts.erase(text);
      applied.edits.erase(path);
      std::erase_if(applied.fixes, [&](const fix::AppliedFix& fix) { return fix.path == path; });
    }
  }

  // By how they are shown.
  std::map<std::string, std::string> PathsOnDisk() const {
    std::map<std::string, std::string> paths;
    for (const SelectedFile& file : selection_.files) paths.emplace(file.shown, file.path);
    return paths;
  }

  // The file stays, or becomes again, as it was, and nothing in it counts as fixed.
  void Leave(const std::string& shown, lint::Problem why) {
    troubles_.push_back(std::move(why));
    leave_.push_back(shown);
    if (fixing_.files.contains(shown)) left_anew_ = true;
    BeginAnew(shown);
  }

  void BeginAnew(const std::string& shown) {
    if (fixing_.files.erase(shown) == 0) return;
    std::erase_if(fixing_.fixes, [&](const fix::AppliedFix& fix) { return fix.path == shown; });
    for (std::size_t i = 0; i < given_.files.size(); ++i) {
      if (given_.files[i].shown != shown) continue;
      selection_.files[i] = given_.files[i];
      fixing_.project->Replace(given_.files[i]);
    }
  }

  // Replaces the files that changed, each at once and whole.
  void Write() {
    std::vector<lint::Problem> failed;
    for (const auto& [shown, file] : fixing_.files) {
      if (!file.on_disk) continue;
      if (os::ReadFile(file.path, os::kMostSource).bytes != file.before)
        failed.push_back({lint::ProblemKind::Unusable, shown, 0,
                          "it changed while it was being fixed",
                          "the file was left as it is; run again"});
      else if (const std::error_code error = os::WriteFile(file.path, file.after))
        failed.push_back({lint::ProblemKind::Unusable, shown, 0,
                          "its fixes cannot be written: " + os::Why(error),
                          "the file was left as it was"});
    }
    for (lint::Problem& problem : failed) {
      const std::string shown = problem.path;
      Leave(shown, std::move(problem));
    }
  }

  void GiveInput() {
    for (const SelectedFile& file : selection_.files) {
      const auto fixed = fixing_.files.find(file.shown);
      const bool on_disk = fixed != fixing_.files.end() && fixed->second.on_disk;
      if (IsGiven(file) && !on_disk) fixing_.input = file.notebook ? *file.bytes : *file.text;
    }
  }

  const FixOptions& options_;
  Configuration& configuration_;
  const Selection given_;
  Selection selection_;
  const Narrow& narrow_;
  Fixing fixing_;
  const std::shared_ptr<names::SharedStubs> stubs_;
  std::vector<std::string> leave_;
  Breaks before_;  // of the first round
  // By what leads to tests, as in Breaks, with the names of other functions that have them.
  std::map<PathAndName, std::set<std::string>> fixed_;
  std::set<PathAndName> unfixed_;  // that are to stay as they were
  std::vector<lint::Problem> troubles_;
  bool again_ = false;      // whether another round may follow
  bool left_anew_ = false;  // whether what was analysed last is not what will be there
  base::Interner interner_;
};

}  // namespace

Fixing Fix(const FixOptions& options, Configuration& configuration, Selection selection,
           const Narrow& narrow) {
  return Fixer(options, configuration, std::move(selection), narrow).Run();
}

std::string Diff(const Fixing& fixing) {
  std::string out;
  for (const auto& [shown, file] : fixing.files)
    out += fix::UnifiedDiff(shown, file.before, file.after);
  return out;
}

}  // namespace graphmend::project
