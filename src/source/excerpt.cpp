#include "source/excerpt.h"

namespace graphmend::source {

std::string Excerpt(std::string_view text, std::size_t limit) {
  std::string out;
  bool space = false;
  for (char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\') {
      space = !out.empty();
      continue;
    }
    if (space && !out.empty() && out.back() != '(' && out.back() != '[' && c != ')' && c != ']')
      out += ' ';
    space = false;
    out += c;
  }
  if (out.size() <= limit) return out;
  std::size_t cut = limit - 3;
  while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xC0) == 0x80) --cut;
  return out.substr(0, cut) + "…";
}

}  // namespace graphmend::source
