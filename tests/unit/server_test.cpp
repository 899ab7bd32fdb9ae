// What the language server is made of: the stream, positions, URIs; and git's and notebooks' forms.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "base/path.h"
#include "notebook/notebook.h"
#include "project/changes.h"
#include "server/document.h"
#include "server/transport.h"

namespace graphmend {

using server::Position;
using source::ColumnUnit;

TEST_CASE("messages are cut wherever the stream is") {
  std::string stream = server::Framed("{}") + "Content-Type: x\r\ncontent-length: 3\r\n\r\nabc" +
                       "X: no length\r\n\r\n" + server::Framed("");
  for (std::size_t step = 1; step <= stream.size(); ++step) {
    server::MessageReader reader;
    std::vector<std::string> messages;
    for (std::size_t at = 0; at < stream.size(); at += step) {
      reader.Feed(std::string_view(stream).substr(at, step));
      while (auto message = reader.Next()) messages.push_back(*message);
    }
    CHECK(messages == std::vector<std::string>{"{}", "abc", ""});
    CHECK(reader.broken().empty());
  }
  server::MessageReader reader;
  reader.Feed("Content-Length: 5000000000\r\n\r\n");
  CHECK_FALSE(reader.broken().empty());
}

TEST_CASE("positions count units of the encoding") {
  // One, two, three and four bytes; one unit of UTF-16 each but for the last.
  std::string text = "aé€𝄞b\r\nc\rd\n";
  for (auto [character, byte] :
       {std::pair(0u, 0u), {1, 1}, {2, 3}, {3, 6}, {4, 6}, {5, 10}, {6, 11}, {99, 11}})
    CHECK(server::OffsetOf(text, {0, character}, ColumnUnit::Utf16) == byte);
  CHECK(server::OffsetOf(text, {0, 4}, ColumnUnit::CodePoints) == 10);
  CHECK(server::OffsetOf(text, {0, 6}, ColumnUnit::Bytes) == 6);
  CHECK(server::OffsetOf(text, {1, 0}, ColumnUnit::Utf16) == 13);
  CHECK(server::OffsetOf(text, {2, 1}, ColumnUnit::Utf16) == 16);
  CHECK(server::OffsetOf(text, {3, 0}, ColumnUnit::Utf16) == text.size());
  CHECK(server::OffsetOf(text, {9, 9}, ColumnUnit::Utf16) == text.size());
  source::SourceFile file("f", text);
  for (ColumnUnit unit : {ColumnUnit::Bytes, ColumnUnit::Utf16, ColumnUnit::CodePoints})
    for (std::uint32_t offset : {0u, 1u, 3u, 6u, 10u, 13u, 15u, 17u}) {
      Position position = server::PositionOf(file, offset, unit);
      CHECK(server::OffsetOf(text, position, unit) == offset);
    }
}

TEST_CASE("changes") {
  server::Text text("one\ntwo\n");
  text.Apply({{0, 3}, {1, 0}}, " ", ColumnUnit::Utf16);
  CHECK(text.str() == "one two\n");
  text.Apply({{9, 9}, {9, 9}}, "end", ColumnUnit::Utf16);
  CHECK(text.str() == "one two\nend");
  text.Apply({{1, 1}, {0, 0}}, "|", ColumnUnit::Utf16);
  CHECK(text.str() == "one two\ne|nd");
}

TEST_CASE("where lines begin stays right whatever changes") {
  std::mt19937 dice(3);
  auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(dice() % n); };
  const std::string_view pieces[] = {"\n", "\r", "\r\n", "x", "é𝄞", "", "a\nb\r"};
  server::Text text;
  for (int i = 0; i < 20'000; ++i) {
    const Position start{below(12), below(6)};
    const Position end{start.line + below(2), below(6)};
    std::string expected = text.str();
    const std::size_t begin = server::OffsetOf(expected, start, ColumnUnit::Utf16);
    const std::size_t stop = std::max(begin, server::OffsetOf(expected, end, ColumnUnit::Utf16));
    const std::string_view piece = pieces[below(std::size(pieces))];
    expected.replace(begin, stop - begin, piece);
    text.Apply({start, end}, piece, ColumnUnit::Utf16);
    REQUIRE(text.str() == expected);
  }
}

