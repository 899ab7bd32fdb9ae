// Source text of expressions, written anew on one line, with variables under other names.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "fix/finding.h"

namespace graphmend::fix {

// By what the source writes (`x`, `self.scale`, `len(x)`): what to write in its place.
using Renaming = std::map<std::string, std::string, std::less<>>;

std::string Render(const Finding& finding, syntax::ExprId expr, const Renaming& names);
// So that any operator may be applied to it: in parentheses where it is more than a name, literal,
// call, attribute or item.
std::string RenderOperand(const Finding& finding, syntax::ExprId expr, const Renaming& names);
// Whether `text` already is such an operand.
bool IsOperand(std::string_view text);
// `text` as one.
std::string Bracketed(const std::string& text);
// Whether `text` is a number, behind which no attribute may stand: `1.item` is none.
bool IsNumber(std::string_view text);
// Whether the word is in the text, as a name of its own.
bool MentionsName(std::string_view text, std::string_view name);
// The text with another one in each of these places; nullopt where it holds a string or a keyword
// argument of that name, so that words in it may mean something else.
std::optional<std::string> WithNameAs(std::string_view text, std::string_view name,
                                      std::string_view other);
// The comments inside, each on a line of its own.
std::string CommentsIn(const Finding& finding, source::Span span);
// Code whose lines behind the first stand `columns` further left; lines that stand left of the
// block at `margin + columns` keep to it as far as they can.
std::string Dedented(std::string_view code, std::size_t margin, std::size_t columns);
// `head(a, b, c)`, over several lines where it would be long.
std::string CallText(const std::string& head, const std::vector<std::string>& args,
                     std::size_t indentation);
// The same for a call that is written already, behind `head`; other text as it is.
std::string SpreadCall(const std::string& head, const std::string& text, std::size_t indentation);

}  // namespace graphmend::fix
