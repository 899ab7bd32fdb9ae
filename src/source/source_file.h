// One file's bytes, and the three ways to name a place in it: byte offset, line and column.
//
//   Span      half-open byte range [begin, end)
//   Position  1-based line; 1-based column in bytes, code points or UTF-16 units
//
// A `SourceFile` is immutable; copies share what they hold. `\n`, `\r\n` and a lone `\r` end a
// line, as in Python.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace graphmend::source {

struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t size() const { return end - begin; }
  bool Contains(Span inner) const { return begin <= inner.begin && inner.end <= end; }
  friend bool operator==(Span, Span) = default;
};

struct Position {
  std::uint32_t line = 1;    // 1-based
  std::uint32_t column = 1;  // 1-based, in the unit asked for
  friend bool operator==(Position, Position) = default;
};

// A notebook's cell, whose lines are those from `first` to `last` of the file.
struct Cell {
  std::uint32_t number = 0;  // among all cells, from 1
  std::uint32_t first = 0, last = 0;
};

// A line of a cell, both from 1 on.
struct CellLine {
  std::uint32_t cell = 0, line = 0;
};

enum class ColumnUnit { Bytes, CodePoints, Utf16 };

class SourceFile {
 public:
  // `path` is what is shown to the user; `text` must be valid UTF-8 (see `Decode`).
  // `cells`: of a notebook, in order.
  SourceFile(std::string path, std::string text, std::vector<Cell> cells = {});

  const std::string& path() const { return held_->path; }
  std::string_view text() const { return held_->text; }
  std::string_view Text(Span span) const;

  std::uint32_t LineCount() const;
  std::uint32_t LineOf(std::uint32_t offset) const;   // 1-based
  std::string_view Line(std::uint32_t line) const;    // without its line end
  std::uint32_t LineStart(std::uint32_t line) const;  // byte offset
  Position PositionOf(std::uint32_t offset, ColumnUnit unit) const;
  // Of a line of a notebook that belongs to a cell; else nothing. And the reverse.
  std::optional<CellLine> InCell(std::uint32_t line) const;
  std::optional<std::uint32_t> LineOf(CellLine place) const;

 private:
  // What of the text before a place takes part in no column, and what counts twice in UTF-16.
  struct Uncounted {
    std::uint32_t continuations = 0, astral = 0;
  };
  struct Held {
    std::string path;
    std::string text;
    std::vector<std::uint32_t> line_starts;
    std::vector<Cell> cells;
    // At each `kStep`-th byte, so that a column in a long line need not be counted from its start;
    // empty if the text is ASCII.
    std::vector<Uncounted> uncounted;
  };
  static constexpr std::uint32_t kStep = 256;
  static std::vector<Uncounted> CountUncounted(std::string_view text);
  Uncounted UncountedBefore(std::uint32_t offset) const;

  std::shared_ptr<const Held> held_;
};

// Python source bytes to UTF-8: strips a BOM, honours a PEP 263 coding cookie for utf-8, ascii and
// latin-1, and fails with line and byte for anything that is not valid UTF-8.
base::Result<std::string> Decode(std::string bytes, const std::string& path);

// The reverse: `text` as bytes in the encoding of `original`, with its BOM. Fails, with the
// character, for what that encoding does not have.
base::Result<std::string> Encode(std::string_view text, std::string_view original,
                                 const std::string& path);

// Reads and decodes one file.
base::Result<SourceFile> Load(const std::string& path, std::string shown_path);

}  // namespace graphmend::source