TEST_CASE("many edits of one text take what they are long") {
  // 20,000 edits of 2 MB, from the last to the first as editors send them: each but a step.
  std::string lines;
  for (int i = 0; i < 100'000; ++i) lines += "some code in a line\n";
  server::Text text(lines);
  for (std::uint32_t line = 100'000; line > 80'000; --line)
    text.Apply({{line - 1, 0}, {line - 1, 4}}, "more", ColumnUnit::Utf16);
  CHECK(text.str().size() == lines.size());
  CHECK(text.str().starts_with("some"));
  CHECK(text.str().ends_with("more code in a line\n"));
}

TEST_CASE("many small messages at once are cut in one pass") {
  std::string stream;
  for (int i = 0; i < 200'000; ++i) stream += server::Framed("{}");
  server::MessageReader reader;
  reader.Feed(stream);
  int count = 0;
  while (reader.Next()) ++count;
  CHECK(count == 200'000);
}

TEST_CASE("paths and URIs") {
  for (const char* path : {"/a b/ü#%.py", "/plain.py"})
    CHECK(server::PathOf(server::UriOf(path)) == path);
  CHECK(server::UriOf("/a b") == "file:///a%20b");
  CHECK(server::PathOf("file:///x%zz%4") == "/x%zz%4");
  const bool drives = base::kIsWindows;
  CHECK(server::PathOf("file://host/x") == (drives ? "//host/x" : "/x"));
  CHECK(server::PathOf("file:///c%3A/a.py") == (drives ? "C:/a.py" : "/c:/a.py"));
  CHECK(server::UriOf("C:/a b.py") == (drives ? "file:///C:/a%20b.py" : "C:/a b.py"));
  CHECK(server::PathOf("untitled:Untitled-1") == "untitled:Untitled-1");
  CHECK(server::UriOf("untitled:Untitled-1") == "untitled:Untitled-1");
}

TEST_CASE("lines that changed") {
  auto changed = [](const char* before, const char* now) {
    return project::ChangedLines(source::SourceFile("x.py", before),
                                 source::SourceFile("x.py", now));
  };
  CHECK(changed("a\nb\n", "a\nb\n").empty());
  CHECK(changed("a\nb\n", "a\r\nb\r\n").empty());
  CHECK(changed("a\nb\nc\n", "a\nx\ny\nc\n") == project::Lines{{2, 3}});
  CHECK(changed("a\nb\nc\nd\n", "a\nd\n") == project::Lines{{1, 2}});
  CHECK(changed("a\nb\n", "b\n") == project::Lines{{1, 1}});
  CHECK(changed("", "a\nb\n") == project::Lines{{1, 2}});
  CHECK(changed("a\nb\nc\n", "new\na\nb\nd\n") == project::Lines{{1, 1}, {4, 4}});
}

TEST_CASE("notebooks keep their lines") {
  std::string text =
      "{\"cells\": [\n{\"cell_type\": \"code\", \"source\": [\n\"a = 1\\n\",\n\"%magic\\n\",\n"
      "\"b = 2\"\n]},\n{\"source\": [\n\"# text\"\n], \"cell_type\": \"markdown\"},\n"
      "{\"source\": \"c = !ls\", \"cell_type\": \"code\"}]}";
  auto notebook = notebook::ReadNotebook(text, "n.ipynb");
  REQUIRE(static_cast<bool>(notebook));
  CHECK(notebook->code == "\n\na = 1\npass\nb = 2\n\n\n\n\npass\n");
  const source::SourceFile code("n.ipynb", notebook->code, notebook::CellsOf(&*notebook));
  auto in_cell = [&](std::uint32_t line) {
    const auto place = code.InCell(line);
    return place ? std::pair(place->cell, place->line) : std::pair(0u, 0u);
  };
  CHECK(in_cell(5) == std::pair(1u, 3u));
  CHECK(in_cell(10) == std::pair(3u, 1u));
  CHECK(in_cell(7) == std::pair(0u, 0u));
  CHECK(code.LineOf(source::CellLine{1, 3}) == 5);
  CHECK_FALSE(code.LineOf(source::CellLine{1, 4}));
  CHECK_FALSE(code.LineOf(source::CellLine{2, 1}));
  // Nothing that only looks like magic is touched.
  text =
      "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"x = (a\\n     % b)\\ny %= 2\\nz = x if "
      "y else 3 # why?\"}]}";
  CHECK(notebook::ReadNotebook(text, "n")->code ==
        "x = (a\n     % b)\ny %= 2\nz = x if y else 3 # why?\n");
}

}  // namespace graphmend
