#include "notebook/notebook.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cctype>

namespace graphmend::notebook {
namespace {

constexpr std::string_view kBlanks = " \t";
// Cell magics whose cell is still Python.
constexpr std::string_view kPythonMagics[] = {"time", "timeit", "capture",
                                              "prun", "python", "python3"};

struct Piece {
  std::string text;        // one element of `source`
  std::uint32_t line = 0;  // where it is in the file
};

struct RawCell {
  std::uint32_t number = 0;
  bool is_code = false;
  std::vector<Piece> pieces;
  std::size_t begin = 0, end = 0;  // see Notebook::Cell
  int sources = 0;
};

// Gathers cells and the language while the JSON goes by; all else is passed over.
class Handler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
 public:
  Handler(std::string_view bytes, const rapidjson::MemoryStream& stream)
      : bytes_(bytes), stream_(stream) {}

  bool StartObject() { return Push(false); }
  bool StartArray() { return Push(true); }
  bool EndArray(rapidjson::SizeType) {
    Pop();
    // The reader may or may not have gone past the bracket.
    if (frames_.size() == 3 && IsSource()) cell_.end = bytes_.find(']', stream_.Tell() - 1) + 1;
    return true;
  }
  bool EndObject(rapidjson::SizeType) {
    bool cell = frames_.size() == 3 && At(0, "cells") && frames_[1].is_array;
    if (cell) {
      cell_.number = ++count_;
      if (cell_.is_code) cells_.push_back(std::move(cell_));
      cell_ = {};
    }
    return Pop();
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    frames_.back().key.assign(text, size);
    if (frames_.size() == 3 && IsSource()) {
      cell_.begin = std::min(bytes_.find_first_of("[\"", stream_.Tell()), bytes_.size());
      ++cell_.sources;
    }
    return true;
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    std::string_view value(text, size);
    if (At(0, "metadata") && At(1, "language_info") && At(2, "name")) language_ = value;
    if (!At(0, "cells") || frames_.size() < 3 || !frames_[1].is_array) return true;
    if (frames_.size() == 3 && At(2, "cell_type")) cell_.is_code = value == "code";
    bool source =
        IsSource() && (frames_.size() == 3 || (frames_.size() == 4 && frames_[3].is_array));
    if (source) cell_.pieces.push_back({std::string(value), Line()});
    if (source && frames_.size() == 3) cell_.end = stream_.Tell();
    return true;
  }
  bool Default() { return true; }

  std::vector<RawCell> TakeCells() { return std::move(cells_); }
  bool IsPython() const { return language_.empty() || language_ == "python"; }

 private:
  struct Frame {
    bool is_array = false;
    std::string key;
  };

  bool Push(bool is_array) {
    frames_.push_back({is_array, {}});
    return true;
  }
  bool Pop() {
    frames_.pop_back();
    return true;
  }
  bool At(std::size_t depth, std::string_view key) const {
    return frames_.size() > depth && !frames_[depth].is_array && frames_[depth].key == key;
  }
  bool IsSource() const { return At(0, "cells") && frames_[1].is_array && At(2, "source"); }
  // Of what has just been read; places only grow.
  std::uint32_t Line() {
    std::size_t here = std::min(stream_.Tell(), bytes_.size());
    line_ += static_cast<std::uint32_t>(
        std::count(bytes_.begin() + static_cast<std::ptrdiff_t>(counted_),
                   bytes_.begin() + static_cast<std::ptrdiff_t>(here), '\n'));
    counted_ = here;
    return line_;
  }

