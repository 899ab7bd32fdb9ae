// Texts that arguments are: the same one in either case, code that has names in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace graphmend::infer {

inline bool IsSameText(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

inline bool IsOfName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

// Whether code has a name in it, strings aside: `1e3`, `0x1f` and `True` have none.
inline bool HasName(std::string_view code) {
  for (std::size_t i = 0; i < code.size();) {
    if (code[i] == '"' || code[i] == '\'') {
      i = std::min(code.find(code[i], i + 1), code.size() - 1) + 1;
    } else if (IsOfName(code[i]) || (code[i] >= '0' && code[i] <= '9')) {
      std::size_t end = i;
      while (end < code.size() && (IsOfName(code[end]) || (code[end] >= '0' && code[end] <= '9')))
        ++end;
      const std::string_view word = code.substr(i, end - i);
      if (IsOfName(word[0]) && word != "True" && word != "False" && word != "None") return true;
      i = end;
    } else {
      ++i;
    }
  }
  return false;
}

}  // namespace graphmend::infer
