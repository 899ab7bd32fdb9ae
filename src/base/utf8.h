// Reading UTF-8 one character at a time, from bytes that may not be UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graphmend::base {

inline constexpr char32_t kReplacement = 0xFFFD;

// The character at `at`, which moves behind it. Bytes that are not UTF-8 give U+FFFD, one for each
// maximal prefix of a sequence, as the WHATWG decoder (browsers, Node) does.
inline char32_t NextCharacter(std::string_view text, std::size_t& at) {
  auto lead = static_cast<unsigned char>(text[at++]);
  if (lead < 0x80) return lead;
  int more = lead >= 0xC2 && lead <= 0xDF   ? 1
             : lead >= 0xE0 && lead <= 0xEF ? 2
             : lead >= 0xF0 && lead <= 0xF4 ? 3
                                            : 0;
  if (more == 0) return kReplacement;
  // The first continuation byte is limited further: no overlong forms, surrogates or beyond
  // U+10FFFF.
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  char32_t value = lead & (0x3F >> more);
  for (; more > 0; --more) {
    if (at >= text.size()) return kReplacement;
    auto byte = static_cast<unsigned char>(text[at]);
    if (byte < low || byte > high) return kReplacement;
    value = (value << 6) | (byte & 0x3F);
    low = 0x80;
    high = 0xBF;
    ++at;
  }
  return value;
}

inline void AppendUtf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
    return;
  }
  int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr unsigned char kLead[] = {0, 0xC0, 0xE0, 0xF0};
  out += static_cast<char>(kLead[more] | (c >> (6 * more)));
  while (more-- > 0) out += static_cast<char>(0x80 | ((c >> (6 * more)) & 0x3F));
}

// `text` with what is not UTF-8 replaced, fit for JSON.
inline std::string ToValidUtf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) AppendUtf8(valid, NextCharacter(text, at));
  return valid;
}

}  // namespace graphmend::base