  std::string_view bytes_;
  const rapidjson::MemoryStream& stream_;
  std::vector<Frame> frames_;
  RawCell cell_;
  std::vector<RawCell> cells_;
  std::uint32_t count_ = 0, line_ = 1;
  std::size_t counted_ = 0;
  std::string language_;
};

bool IsName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Whether IPython, and not Python, reads this line.
bool IsSpecial(std::string_view line) {
  std::size_t at = line.find_first_not_of(kBlanks);
  if (at == std::string_view::npos) return false;
  line.remove_prefix(at);
  while (!line.empty() && kBlanks.find(line.back()) != std::string_view::npos)
    line.remove_suffix(1);
  if (line[0] == '!' || line[0] == '?') return true;
  if (line[0] == '%')
    return line.size() > 1 && (std::isalpha(static_cast<unsigned char>(line[1])) || line[1] == '%');
  if (line.back() == '?' && line.find('#') == std::string_view::npos) return true;
  // "files = !ls", "timing = %timeit …"
  std::size_t name = 0;
  while (name < line.size() && IsName(line[name])) ++name;
  std::size_t equals = line.find_first_not_of(kBlanks, name);
  if (name == 0 || equals == std::string_view::npos || line[equals] != '=') return false;
  std::size_t value = line.find_first_not_of(kBlanks, equals + 1);
  return value != std::string_view::npos && value + 1 < line.size() &&
         (line[value] == '!' || line[value] == '%') && line[value + 1] != '=';
}

std::string Plain(std::string_view line) {
  if (!IsSpecial(line)) return std::string(line);
  return std::string(line.substr(0, line.find_first_not_of(kBlanks))) + "pass";
}

// A cell of another language: `%%bash`, `%%html`.
bool IsForeign(std::string_view first_line) {
  if (!first_line.starts_with("%%")) return false;
  std::string_view magic = first_line.substr(2, first_line.find_first_of(" \t\n", 2) - 2);
  return std::find(std::begin(kPythonMagics), std::end(kPythonMagics), magic) ==
         std::end(kPythonMagics);
}

std::vector<std::string> LinesOf(const RawCell& cell) {
  std::string text;
  for (const Piece& piece : cell.pieces) text += piece.text;
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    lines.push_back(text.substr(begin, end - begin));
  lines.push_back(text.substr(begin));
  for (std::string& line : lines)
    if (line.ends_with('\r')) line.pop_back();
  return lines;
}

// Whether the value of `source` is all strings, so that it can be taken apart and put together.
bool IsPlainSource(const RawCell& cell, std::string_view bytes) {
  if (cell.sources != 1 || cell.begin >= cell.end) return false;
  std::string_view json = bytes.substr(cell.begin, cell.end - cell.begin);
  std::size_t strings = 0;
  for (std::size_t at = 0; at < json.size(); ++at) {
    if (json[at] == '"') {
      for (++at; json[at] != '"'; ++at) at += json[at] == '\\';
      ++strings;
    } else if (std::string_view("[], \t\r\n").find(json[at]) == std::string_view::npos) {
      return false;
    }
  }
  return strings == cell.pieces.size();
}

// Whether each line of code stands on a line of the file of its own.
bool IsAligned(const std::vector<RawCell>& cells) {
  std::uint32_t before = 0;
  for (const RawCell& cell : cells) {
    for (std::size_t i = 0; i < cell.pieces.size(); ++i) {
      const Piece& piece = cell.pieces[i];
      std::size_t end = piece.text.find('\n');
      bool last = i + 1 == cell.pieces.size();
      std::uint32_t least = i == 0 && before > 0 ? before + 2 : before + 1;
      if (piece.line < least || (end == std::string::npos ? !last : end + 1 != piece.text.size()))
        return false;
      before = piece.line;
    }
  }
  return true;
}

}  // namespace

std::vector<source::Cell> CellsOf(const Notebook* notebook) {
  std::vector<source::Cell> cells;
  if (!notebook) return cells;
  for (const Notebook::Cell& cell : notebook->cells)
    cells.push_back({cell.number, cell.first, cell.last});
  return cells;
}

base::Result<Notebook> ReadNotebook(std::string_view bytes, const std::string& shown) {
  Notebook notebook;
  const std::size_t marked = bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  bytes.remove_prefix(marked);
  if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) return notebook;
  rapidjson::MemoryStream stream(bytes.data(), bytes.size());
  Handler handler(bytes, stream);
  rapidjson::Reader reader;
  reader.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(stream,
                                                                                       handler);
  if (reader.HasParseError()) {
    auto offset = static_cast<std::ptrdiff_t>(std::min(reader.GetErrorOffset(), bytes.size()));
    auto line = std::count(bytes.begin(), bytes.begin() + offset, '\n') + 1;
    return base::Error{shown + ":" + std::to_string(line) + ": not a valid notebook: " +
                           rapidjson::GetParseError_En(reader.GetParseErrorCode()),
                       ""};
  }
  if (!handler.IsPython()) return notebook;
  std::vector<RawCell> cells = handler.TakeCells();
  bool aligned = IsAligned(cells);
  std::uint32_t line = 1;
  for (const RawCell& cell : cells) {
    if (cell.pieces.empty()) continue;
    std::vector<std::string> lines = LinesOf(cell);
    if (IsForeign(lines.front())) continue;
    // The last piece may end its line, which leaves an empty one behind it.
    if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
    const std::uint32_t next = notebook.cells.empty() ? 1 : notebook.cells.back().last + 2;
    const std::uint32_t first = aligned ? cell.pieces.front().line : next;
    for (; line < first; ++line) notebook.code += "\n";
    const bool writable = IsPlainSource(cell, bytes);
    notebook.cells.push_back(
        {cell.number, line, line + static_cast<std::uint32_t>(lines.size()) - 1,
         writable ? cell.begin + marked : 0, writable ? cell.end + marked : 0});
    for (const std::string& text : lines) {
      const std::string plain = Plain(text);
      if (plain != text) notebook.special.push_back(line);
      notebook.code += plain + "\n";
      ++line;
    }
  }
  // A lone \r ends a line in Python and none here, so places in the code are not those in the
  // cells.
  const std::size_t lone = notebook.code.find('\r');
  for (Notebook::Cell& cell : notebook.cells)
    if (lone != std::string::npos) cell.begin = cell.end = 0;
  return notebook;
}

}  // namespace graphmend::notebook
