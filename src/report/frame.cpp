#include "report/frame.h"

#include <algorithm>
#include <vector>

#include "base/utf8.h"
#include "base/visible.h"
#include "report/width.h"
#include "report/wrap.h"

namespace graphmend::report {
namespace {

constexpr std::size_t kTabStop = 4;
constexpr std::size_t kMargin = 24;  // cells kept before a place that stands far to the right
constexpr std::uint32_t kMostLines = 6;
constexpr std::size_t kNear = 1024;  // bytes on both sides of a place that are looked at

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
    } else if (base::IsUnprintable(c)) {
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

// The part of the line that is shown in `widest` cells, and the carets below [begin, end) (bytes of
// the line).
Shown Show(std::string_view line, std::size_t begin, std::size_t end, std::size_t widest) {
  const auto start_of_character = [&](std::size_t at) {
    while (at > 0 && at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80)
      --at;
    return at;
  };
  begin = std::min(begin, line.size());
  end = std::max(begin, end);
  // There may be as many places in a line as it has bytes.
  line = line.substr(0, start_of_character(std::min(line.size(), begin + kNear)));
  const std::size_t from = start_of_character(begin - std::min(begin, kNear));
  line.remove_prefix(from);
  begin -= from;
  end -= from;
  std::vector<Cell> cells = Cells(line);
  std::size_t total = 0, before = 0;
  for (const Cell& cell : cells) {
    if (cell.byte < begin) before += cell.width;
    total += cell.width;
  }
  std::size_t skip = total > widest && before > kMargin ? before - kMargin : 0;
  Shown shown;
  std::size_t column = 0, used = 0, marked = 0;
  if (skip > 0) {
    shown.text = "… ";
    shown.carets = "  ";
  }
  for (const Cell& cell : cells) {
    column += cell.width;
    if (column <= skip) continue;
    if (used + cell.width > widest) {
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

// In a notebook, the number that the line has in its cell.
std::uint32_t NumberOf(const source::SourceFile& file, std::uint32_t line) {
  const auto cell = file.InCell(line);
  return cell ? cell->line : line;
}

// The carets, and behind or below them the label.
std::string Marked(const std::string& carets, std::string_view label, std::size_t gutter,
                   diag::Severity severity, const Style& style) {
  const std::size_t room = style.TextWidth() - std::min(style.TextWidth(), gutter + 3);
  const std::size_t cells = DisplayWidth(label);
  if (label.empty() || carets.size() + 1 + cells <= room) {
    std::string line = carets;
    if (!label.empty()) line += " " + std::string(label);
    return Numbered("", gutter, style.Paint(severity, line), style);
  }
  const std::size_t at = std::min(carets.find_first_not_of(' '), room - std::min(room, cells));
  std::string marked = Numbered("", gutter, style.Paint(severity, carets), style);
  std::string lines = Wrap(label, room, at, at) + "\n";
  for (std::size_t begin = 0, end; (end = lines.find('\n', begin)) != std::string::npos;
       begin = end + 1)
    marked += Numbered("", gutter,
                       style.Paint(severity, (begin == 0 ? std::string(at, ' ') : "") +
                                                 lines.substr(begin, end - begin)),
                       style);
  return marked;
}

}  // namespace

std::string LineOf(const diag::Location& location, std::size_t cells) {
  std::string_view line = location.file->Line(location.file->LineOf(location.span.begin));
  line.remove_prefix(std::min(line.size(), line.find_first_not_of(" \t\f")));
  const Shown shown = Show(line, 0, line.size(), cells > 2 ? cells - 2 : 1);
  return shown.text.substr(0, shown.text.find_last_not_of(' ') + 1);
}

std::size_t GutterWidth(const diag::Location& location) {
  std::uint32_t last = location.file->LineOf(std::max(location.span.begin, location.span.end));
  return std::to_string(NumberOf(*location.file, last)).size();
}

std::string Frame(const diag::Location& location, std::string_view label, std::size_t gutter,
                  diag::Severity severity, const Style& style) {
  const std::size_t widest = style.CodeWidth() - std::min(style.CodeWidth() - 1, gutter + 5);
  const std::string said = base::OneLine(label);
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
    Shown shown = Show(text, begin, end, widest);
    frame += Numbered(std::to_string(NumberOf(file, line)), gutter, shown.text, style);
    const std::string_view here = line == last ? std::string_view(said) : std::string_view();
    if (begin < end) frame += Marked(shown.carets, here, gutter, severity, style);
  }
  return frame + Numbered("", gutter, "", style);
}

}  // namespace graphmend::report
