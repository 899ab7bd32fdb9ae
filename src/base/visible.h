// Text that comes from what is checked, made fit to be shown: it may hold anything, and where it is
// shown much has a meaning. All that goes to a terminal, a log, JSON, XML or Markdown passes here.
//
//   characters   controls, those that turn the direction of text or cannot be seen, and what is no
//                UTF-8 become U+FFFD
//   commands     `::` at the start of a line, `##[` and `##vso[` anywhere are commands to what runs
//                a job of GitHub or Azure; a blank within makes them none
#pragma once

#include <string>
#include <string_view>

namespace graphmend::base {

// Controls, line ends among them, and what turns, joins or hides text.
bool IsUnprintable(char32_t c);

// As it is but for such characters and commands; line ends and tabs stay.
std::string Visible(std::string_view text);
// The same on one line: tabs and line ends become blanks.
std::string OneLine(std::string_view text);
// The commands alone, for text with colours of our own.
std::string WithoutCommands(std::string_view text);

// One line of Markdown that shows `text` as it is: no marks, links or mentions, but for code
// between backticks. It may stand in a cell of a table.
std::string Markdown(std::string_view text);
// The same, all of it code.
std::string MarkdownCode(std::string_view text);

// JSON, which is UTF-8, with such characters and commands within its strings written as \u….
std::string VisibleJson(std::string_view json);

}  // namespace graphmend::base
