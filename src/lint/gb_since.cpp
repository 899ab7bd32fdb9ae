#include "lint/gb_since.h"

#include <charconv>

#include "rules/embedded.h"

namespace graphmend::lint {

int GbSince(std::string_view gb_id) {
  // "GB0170 2.8", a line for each; few are asked for, so it is not indexed.
  std::string_view text = rules::EmbeddedText("gb_since.txt");
  std::size_t at = gb_id.size() == 6 ? text.find(gb_id) : std::string_view::npos;
  if (at == std::string_view::npos) return 0;
  int minor = 0;
  std::string_view line = text.substr(at, text.find('\n', at) - at);
  std::size_t dot = line.find('.');
  std::from_chars(line.data() + dot + 1, line.data() + line.size(), minor);
  return minor;
}

}  // namespace graphmend::lint
