#include "source/source_file.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

using graphmend::source::CellLine;
using graphmend::source::ColumnUnit;
using graphmend::source::Decode;
using graphmend::source::Load;
using graphmend::source::Position;
using graphmend::source::SourceFile;

namespace {

std::string Decoded(const std::string& bytes) {
  const auto result = Decode(bytes, "f.py");
  REQUIRE_MESSAGE(result, (result ? std::string() : result.error().message));
  return *result;
}

std::string Refusal(const std::string& bytes) {
  const auto result = Decode(bytes, "f.py");
  REQUIRE_FALSE(result);
  CHECK_FALSE(result.error().hint.empty());
  return result.error().message;
}

}  // namespace

TEST_CASE("source: the three line ends of Python separate lines") {
  const SourceFile file("f.py", "a\nbb\r\nccc\rd");
  CHECK(file.LineCount() == 4);
  CHECK(file.Line(1) == "a");
  CHECK(file.Line(2) == "bb");
  CHECK(file.Line(3) == "ccc");
  CHECK(file.Line(4) == "d");
  CHECK(file.LineStart(3) == 6);
  CHECK(file.LineOf(0) == 1);
  CHECK(file.LineOf(1) == 1);   // the newline belongs to its line
  CHECK(file.LineOf(5) == 2);   // and so does the `\n` of `\r\n`
  CHECK(file.LineOf(11) == 4);  // the end of the file
}

TEST_CASE("source: places outside the text are harmless") {
  const SourceFile empty("f.py", "");
  CHECK(empty.LineCount() == 1);
  CHECK(empty.Line(1).empty());
  CHECK(empty.Line(0).empty());
  CHECK(empty.Line(9).empty());
  CHECK(empty.PositionOf(7, ColumnUnit::Bytes) == Position{1, 1});
  CHECK(empty.Text({3, 9}).empty());
  const SourceFile file("f.py", "ab\n");
  CHECK(file.LineCount() == 2);
  CHECK(file.PositionOf(3, ColumnUnit::Bytes) == Position{2, 1});
  CHECK(file.Text({1, 99}) == "b\n");
}

TEST_CASE("source: columns in bytes, code points and UTF-16 units") {
  const SourceFile file("f.py", "x\nä😀y");
  const std::uint32_t y = 2 + 2 + 4;
  CHECK(file.PositionOf(y, ColumnUnit::Bytes) == Position{2, 7});
  CHECK(file.PositionOf(y, ColumnUnit::CodePoints) == Position{2, 3});
  CHECK(file.PositionOf(y, ColumnUnit::Utf16) == Position{2, 4});
}

TEST_CASE("source: columns far into long lines") {
  std::string text = "é\n";
  for (int i = 0; i < 400; ++i) text += i % 3 == 0 ? "aä" : i % 3 == 1 ? "€" : "😀\r\n";
  for (int i = 0; i < 400; ++i) text += i % 2 == 0 ? "abcä" : "😀";
  const SourceFile file("f.py", text);
  Position points, units;  // of the next character, counted from the start of its line
  for (std::uint32_t at = 0; at <= text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(at < text.size() ? text[at] : 0);
    if ((byte & 0xC0) == 0x80) continue;
    REQUIRE(file.PositionOf(at, ColumnUnit::CodePoints) == points);
    REQUIRE(file.PositionOf(at, ColumnUnit::Utf16) == units);
    if (byte == '\n') {
      points = units = {points.line + 1, 1};
    } else {
      ++points.column;
      units.column += byte >= 0xF0 ? 2 : 1;
    }
  }
}

