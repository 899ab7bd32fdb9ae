#include "report/fixes.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/visible.h"
#include "lint/outcome.h"
#include "report/frame.h"

namespace graphmend::report {

std::string FixList(std::vector<FixLine> fixes, const Style& style) {
  std::stable_sort(fixes.begin(), fixes.end(), [](const FixLine& a, const FixLine& b) {
    return std::tie(a.path, a.line) < std::tie(b.path, b.line);
  });
  std::string text;
  for (std::size_t i = 0; i < fixes.size(); ++i) {
    if (i == 0 || fixes[i].path != fixes[i - 1].path)
      text += style.Paint(Tone::Bold, base::OneLine(fixes[i].path)) + ":\n";
    const auto& cell = fixes[i].cell;
    text += (cell ? "  cell " + std::to_string(cell->cell) + ", line " + std::to_string(cell->line)
                  : "  line " + std::to_string(fixes[i].line)) +
            ": " + style.Paint(Tone::Yellow, fixes[i].code) + " " + base::OneLine(fixes[i].title) +
            "\n";
    if (!fixes[i].difference.empty())
      text += "    unsafe: " + base::OneLine(fixes[i].difference) + "\n";
  }
  return text;
}

std::string FixSummary(const std::vector<FixLine>& fixes, bool only_shown, const Style& style) {
  if (fixes.empty()) return only_shown ? "Nothing to fix\n" : "Nothing was fixed\n";
  std::set<std::string> files;
  for (const FixLine& fix : fixes) files.insert(fix.path);
  return style.Paint(Tone::Green, std::string(only_shown ? "Would fix " : "Fixed ") +
                                      lint::Count(fixes.size(), "graph break", "graph breaks")) +
         " in " + lint::Count(files.size(), "file", "files") + "\n";
}

}  // namespace graphmend::report
