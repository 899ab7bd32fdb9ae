#include "driver/add_ignore.h"

#include <algorithm>
#include <map>
#include <set>

#include "driver/commands.h"
#include "driver/comment_writer.h"

namespace graphmend::driver {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Wanted {
  std::uint32_t statement_line = 0;
  std::set<std::string> codes;
};

}  // namespace

int AddIgnores(const Invocation& invocation, const Project& project, const lint::Outcome& outcome) {
  // What a comment could not suppress, or should not: GM0xx and GM9xx.
  std::map<const source::SourceFile*, std::map<std::uint32_t, Wanted, std::greater<>>> wanted;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    if (!lint::Rules()[diagnostic.rule_index]->check) continue;
    const source::SourceFile& file = *diagnostic.location.file;
    Wanted& line = wanted[&file][file.LineOf(diagnostic.location.span.begin)];
    line.statement_line = file.LineOf(diagnostic.statement.begin);
    line.codes.insert(diagnostic.code);
  }
  int status = outcome.HasTrouble() ? kTrouble : 0;
  std::size_t added = 0, files = 0;
  std::map<std::string, const source::SourceFile*> by_path;
  for (const auto& [file, lines] : wanted) by_path.emplace(file->path(), file);
  for (const auto& [shown, file] : by_path) {
    if (IsNotebook(shown)) {
      status = Fail(invocation, {shown + ": comments are not written into notebooks",
                                 "write `# graphmend: ignore[…]` in the cell"});
      continue;
    }
    std::string bytes = project.RawBytes(shown);
    std::string_view content = bytes;
    bool marked = content.starts_with(kByteOrderMark);
    if (marked) content.remove_prefix(kByteOrderMark.size());
    if (content != file->text()) {
      status = Fail(invocation,
                    {shown + ": is not UTF-8, or has changed meanwhile", "it was left as it is"});
      continue;
    }
    CommentWriter writer(*file, *invocation.add_ignore);
    std::size_t here = 0;
    for (const auto& [line, what] : wanted.at(file)) {
      if (writer.Add(line, what.statement_line, what.codes)) ++here;
      else
        status = Fail(invocation,
                      {shown + ":" + std::to_string(line) + ": no place for a comment was found",
                       "per-file-ignores in the settings can leave it out"});
    }
    if (here == 0) continue;
    std::string text = (marked ? std::string(kByteOrderMark) : "") + writer.text();
    if (auto error = WriteOutput(shown, text)) {
      status = Fail(invocation, *error);
      continue;
    }
    added += here;
    ++files;
  }
  WriteOutput("", "Added " + lint::Count(added, "comment", "comments") + " to " +
                      lint::Count(files, "file", "files") + "\n");
  return status;
}

}  // namespace graphmend::driver
