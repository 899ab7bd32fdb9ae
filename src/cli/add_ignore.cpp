#include "cli/add_ignore.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "cli/commands.h"
#include "notebook/notebook_edit.h"
#include "project/comment_writer.h"

namespace graphmend::cli {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Wanted {
  std::uint32_t statement_line = 0;
  std::set<std::string> codes;
};

// By line, last first: a comment moves only what stands behind it.
using WantedLines = std::map<std::uint32_t, Wanted, std::greater<>>;

struct Added {
  std::string bytes;  // of the file
  std::size_t count = 0;
  std::vector<std::uint32_t> missed;  // lines where no comment could stand

  void Note(std::uint32_t line, bool done) {
    if (done) ++count;
    else missed.push_back(line);
  }
};

base::Error Differs(const std::string& shown) {
  return {shown + ": is not UTF-8, or has changed in the meantime", "it was left as it is"};
}

base::Result<Added> AddToModule(std::string_view bytes, const source::SourceFile& file,
                                const WantedLines& lines, const std::string& reason) {
  const std::string_view mark = bytes.starts_with(kByteOrderMark) ? kByteOrderMark : "";
  if (bytes.substr(mark.size()) != file.text()) return Differs(file.path());
  Added added;
  project::CommentWriter writer(file, reason);
  for (const auto& [line, what] : lines)
    added.Note(line, writer.Add(line, what.statement_line, what.codes));
  added.bytes = std::string(mark) + writer.text();
  return added;
}

// What makes `after` of `before`, as one edit.
diag::Edit EditBetween(std::string_view before, std::string_view after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  while (tail < shorter - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  return {{static_cast<std::uint32_t>(head), static_cast<std::uint32_t>(before.size() - tail)},
          std::string(after.substr(head, after.size() - tail - head))};
}

// Into the cells, one after the other, each into the notebook that the one before has left.
base::Result<Added> AddToNotebook(std::string bytes, const source::SourceFile& file,
                                  const WantedLines& lines, const std::string& reason) {
  Added added;
  for (const auto& [line, what] : lines) {
    base::Result<notebook::Notebook> notebook = notebook::ReadNotebook(bytes, file.path());
    if (!notebook) return notebook.error();
    if (added.count == 0 && notebook->code != file.text()) return Differs(file.path());
    const source::SourceFile code(file.path(), notebook->code);
    project::CommentWriter writer(code, reason);
    bool done = writer.Add(line, what.statement_line, what.codes);
    const std::vector<diag::Edit> edits = {EditBetween(code.text(), writer.text())};
    done = done && notebook::FitsCells(*notebook, code, edits);
    if (done) bytes = notebook::WithCellEdits(bytes, *notebook, code, edits);
    added.Note(line, done);
  }
  added.bytes = std::move(bytes);
  return added;
}

// What a comment can suppress, and should: neither GM0xx nor GM9xx.
std::map<std::string, std::pair<const source::SourceFile*, WantedLines>> WantedComments(
    const lint::Outcome& outcome) {
  std::map<std::string, std::pair<const source::SourceFile*, WantedLines>> wanted;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    if (!lint::Rules()[diagnostic.rule_index]->check) continue;
    const source::SourceFile& file = *diagnostic.location.file;
    auto& [source, lines] = wanted[file.path()];
    source = &file;
    Wanted& line = lines[file.LineOf(diagnostic.location.span.begin)];
    line.statement_line = file.LineOf(diagnostic.statement.begin);
    line.codes.insert(diagnostic.code);
  }
  return wanted;
}

}  // namespace

int AddIgnores(const Invocation& invocation, const project::Project& project,
               const lint::Outcome& outcome) {
  int status = outcome.HasTrouble() ? kTrouble : 0;
  std::size_t count = 0, files = 0;
  for (const auto& [shown, wanted] : WantedComments(outcome)) {
    const auto& [file, lines] = wanted;
    const std::string& reason = *invocation.add_ignore;
    base::Result<Added> added = notebook::IsNotebook(shown)
                                    ? AddToNotebook(project.RawBytes(shown), *file, lines, reason)
                                    : AddToModule(project.RawBytes(shown), *file, lines, reason);
    if (!added) {
      status = Fail(invocation, added.error());
      continue;
    }
    for (std::uint32_t line : added->missed)
      status = Fail(invocation,
                    {shown + ":" + std::to_string(line) + ": no place for a comment was found",
                     "per-file-ignores in the settings can leave it out"});
    if (added->count == 0) continue;
    if (auto error = WriteOutput(shown, added->bytes)) {
      status = Fail(invocation, *error);
      continue;
    }
    count += added->count;
    ++files;
  }
  WriteOutput("", "Added " + lint::Count(count, "comment", "comments") + " to " +
                      lint::Count(files, "file", "files") + "\n");
  return status;
}

}  // namespace graphmend::cli
