// Text that fixes write: expressions of the source on one line, comments, calls.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// The expression on one line, without its comments.
std::string Render(const Finding& finding, syntax::ExprId expr);
// So that any operator may be applied to it: in parentheses where it is more than a name, literal,
// call, attribute or item.
std::string RenderOperand(const Finding& finding, syntax::ExprId expr);
// The comments inside, each on a line of its own.
std::string CommentsIn(const Finding& finding, source::Span span);
// Code whose lines behind the first stand `columns` further left; lines that stand left of the
// block at `margin + columns` keep to it as far as they can.
std::string Dedented(std::string_view code, std::size_t margin, std::size_t columns);
// Whether text is short enough for one line behind `indentation` columns, and has no line ends.
bool FitsOnLine(std::string_view text, std::size_t indentation);
// `head(a, b, c)`, over several lines where it would be long.
std::string CallText(const std::string& head, const std::vector<std::string>& args,
                     std::size_t indentation);
// The same, always over several lines.
std::string CallOnLines(const std::string& head, const std::vector<std::string>& args,
                        std::string_view brackets = "()");

}  // namespace graphmend::fix
