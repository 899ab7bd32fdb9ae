// An open document and places in it, as an editor counts them: lines from 0, and in a line units of
// UTF-8, UTF-16 or UTF-32, whichever was agreed on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source/source_file.h"

namespace graphmend::server {

struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};

struct Range {
  Position start, end;
  friend bool operator==(const Range&, const Range&) = default;
};

// The byte that a position means; behind the end of a line, that end, and behind the text, its end.
std::size_t OffsetOf(std::string_view text, Position position, source::ColumnUnit unit);

Position PositionOf(const source::SourceFile& file, std::uint32_t offset, source::ColumnUnit unit);
Range RangeOf(const source::SourceFile& file, source::Span span, source::ColumnUnit unit);

// The text of an open document. Where lines begin is kept, so that a thousand edits that come
// together, as replacing all sends them, do not each look through the whole text.
class Text {
 public:
  Text() = default;
  explicit Text(std::string text) : text_(std::move(text)) {}

  const std::string& str() const { return text_; }
  std::size_t OffsetOf(Position position, source::ColumnUnit unit);
  // Replaces `range`. An end before the start counts as the start.
  void Apply(Range range, std::string_view replacement, source::ColumnUnit unit);

 private:
  std::string text_;
  std::vector<std::size_t> starts_ = {0};  // of the first lines, as far as they were asked for
};

// "file:///a%20b.py" to "/a b.py" and, on Windows, "file:///c%3A/a.py" to "C:/a.py"; other URIs
// stay as they are, as names of unsaved documents.
std::string PathOf(std::string_view uri);
std::string UriOf(std::string_view path);

}  // namespace graphmend::server
