// Floating-point numbers as text. Not every C++ library has these of <charconv>: that of
// Emscripten, with which the playground is built, lacks them.
#pragma once

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <version>

namespace graphmend::base {

// The shortest text that reads back as the same number.
inline std::string RealText(double value) {
  std::array<char, 32> buffer;  // the longest takes 24
#if defined(__cpp_lib_to_chars)
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), result.ptr);
#else
  for (int digits = 1; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
    std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, value);
    if (std::strtod(buffer.data(), nullptr) == value) break;
  }
  // "1e+03" is no shorter than "1000".
  std::array<char, 512> plain;
  std::snprintf(plain.data(), plain.size(), "%.0f", value);
  const std::string shortest = buffer.data(), whole = plain.data();
  return whole.size() <= shortest.size() && std::strtod(whole.c_str(), nullptr) == value ? whole
                                                                                         : shortest;
#endif
}

// What the digits of a literal of Python mean: too large is infinity, too small is zero.
inline double RealOf(const std::string& digits) {
#if defined(__cpp_lib_to_chars)
  double value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec != std::errc::result_out_of_range) return value;
  const std::size_t exponent = digits.find_first_of("eE");
  const bool tiny =
      exponent != std::string::npos && exponent + 1 < digits.size() && digits[exponent + 1] == '-';
  return tiny ? 0.0 : std::numeric_limits<double>::infinity();
#else
  return std::strtod(digits.c_str(), nullptr);
#endif
}

}  // namespace graphmend::base
