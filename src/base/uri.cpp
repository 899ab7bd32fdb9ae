#include "base/uri.h"

#include "base/path.h"

namespace graphmend::base {
namespace {

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

std::string EscapedPath(std::string_view path) {
  std::string escaped;
  for (char c : path) {
    if (IsPlain(c)) {
      escaped += c;
      continue;
    }
    auto byte = static_cast<unsigned char>(c);
    escaped += '%';
    escaped += "0123456789ABCDEF"[byte >> 4];
    escaped += "0123456789ABCDEF"[byte & 15];
  }
  return escaped;
}

std::string FileUri(std::string_view path) {
  if (StartsWithDrive(path))
    return "file:///" + std::string(path.substr(0, 2)) + EscapedPath(path.substr(2));
  // "//server/share/a.py" names the host itself.
  const bool has_host = kIsWindows && path.starts_with("//");
  return (has_host ? "file:" : "file://") + EscapedPath(path);
}

}  // namespace graphmend::base
