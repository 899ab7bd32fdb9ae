#include "project/fix_lines.h"

#include <algorithm>
#include <charconv>

namespace graphmend::project {
namespace {

// Whole and positive; 0 where it is neither.
std::uint32_t Number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

}  // namespace

base::Result<FixLines> FixLines::Parse(std::string_view text) {
  constexpr std::uint32_t kMostLines = 10'000'000;
  FixLines lines;
  lines.whole_ = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::size_t colon = line.rfind(':');
    std::string_view range = colon == std::string_view::npos ? "" : line.substr(colon + 1);
    const std::size_t dash = std::min(range.find('-'), range.size());
    const std::uint32_t first = Number(range.substr(0, dash));
    const std::uint32_t last = dash < range.size() ? Number(range.substr(dash + 1)) : first;
    if (first == 0 || last < first || last > kMostLines)
      return base::Error{"`" + std::string(line) + "` names no lines of a file",
                         "write PATH:LINE or PATH:FIRST-LAST"};
    std::set<std::uint32_t>& of_file = lines.lines_[std::string(line.substr(0, colon))];
    for (std::uint32_t at = first; at <= last; ++at) of_file.insert(at);
  }
  return lines;
}

std::uint32_t FixLines::OriginOf(const std::string& shown, std::uint32_t line) const {
  auto found = origins_.find(shown);
  if (found == origins_.end()) return line;
  return line <= found->second.size() ? found->second[line - 1] : 0;
}

void FixLines::Narrow(std::vector<diag::Diagnostic>& diagnostics,
                      const std::map<std::string, std::string>& on_disk) const {
  if (whole_) return;
  for (diag::Diagnostic& diagnostic : diagnostics) {
    const source::SourceFile& file = *diagnostic.location.file;
    auto path = on_disk.find(file.path());
    auto listed = lines_.find(path == on_disk.end() ? file.path() : path->second);
    auto is_listed = [&](std::uint32_t offset) {
      return listed != lines_.end() &&
             listed->second.contains(OriginOf(file.path(), file.LineOf(offset)));
    };
    auto is_within = [&](const diag::Edit& edit) {
      const bool own = edit.span.begin >= diagnostic.statement.begin &&
                       edit.span.end <= diagnostic.statement.end;
      return own || edit.span.begin == edit.span.end || is_listed(edit.span.begin);
    };
    const bool ran =
        is_listed(diagnostic.location.span.begin) || is_listed(diagnostic.statement.begin);
    std::erase_if(diagnostic.fixes, [&](const diag::Fix& fix) {
      return !ran || !std::all_of(fix.edits.begin(), fix.edits.end(), is_within);
    });
  }
}

void FixLines::Follow(const std::vector<diag::Diagnostic>& diagnostics,
                      const fix::Applied& applied) {
  if (whole_) return;
  for (const auto& [shown_path, edits] : applied.edits) {
    const auto& shown = shown_path;  // older Clang lets no lambda use a structured binding
    auto of_file = std::find_if(diagnostics.begin(), diagnostics.end(), [&](const auto& one) {
      return one.location.file->path() == shown;
    });
    if (of_file == diagnostics.end()) continue;
    const source::SourceFile& file = *of_file->location.file;
    // A line that an edit wrote comes from where the edit began.
    std::vector<std::uint32_t> origins = {OriginOf(shown, 1)};
    auto add = [&](std::string_view text, std::uint32_t offset, bool is_written) {
      for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\n') {
          const auto at = offset + (is_written ? 0 : static_cast<std::uint32_t>(i) + 1);
          const auto end = static_cast<std::uint32_t>(file.text().size());
          origins.push_back(OriginOf(shown, file.LineOf(std::min(at, end))));
        }
    };
    std::uint32_t at = 0;
    for (const diag::Edit& edit : edits) {
      add(file.Text({at, edit.span.begin}), at, false);
      add(edit.text, edit.span.begin, true);
      // The rest of the line that follows what was written.
      at = edit.span.end;
    }
    add(file.Text({at, static_cast<std::uint32_t>(file.text().size())}), at, false);
    origins_[shown] = std::move(origins);
  }
}

}  // namespace graphmend::project
