#include "project/fixing.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "fix/diff.h"
#include "notebook/notebook_edit.h"
#include "project/check.h"
#include "project/write_file.h"

namespace graphmend::project {
namespace {

constexpr int kMostRounds = 20;

void Trouble(lint::Outcome& outcome, lint::ProblemKind kind, const std::string& path,
             std::string message, std::string hint) {
  outcome.problems.push_back({kind, path, 0, std::move(message), std::move(hint)});
}

std::string BytesOnDisk(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  return bytes.str();
}

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

// Keeps the new text of each file as bytes in its encoding, and gives it to the next round; files
// that cannot take it are left.
void Keep(const fix::Applied& applied, Fixing& fixing, Selection& selection,
          std::vector<std::string>& leave) {
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
      leave.push_back(selected.shown);
      if (added) fixing.files.erase(known);
      continue;
    }
    selected = *std::move(next);
    file.after = selected.notebook ? *selected.bytes : *selected.text;
  }
}

}  // namespace

Fixing Fix(const FixOptions& options, Configuration& configuration, Selection selection,
           const Narrow& narrow) {
  Fixing fixing;
  std::vector<std::string> leave, broken;
  base::Interner interner;
  for (int round = 0; !configuration.error(); ++round) {
    fixing.outcome = {};
    Checked checked = Check({configuration, selection, {.jobs = options.jobs}});
    fixing.project = std::move(checked.project);
    fixing.outcome = std::move(checked.outcome);
    if (configuration.error()) break;
    const bool again = narrow(*fixing.project, fixing.outcome);
    fix::Applied applied = fix::Apply(fixing.outcome.diagnostics, options.least, leave, interner);
    leave.insert(leave.end(), applied.broken.begin(), applied.broken.end());
    broken.insert(broken.end(), applied.broken.begin(), applied.broken.end());
    if (applied.texts.empty()) break;
    if (round == kMostRounds) {
      for (const auto& [path, text] : applied.texts)
        Trouble(fixing.outcome, lint::ProblemKind::Incomplete, path,
                "fixes did not settle in " + std::to_string(kMostRounds) + " rounds", "");
      break;
    }
    Keep(applied, fixing, selection, leave);
    std::move(applied.fixes.begin(), applied.fixes.end(), std::back_inserter(fixing.fixes));
    if (!again) break;
  }
  for (const std::string& path : broken)
    Trouble(fixing.outcome, lint::ProblemKind::Internal, path,
            "GM000 internal error in graphmend: a fix would leave code that does not parse",
            "the file was left alone; this is a defect of graphmend, please report it");
  for (const SelectedFile& file : selection.files) {
    const bool fixed = fixing.files.contains(file.shown);
    const bool read = IsGiven(file) && (!fixed || !fixing.files[file.shown].on_disk);
    if (read) fixing.input = file.notebook ? *file.bytes : *file.text;
  }
  return fixing;
}

void WriteFixed(Fixing& fixing) {
  for (auto& [shown, file] : fixing.files) {
    if (!file.on_disk) continue;
    if (BytesOnDisk(file.path) != file.before) {
      Trouble(fixing.outcome, lint::ProblemKind::Unusable, shown, "it changed while it was fixed",
              "the file was left as it is; run again");
      continue;
    }
    if (auto error = WriteFile(file.path, file.after))
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

}  // namespace graphmend::project
