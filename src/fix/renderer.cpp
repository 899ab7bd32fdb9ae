#include "fix/renderer.h"

#include <algorithm>
#include <sstream>

#include "fix/code.h"

namespace graphmend::fix {
namespace {

constexpr std::size_t kWidth = 99;

}  // namespace

std::string Render(const Finding& finding, syntax::ExprId expr) {
  return Code::Of(finding, expr).Text();
}

std::string RenderOperand(const Finding& finding, syntax::ExprId expr) {
  return Code::Of(finding, expr).Operand().Text();
}

std::string CommentsIn(const Finding& finding, source::Span span) {
  const source::SourceFile& source = finding.file.source();
  const std::uint32_t last = span.end > span.begin ? source.LineOf(span.end - 1) : 0;
  std::string out;
  for (source::Span comment : finding.tree().comments)
    if (comment.begin >= span.begin &&
        (comment.begin < span.end || source.LineOf(comment.begin) == last)) {
      std::string_view text = finding.Text(comment);
      while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
      // One behind the last statement stays where it is.
      if (comment.begin < span.end) out += std::string(text) + "\n";
    }
  return out;
}

std::string Dedented(std::string_view code, std::size_t margin, std::size_t columns) {
  std::istringstream lines{std::string(code)};
  std::string out, line;
  for (bool first = true; std::getline(lines, line); first = false) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!first) line.erase(0, std::min(margin + columns, line.find_first_not_of(" \t")));
    out += (first ? "" : "\n") + line;
  }
  return out;
}

bool FitsOnLine(std::string_view text, std::size_t indentation) {
  return indentation + text.size() <= kWidth && text.find('\n') == std::string_view::npos;
}

std::string CallText(const std::string& head, const std::vector<std::string>& args,
                     std::size_t indentation) {
  std::string line = head + "(";
  for (std::size_t i = 0; i < args.size(); ++i) line += (i > 0 ? ", " : "") + args[i];
  line += ")";
  return FitsOnLine(line, indentation) ? line : CallOnLines(head, args);
}

std::string CallOnLines(const std::string& head, const std::vector<std::string>& args,
                        std::string_view brackets) {
  std::string out = head + brackets[0] + "\n";
  for (const std::string& arg : args) out += "    " + arg + ",\n";
  return out + brackets[1];
}

}  // namespace graphmend::fix
