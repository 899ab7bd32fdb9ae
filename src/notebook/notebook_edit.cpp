#include "notebook/notebook_edit.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "base/utf8.h"
#include "fix/apply.h"

namespace graphmend::notebook {
namespace {

using Cell = Notebook::Cell;
using diag::Edit;
using source::SourceFile;

// Cells do not adjoin (notebook.h), so an insertion behind the last line of one is no insertion
// before the first line of another.
const Cell* CellOf(const Notebook& notebook, const SourceFile& code, const Edit& edit) {
  for (const Cell& cell : notebook.cells)
    if (code.LineStart(cell.first) <= edit.span.begin &&
        edit.span.end <= code.LineStart(cell.last + 1))
      return &cell;
  return nullptr;
}

bool IsSpecial(const Notebook& notebook, std::uint32_t line) {
  return std::binary_search(notebook.special.begin(), notebook.special.end(), line);
}

bool Fits(const Notebook& notebook, const SourceFile& code, const Edit& edit) {
  const Cell* cell = CellOf(notebook, code, edit);
  if (!cell || cell->begin == cell->end) return false;
  const std::uint32_t first = code.LineOf(edit.span.begin);
  // A cell of `%%time` has that first.
  if (edit.span.size() == 0 && edit.span.begin == code.LineStart(first))
    return first != cell->first || !IsSpecial(notebook, first);
  const std::uint32_t last =
      edit.span.size() == 0 ? first : std::min(code.LineOf(edit.span.end - 1), cell->last);
  for (std::uint32_t line = first; line <= last; ++line)
    if (IsSpecial(notebook, line)) return false;
  return true;
}

// ---- JSON ---------------------------------------------------------------------------------------
void AppendEscape(std::string& out, std::uint32_t unit) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[unit >> shift & 15];
}

// As Jupyter writes it; `ascii`: other characters as escapes.
std::string Quoted(std::string_view text, bool ascii) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t c = base::NextCharacter(text, at);
    const std::size_t named = std::string_view("\"\\\n\r\t\b\f").find(text[begin]);
    if (named != std::string_view::npos) {
      out += '\\';
      out += std::string_view("\"\\nrtbf")[named];
    } else if (c < 0x20 || (ascii && c >= 0x80 && c < 0x10000)) {
      AppendEscape(out, c);
    } else if (ascii && c >= 0x10000) {
      AppendEscape(out, 0xD800 + ((c - 0x10000) >> 10));
      AppendEscape(out, 0xDC00 + ((c - 0x10000) & 0x3FF));
    } else {
      out += text.substr(begin, at - begin);
    }
  }
  return out + "\"";
}

// What a cell's `source` is written as: one string, or a list of them.
class SourceValue {
 public:
  explicit SourceValue(std::string_view json) : is_list_(json.starts_with('[')) {
    std::size_t at = 0;
    for (std::size_t quote; (quote = json.find('"', at)) != std::string_view::npos;) {
      gaps_.emplace_back(json.substr(at, quote - at));
      at = quote + 1;
      while (json[at] != '"') at += json[at] == '\\' ? 2 : 1;
      ++at;
      strings_.push_back(json.substr(quote, at - quote));
    }
    gaps_.emplace_back(json.substr(at));
  }

  std::string Text() const {
    std::string text;
    for (std::string_view string : strings_) text += Decoded(string);
    return text;
  }

  // The value with another text. Strings that stay are not written anew.
  std::string With(std::string_view text, bool ascii) const {
    if (!is_list_) return Quoted(text, ascii);
    std::map<std::string, std::string_view> known;
    for (std::string_view string : strings_) known.emplace(Decoded(string), string);
    std::string out(gaps_.front());
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      const std::string line(text.substr(begin, end - begin));
      const auto found = known.find(line);
      if (begin > 0) out += Separator();
      out += found != known.end() ? std::string(found->second) : Quoted(line, ascii);
      begin = end;
    }
    return out + gaps_.back();
  }

 private:
  static std::string Decoded(std::string_view json) {
    rapidjson::Document document;
    document.Parse<rapidjson::kParseFullPrecisionFlag>(json.data(), json.size());
    GM_CHECK(document.IsString(), "a notebook that was read holds no string where it had one");
    return {document.GetString(), document.GetStringLength()};
  }

  std::string Separator() const {
    if (gaps_.size() > 2) return gaps_[1];
    const std::string lead = gaps_.front().substr(1);  // behind the bracket
    return lead.empty() ? ", " : "," + lead;
  }

  bool is_list_;
  std::vector<std::string> gaps_;  // before, between and behind the strings
  std::vector<std::string_view> strings_;
};

// ---- cells --------------------------------------------------------------------------------------
// Moves an edit of `code` to the text of its cell, where lines may be longer or end in \r\n.
class CellText {
 public:
  CellText(const Cell& cell, const SourceFile& code, std::string text)
      : cell_(cell),
        code_(code),
        text_(std::move(text)),
        line_end_(text_.find("\r\n") == std::string::npos ? "\n" : "\r\n"),
        open_(!text_.ends_with('\n')) {
    if (open_) text_ += line_end_;
    starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i)
      if (text_[i] == '\n') starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }

  std::string With(const std::vector<Edit>& edits) const {
    std::vector<Edit> moved;
    for (const Edit& edit : edits)
      moved.push_back({{Offset(edit.span.begin), Offset(edit.span.end)}, LineEnds(edit.text)});
    std::string text = fix::WithEdits(text_, moved);
    if (open_ && text.ends_with(line_end_)) text.resize(text.size() - line_end_.size());
    return text;
  }

 private:
  std::uint32_t Offset(std::uint32_t offset) const {
    const std::uint32_t line = code_.LineOf(offset);
    const std::size_t row = std::min<std::size_t>(line - cell_.first, starts_.size() - 1);
    return starts_[row] + offset - code_.LineStart(line);
  }

  std::string LineEnds(const std::string& text) const {
    std::string out;
    for (char c : text) {
      if (c == '\n') out += line_end_;
      else out += c;
    }
    return out;
  }

  const Cell& cell_;
  const SourceFile& code_;
  std::string text_;
  std::string_view line_end_;
  bool open_;  // the last line has no end, as in most cells
  std::vector<std::uint32_t> starts_;
};

}  // namespace

bool FitsCells(const Notebook& notebook, const SourceFile& code, const std::vector<Edit>& edits) {
  return std::all_of(edits.begin(), edits.end(),
                     [&](const Edit& edit) { return Fits(notebook, code, edit); });
}

std::string WithCellEdits(std::string_view bytes, const Notebook& notebook, const SourceFile& code,
                          const std::vector<Edit>& edits) {
  std::map<const Cell*, std::vector<Edit>> by_cell;
  for (const Edit& edit : edits) by_cell[CellOf(notebook, code, edit)].push_back(edit);
  // A file with other characters as they are gets no escapes for them.
  const bool ascii = std::all_of(bytes.begin(), bytes.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0x80) == 0;
  });
  std::string out;
  std::size_t at = 0;
  for (const Cell& cell : notebook.cells) {
    const auto changed = by_cell.find(&cell);
    if (changed == by_cell.end()) continue;
    const SourceValue value(bytes.substr(cell.begin, cell.end - cell.begin));
    out += bytes.substr(at, cell.begin - at);
    out += value.With(CellText(cell, code, value.Text()).With(changed->second), ascii);
    at = cell.end;
  }
  return out += bytes.substr(at);
}

}  // namespace graphmend::notebook
