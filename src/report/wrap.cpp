#include "report/wrap.h"

#include <algorithm>
#include <vector>

#include "report/width.h"

namespace graphmend::report {
namespace {

// Colours take no cells.
std::size_t CellsOf(std::string_view word) {
  std::size_t cells = DisplayWidth(word);
  for (std::size_t at = 0; (at = word.find("\x1b[", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(word.find('m', at), word.size() - 1);
    cells -= DisplayWidth(word.substr(at, end + 1 - at));
    at = end;
  }
  return cells;
}

// Up to the next blank; blanks within backticks belong to the word. Backticks that are never closed
// hold nothing together.
std::size_t WordEnd(std::string_view text, std::size_t at, bool whole_code) {
  while (at < text.size() && text[at] != ' ') {
    const std::size_t close =
        text[at] == '`' && whole_code ? text.find('`', at + 1) : std::string_view::npos;
    at = close == std::string_view::npos ? at + 1 : close + 1;
  }
  return at;
}

std::vector<std::string_view> Words(std::string_view text, std::size_t room) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(' '); at < text.size();
       at = text.find_first_not_of(' ', at)) {
    std::size_t end = WordEnd(text, at, true);
    if (CellsOf(text.substr(at, end - at)) > room) {
      // Code that fits on no line is broken like the rest.
      for (const std::size_t stop = end; at < stop;) {
        end = std::min(stop, WordEnd(text, at, false));
        words.push_back(text.substr(at, end - at));
        at = std::min(stop, text.find_first_not_of(' ', end));
      }
      continue;
    }
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace

std::string Wrap(std::string_view text, std::size_t width, std::size_t used, std::size_t indent) {
  std::string wrapped;
  std::size_t column = used;
  bool first = true;
  for (std::string_view word : Words(text, width > indent ? width - indent : 1)) {
    const std::size_t cells = CellsOf(word);
    if (!first && column + 1 + cells > width) {
      wrapped += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      wrapped += ' ';
      ++column;
    }
    wrapped += word;
    column += cells;
    first = false;
  }
  return wrapped;
}

}  // namespace graphmend::report
