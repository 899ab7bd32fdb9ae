// The values of number and string literals, computed from their text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "syntax/tree.h"

namespace graphmend::syntax {

// Whether a byte may be part of a name, beyond ASCII taken as yes.
constexpr bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The value of an integer, float or imaginary literal. `fits` is false for an integer beyond 64
// bits, whose text the caller adds. An imaginary literal has its magnitude in `real`.
Literal ParseNumber(std::string_view text);

// Why Python 3 rejects this number although the grammar takes it; empty if it does not.
std::string_view NumberError(std::string_view text);

// What stands before the first quote of a string, and how long the quotes are.
struct StringStyle {
  bool raw = false;
  bool bytes = false;
  bool format = false;  // f-string or t-string
  std::uint32_t prefix = 0;
  std::uint32_t quotes = 1;
};
StringStyle ReadStyle(std::string_view literal);

// Appends the value of string content to `out`. `fold_braces`: `{{` stands for `{`, as in the
// literal parts of an f-string. Characters that UTF-8 cannot hold (lone surrogates) and named
// characters (`\N{…}`) become U+FFFD: no rule needs them, and no table of names is carried.
void Unescape(std::string_view content, const StringStyle& style, bool fold_braces,
              std::string& out);

// Whether `Unescape` would return the content unchanged.
bool IsVerbatim(std::string_view content, const StringStyle& style);

}  // namespace graphmend::syntax
