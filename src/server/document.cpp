#include "server/document.h"

#include <algorithm>

#include "base/path.h"
#include "base/uri.h"
#include "base/utf8.h"

namespace graphmend::server {
namespace {

constexpr std::string_view kFile = "file://";

// The byte behind the end of the line that begins at `at`.
std::size_t NextLine(std::string_view text, std::size_t at) {
  std::size_t end = text.find_first_of("\r\n", at);
  if (end == std::string_view::npos) return std::string_view::npos;
  bool both = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
  return end + (both ? 2 : 1);
}

std::uint32_t UnitsOf(char32_t c, std::size_t bytes, source::ColumnUnit unit) {
  switch (unit) {
    case source::ColumnUnit::Bytes: return static_cast<std::uint32_t>(bytes);
    case source::ColumnUnit::Utf16: return c >= 0x10000 ? 2 : 1;
    case source::ColumnUnit::CodePoints: break;
  }
  return 1;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The byte of the line that begins at `at` that so many units come before.
std::size_t OffsetInLine(std::string_view text, std::size_t at, std::uint32_t character,
                         source::ColumnUnit unit) {
  std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
  std::uint32_t units = 0;
  while (at < end && units < character) {
    std::size_t next = at;
    char32_t c = base::NextCharacter(text, next);
    units += UnitsOf(c, next - at, unit);
    // A position inside of a character means its start.
    if (units > character) break;
    at = next;
  }
  return at;
}

}  // namespace

std::size_t OffsetOf(std::string_view text, Position position, source::ColumnUnit unit) {
  std::size_t at = 0;
  for (std::uint32_t line = 0; line < position.line; ++line) {
    at = NextLine(text, at);
    if (at == std::string_view::npos) return text.size();
  }
  return OffsetInLine(text, at, position.character, unit);
}

Position PositionOf(const source::SourceFile& file, std::uint32_t offset, source::ColumnUnit unit) {
  source::Position position = file.PositionOf(offset, unit);
  return {position.line - 1, position.column - 1};
}

Range RangeOf(const source::SourceFile& file, source::Span span, source::ColumnUnit unit) {
  return {PositionOf(file, span.begin, unit), PositionOf(file, span.end, unit)};
}

std::size_t Text::OffsetOf(Position position, source::ColumnUnit unit) {
  while (starts_.size() <= position.line) {
    const std::size_t next = NextLine(text_, starts_.back());
    if (next == std::string::npos) return text_.size();
    starts_.push_back(next);
  }
  return OffsetInLine(text_, starts_[position.line], position.character, unit);
}

void Text::Apply(Range range, std::string_view replacement, source::ColumnUnit unit) {
  const std::size_t begin = OffsetOf(range.start, unit);
  const std::size_t end = std::max(begin, OffsetOf(range.end, unit));
  text_.replace(begin, end - begin, replacement);
  // A line that begins right here may do so no more: "\r" may have got its "\n".
  starts_.erase(std::lower_bound(starts_.begin() + 1, starts_.end(), begin), starts_.end());
}

std::string PathOf(std::string_view uri) {
  if (!uri.starts_with(kFile)) return std::string(uri);
  std::string_view rest = uri.substr(kFile.size());
  const std::string_view host = rest.substr(0, rest.find('/'));
  rest.remove_prefix(host.size());
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    bool escape = rest[i] == '%' && i + 2 < rest.size();
    int high = escape ? HexDigit(rest[i + 1]) : -1, low = escape ? HexDigit(rest[i + 2]) : -1;
    if (high < 0 || low < 0) {
      path += rest[i];
      continue;
    }
    path += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (base::kIsWindows && !host.empty() && host != "localhost")
    return "//" + std::string(host) + path;
  if (!path.empty() && base::StartsWithDrive(std::string_view(path).substr(1))) {
    // Editors write "c%3A" as well; the working directory has a capital letter.
    path.erase(0, 1);
    path[0] = static_cast<char>(path[0] & ~0x20);
  }
  return path;
}

std::string UriOf(std::string_view path) {
  return base::IsAbsolute(path) ? base::FileUri(path) : std::string(path);
}

}  // namespace graphmend::server
