#include "sarif/uri.h"

namespace graphmend::sarif {
namespace {

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~' || c == '/';
}

}  // namespace

std::string UriOf(std::string_view path) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  while (path.starts_with("./")) path.remove_prefix(2);
  std::string uri = path.starts_with("/") ? "file://" : "";
  for (char c : path) {
    if (IsPlain(c)) {
      uri += c;
      continue;
    }
    auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += kDigits[byte >> 4];
    uri += kDigits[byte & 15];
  }
  return uri;
}

}  // namespace graphmend::sarif
