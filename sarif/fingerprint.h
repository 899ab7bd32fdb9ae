// `primaryLocationLineHash`: what GitHub code scanning recognises an alert by when code around it
// moves. A hash of the text from the start of a line on, blanks left out, and how often that hash
// has come up in the file, as "a7f2ff13bc495cf2:3".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graphmend::sarif {

// One fingerprint for each line of a file, from its bytes as they are on disk (a byte order mark
// counts, and what is not UTF-8 counts as U+FFFD). Lines end at \n, \r\n or a lone \r.
std::vector<std::string> LineHashes(std::string_view bytes);

}  // namespace graphmend::sarif
