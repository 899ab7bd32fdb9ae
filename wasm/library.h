// What the C++ library of an older Emscripten lacks of C++20, such as Debian 12's 3.1.6: put before
// every source of the playground's module by meson.build, and by nothing else.
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 16000

namespace std {

#if !defined(__cpp_lib_smart_ptr_for_overwrite)
template <class T>
unique_ptr<T> make_unique_for_overwrite(size_t size) {
  return unique_ptr<T>(new remove_extent_t<T>[size]);
}
#endif

// For the comparisons that a class of strings has by default.
inline strong_ordering operator<=>(const string& a, const string& b) { return a.compare(b) <=> 0; }

}  // namespace std

#endif
