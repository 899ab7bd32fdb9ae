#include "project/changes.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "fix/diff.h"
#include "notebook/notebook.h"

namespace graphmend::project {
namespace {

const Lines kAll = {{1, std::numeric_limits<std::uint32_t>::max()}};

std::vector<std::string_view> LinesOf(const source::SourceFile& file) {
  std::vector<std::string_view> lines;
  for (std::uint32_t line = 1; line <= file.LineCount(); ++line) lines.push_back(file.Line(line));
  return lines;
}

// What was there as it would be analysed; nothing where it could not be.
std::optional<source::SourceFile> FileOf(std::string bytes, const std::string& shown) {
  if (notebook::IsNotebook(shown)) {
    base::Result<notebook::Notebook> notebook = notebook::ReadNotebook(bytes, shown);
    if (!notebook) return std::nullopt;
    return source::SourceFile(shown, notebook->code);
  }
  base::Result<std::string> text = source::Decode(std::move(bytes), shown);
  if (!text) return std::nullopt;
  return source::SourceFile(shown, *std::move(text));
}

}  // namespace

Lines ChangedLines(const source::SourceFile& before, const source::SourceFile& now) {
  Lines lines;
  for (const fix::LineChange& change : fix::LineChanges(LinesOf(before), LinesOf(now))) {
    const auto first = static_cast<std::uint32_t>(change.new_begin);
    const auto last = static_cast<std::uint32_t>(change.new_end);
    if (first < last) lines.emplace_back(first + 1, last);
    else lines.emplace_back(std::max(first, 1u), first + 1);
  }
  return lines;
}

base::Result<std::map<const source::SourceFile*, Lines>> Changes::Of(
    const std::map<const source::SourceFile*, std::string>& files) const {
  std::map<const source::SourceFile*, Lines> lines;
  std::vector<const source::SourceFile*> asked;
  std::vector<std::string> names;
  for (const auto& [file, real] : files) {
    const std::optional<std::string> path = git_.PathOf(real);
    if (!path || (present_ && !present_->contains(*path))) continue;
    const auto known = before_.find(*path);
    if (known != before_.end()) {
      asked.push_back(file);
      names.push_back(known->second);
    } else if (ours_.contains(real)) {
      lines.emplace(file, kAll);
    }
  }
  base::Result<std::vector<std::optional<std::string>>> texts = git_.Read(names);
  if (!texts) return texts.error();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const source::SourceFile& now = *asked[i];
    if (!(*texts)[i])
      return base::Error{now.path() + ": git does not have its earlier text",
                         "in CI, is all of the history fetched?"};
    const std::optional<source::SourceFile> before = FileOf(*std::move((*texts)[i]), now.path());
    lines.emplace(&now, before ? ChangedLines(*before, now) : kAll);
  }
  return lines;
}

}  // namespace graphmend::project
