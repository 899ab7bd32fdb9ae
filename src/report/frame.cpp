#include "report/frame.h"

#include <algorithm>
#include <vector>

#include "base/utf8.h"
#include "report/width.h"

namespace graphmend::report {
namespace {

constexpr std::size_t kTabStop = 4;
constexpr std::size_t kWidest = 140;  // cells of a source line that are shown
constexpr std::size_t kMargin = 24;   // cells kept before a place that stands far to the right
constexpr std::uint32_t kMostLines = 6;

// One character as it is shown: its text, the cells it takes, the byte it came from.
struct Cell {
  std::string text;
  std::size_t width;
  std::size_t byte;
};

std::vector<Cell> Cells(std::string_view line) {
  std::vector<Cell> cells;
  std::size_t column = 0;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t begin = at;
    char32_t c = base::NextCharacter(line, at);
    Cell cell{std::string(), 1, begin};
    if (c == '\t') {
      cell.width = kTabStop - column % kTabStop;
      cell.text.assign(cell.width, ' ');
    } else if (IsUnprintable(c)) {
      base::AppendUtf8(cell.text, base::kReplacement);
    } else {
      cell.width = static_cast<std::size_t>(DisplayWidth(c));
      base::AppendUtf8(cell.text, c);
    }
    column += cell.width;
    cells.push_back(std::move(cell));
  }
  return cells;
}

struct Shown {
  std::string text;
  std::string carets;
};

// The part of the line that is shown, and the carets below [begin, end) (bytes of the line).
Shown Show(std::string_view line, std::size_t begin, std::size_t end) {
  std::vector<Cell> cells = Cells(line);
  std::size_t total = 0, before = 0;
  for (const Cell& cell : cells) {
    if (cell.byte < begin) before += cell.width;
    total += cell.width;
  }
  std::size_t skip = total > kWidest && before > kMargin ? before - kMargin : 0;
  Shown shown;
  std::size_t column = 0, used = 0, marked = 0;
  if (skip > 0) {
    shown.text = "… ";
    shown.carets = "  ";
  }
  for (const Cell& cell : cells) {
    column += cell.width;
    if (column <= skip) continue;
    if (used + cell.width > kWidest) {
      shown.text += " …";
      break;
    }
    bool inside = cell.byte >= begin && cell.byte < end;
    shown.text += cell.text;
    shown.carets.append(cell.width, inside ? '^' : ' ');
    if (inside) marked += cell.width;
    used += cell.width;
  }
  // A place at the end of its line still needs a caret.
  if (marked == 0) shown.carets += '^';
  shown.carets.erase(shown.carets.find_last_not_of(' ') + 1);
  return shown;
}

std::string Numbered(std::string_view number, std::size_t gutter, std::string_view text,
                     const Style& style) {
  std::string margin(gutter - std::min(gutter, number.size()), ' ');
  std::string line = style.Paint(Tone::Blue, margin + std::string(number) + " |");
  if (!text.empty()) line += " " + std::string(text);
  return line + "\n";
}

}  // namespace

std::size_t GutterWidth(const diag::Location& location) {
  std::uint32_t last = location.file->LineOf(std::max(location.span.begin, location.span.end));
  return std::to_string(last).size();
}

std::string Frame(const diag::Location& location, std::size_t gutter, diag::Severity severity,
                  const Style& style) {
  const source::SourceFile& file = *location.file;
  std::uint32_t first = file.LineOf(location.span.begin);
  std::uint32_t last = location.span.size() == 0 ? first : file.LineOf(location.span.end - 1);
  std::string frame = Numbered("", gutter, "", style);
  for (std::uint32_t line = first; line <= last; ++line) {
    if (last - first >= kMostLines && line == first + kMostLines - 2) {
      frame += Numbered("", gutter, "…", style);
      line = last;
    }
    std::string_view text = file.Line(line);
    std::uint32_t start = file.LineStart(line);
    std::size_t begin = line == first ? location.span.begin - start : text.find_first_not_of(" \t");
    std::size_t end = std::min<std::size_t>(text.size(), location.span.end - start);
    if (first == last && end <= begin) end = begin + 1;
    Shown shown = Show(text, begin, end);
    frame += Numbered(std::to_string(line), gutter, shown.text, style);
    if (begin < end) frame += Numbered("", gutter, style.Paint(severity, shown.carets), style);
  }
  return frame + Numbered("", gutter, "", style);
}

std::string OneLine(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    char32_t c = base::NextCharacter(text, at);
    if (c == '\t' || c == '\n' || c == '\r') line += ' ';
    else base::AppendUtf8(line, IsUnprintable(c) ? base::kReplacement : c);
  }
  return line;
}

}  // namespace graphmend::report