TEST_CASE("source: lines of cells") {
  const SourceFile file("n.ipynb", "a\nb\n\nc\n\nd\n", {{1, 1, 2}, {3, 4, 4}, {4, 6, 6}});
  const auto cell = [&](std::uint32_t line) {
    const std::optional<CellLine> place = file.InCell(line);
    return place ? std::to_string(place->cell) + ":" + std::to_string(place->line) : "none";
  };
  CHECK(cell(1) == "1:1");
  CHECK(cell(2) == "1:2");
  CHECK(cell(3) == "none");
  CHECK(cell(4) == "3:1");
  CHECK(cell(6) == "4:1");
  CHECK(cell(7) == "none");
  CHECK(file.LineOf({1, 2}) == 2);
  CHECK(file.LineOf({3, 1}) == 4);
  CHECK(file.LineOf({4, 1}) == 6);
  for (const CellLine none : {CellLine{2, 1}, {1, 0}, {1, 3}, {5, 1}})
    CHECK_FALSE(file.LineOf(none));
}

TEST_CASE("source: valid UTF-8 passes, with or without a byte order mark") {
  CHECK(Decoded("x = 'ä😀'\n") == "x = 'ä😀'\n");
  CHECK(Decoded("\xEF\xBB\xBFx\n") == "x\n");
  CHECK(Decoded("# coding: utf-8\nä") == "# coding: utf-8\nä");
  CHECK(Decoded("\xEF\xBB\xBF# coding: UTF8\nä") == "# coding: UTF8\nä");
  CHECK(Decoded("").empty());
}

TEST_CASE("source: invalid UTF-8 is refused with line and byte") {
  CHECK(Refusal("a\nbc\xFF") == "f.py: line 2, byte 3: 0xff is not valid UTF-8");
  CHECK(Refusal("\xC0\xAF") == "f.py: line 1, byte 1: 0xc0 is not valid UTF-8");      // overlong
  CHECK(Refusal("\xE0\x80\x80") == "f.py: line 1, byte 1: 0xe0 is not valid UTF-8");  // overlong
  CHECK(Refusal("\xED\xA0\x80") == "f.py: line 1, byte 1: 0xed is not valid UTF-8");  // surrogate
  CHECK(Refusal("\xF4\x90\x80\x80") == "f.py: line 1, byte 1: 0xf4 is not valid UTF-8");  // high
  CHECK(Refusal("x\r\ny\xC3") == "f.py: line 2, byte 2: 0xc3 is not valid UTF-8");        // cut off
  CHECK(Refusal("0123456789abcdef\x80") == "f.py: line 1, byte 17: 0x80 is not valid UTF-8");
}

TEST_CASE("source: a null byte is refused") {
  CHECK(Refusal(std::string("a\n\0b", 4)).starts_with("f.py: line 2, byte 1: a null byte"));
}

TEST_CASE("source: coding cookies as in PEP 263") {
  CHECK(Decoded("# -*- coding: latin-1 -*-\n\xE4") == "# -*- coding: latin-1 -*-\nä");
  CHECK(Decoded("#!/bin/sh\n# vim: set fileencoding=ISO_8859_1 :\n\xE4").ends_with("ä"));
  CHECK(Decoded("\n#coding=l1\n\xE4").ends_with("ä"));
  // Only a comment, only in the first two lines, and in the second only below a comment or blank.
  CHECK(Refusal("x = 1\n# coding: latin-1\n\xE4").find("line 3, byte 1") != std::string::npos);
  CHECK(Refusal("#\n#\n# coding: latin-1\n\xE4").find("line 4, byte 1") != std::string::npos);
  CHECK(Refusal("'# coding: latin-1'\n\xE4").find("line 2, byte 1") != std::string::npos);
  CHECK(Refusal("# coding: ascii\nä") == "f.py: line 2, byte 1: 0xc3 is not valid ASCII");
  CHECK(Refusal("# coding: koi8-r\n") == "f.py: line 1: unsupported source encoding 'koi8-r'");
  CHECK(Refusal("\n# coding: uft-8\n") == "f.py: line 2: unsupported source encoding 'uft-8'");
  CHECK(Refusal("\xEF\xBB\xBF# coding: latin-1\n").find("byte order mark") != std::string::npos);
}

TEST_CASE("source: a file that is not there is an error that names it") {
  const auto result = Load("no/such/file.py", "shown.py");
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "shown.py: does not exist");
  const auto directory = Load(".", "here");
  REQUIRE_FALSE(directory);
  CHECK(directory.error().message == "here: is a directory");
}
