#include "source/source_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "os/files.h"

namespace graphmend::source {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Begins a character that is two units of UTF-16.
bool IsAstral(char c) { return static_cast<unsigned char>(c) >= 0xF0; }

// The length of the UTF-8 sequence at `at`, or 0 if there is no valid one.
std::size_t SequenceLength(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;   // no overlong forms
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;  // no surrogates
    return byte(1) >= low && byte(1) <= high && tail(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;  // nothing beyond U+10FFFF
    return byte(1) >= low && byte(1) <= high && tail(2) && tail(3) ? 4 : 0;
  }
  return 0;
}

// The first byte of `text` beyond ASCII, or its size.
std::size_t FindNonAscii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & kHighBits) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

std::size_t FindInvalidUtf8(std::string_view text) {
  std::size_t at = FindNonAscii(text, 0);
  while (at < text.size()) {
    const std::size_t length = SequenceLength(text, at);
    if (length == 0) return at;
    at = FindNonAscii(text, at + length);
  }
  return text.size();
}

std::vector<std::uint32_t> FindLineStarts(std::string_view text) {
  std::vector<std::uint32_t> starts = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    if (text[i] == '\n' || text[i] == '\r') starts.push_back(static_cast<std::uint32_t>(i + 1));
  }
  return starts;
}

enum class Encoding { Utf8, Ascii, Latin1 };

struct Cookie {
  std::string_view name;
  int line;
};

// The first of the two first lines, without its line end; `text` moves past it.
std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  std::size_t next = end;
  if (next < text.size()) next += text.substr(next, 2) == "\r\n" ? 2 : 1;
  text.remove_prefix(next);
  return line;
}

bool IsCookieChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

// PEP 263: a comment in line 1, or in line 2 below a blank or comment line, with `coding[:=] name`.
std::optional<Cookie> FindCookie(std::string_view text) {
  for (int number = 1; number <= 2; ++number) {
    const std::string_view line = TakeLine(text);
    const std::size_t start = line.find_first_not_of(" \t\f");
    if (start == std::string_view::npos) continue;
    if (line[start] != '#') return std::nullopt;
    for (std::size_t at = line.find("coding", start); at != std::string_view::npos;
         at = line.find("coding", at + 1)) {
      std::size_t name = at + 6;
      if (name >= line.size() || (line[name] != ':' && line[name] != '=')) continue;
      name = line.find_first_not_of(" \t", name + 1);
      if (name == std::string_view::npos) continue;
      std::size_t end = name;
      while (end < line.size() && IsCookieChar(line[end])) ++end;
      if (end > name) return Cookie{line.substr(name, end - name), number};
    }
  }
  return std::nullopt;
}

// Python's names for the three encodings, compared as Python compares them.
std::optional<Encoding> EncodingOf(std::string_view name) {
  std::string normal;
  for (const char c : name) {
    normal += c == '_' ? '-' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  const auto is = [&](std::string_view family) {
    return normal == family || normal.starts_with(std::string(family) + "-");
  };
  if (is("utf-8") || normal == "utf8" || normal == "u8" || normal == "cp65001") {
    return Encoding::Utf8;
  }
  if (is("latin-1") || is("iso-8859-1") || is("iso-latin-1") || normal == "latin1" ||
      normal == "iso8859-1" || normal == "l1" || normal == "8859" || normal == "cp819") {
    return Encoding::Latin1;
  }
  if (normal == "ascii" || normal == "us-ascii" || normal == "646") return Encoding::Ascii;
  return std::nullopt;
}

std::string FromLatin1(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | (byte >> 6));
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

std::string HexByte(char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("0x") + kDigits[byte >> 4] + kDigits[byte & 15];
}

base::Error ErrorAtByte(const std::string& path, std::string_view bytes, std::size_t at,
                        const std::string& what, std::string hint) {
  const std::vector<std::uint32_t> starts = FindLineStarts(bytes.substr(0, at));
  return {path + ": line " + std::to_string(starts.size()) + ", byte " +
              std::to_string(at - starts.back() + 1) + ": " + what,
          std::move(hint)};
}

std::optional<base::Error> CheckBytes(const std::string& bytes, const std::string& path,
                                      Encoding encoding) {
  if (const std::size_t nul = bytes.find('\0'); nul != std::string::npos) {
    return ErrorAtByte(path, bytes, nul, "a null byte, which Python source cannot contain",
                       "save the file as UTF-8 (it may be UTF-16 or no source file at all)");
  }
  if (encoding == Encoding::Latin1) return std::nullopt;
  const std::size_t bad =
      encoding == Encoding::Ascii ? FindNonAscii(bytes, 0) : FindInvalidUtf8(bytes);
  if (bad == bytes.size()) return std::nullopt;
  const std::string_view name = encoding == Encoding::Ascii ? "ASCII" : "UTF-8";
  return ErrorAtByte(path, bytes, bad, HexByte(bytes[bad]) + " is not valid " + std::string(name),
                     "save the file as UTF-8, or declare its encoding as in "
                     "'# -*- coding: latin-1 -*-'");
}

}  // namespace

SourceFile::SourceFile(std::string path, std::string text, std::vector<Cell> cells) {
  std::vector<std::uint32_t> line_starts = FindLineStarts(text);
  std::vector<Uncounted> uncounted = CountUncounted(text);
  held_ = std::make_shared<Held>(Held{std::move(path), std::move(text), std::move(line_starts),
                                      std::move(cells), std::move(uncounted)});
}

std::vector<SourceFile::Uncounted> SourceFile::CountUncounted(std::string_view text) {
  std::vector<Uncounted> counts;
  if (FindNonAscii(text, 0) == text.size()) return counts;
  counts.reserve(text.size() / kStep + 1);
  Uncounted count;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % kStep == 0) counts.push_back(count);
    count.continuations += IsContinuation(text[i]);
    count.astral += IsAstral(text[i]);
  }
  counts.push_back(count);  // for the end of the text
  return counts;
}

SourceFile::Uncounted SourceFile::UncountedBefore(std::uint32_t offset) const {
  if (held_->uncounted.empty()) return {};
  Uncounted count = held_->uncounted[offset / kStep];
  for (const char c : Text({offset / kStep * kStep, offset})) {
    count.continuations += IsContinuation(c);
    count.astral += IsAstral(c);
  }
  return count;
}

std::string_view SourceFile::Text(Span span) const {
  const std::size_t begin = std::min<std::size_t>(span.begin, held_->text.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, held_->text.size());
  return std::string_view(held_->text).substr(begin, end - begin);
}

std::uint32_t SourceFile::LineCount() const {
  return static_cast<std::uint32_t>(held_->line_starts.size());
}

std::uint32_t SourceFile::LineOf(std::uint32_t offset) const {
  const auto next = std::upper_bound(held_->line_starts.begin(), held_->line_starts.end(), offset);
  return static_cast<std::uint32_t>(next - held_->line_starts.begin());
}

std::uint32_t SourceFile::LineStart(std::uint32_t line) const {
  if (line == 0) return 0;
  if (line > held_->line_starts.size()) return static_cast<std::uint32_t>(held_->text.size());
  return held_->line_starts[line - 1];
}

std::string_view SourceFile::Line(std::uint32_t line) const {
  if (line == 0 || line > held_->line_starts.size()) return {};
  std::string_view text = Text({LineStart(line), LineStart(line + 1)});
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

Position SourceFile::PositionOf(std::uint32_t offset, ColumnUnit unit) const {
  offset = std::min(offset, static_cast<std::uint32_t>(held_->text.size()));
  const std::uint32_t line = LineOf(offset);
  const std::uint32_t start = LineStart(line);
  std::uint32_t column = 1 + offset - start;
  if (unit == ColumnUnit::Bytes) return {line, column};
  const Uncounted at_start = UncountedBefore(start), here = UncountedBefore(offset);
  column -= here.continuations - at_start.continuations;
  if (unit == ColumnUnit::Utf16) column += here.astral - at_start.astral;
  return {line, column};
}

std::optional<CellLine> SourceFile::InCell(std::uint32_t line) const {
  const auto cell = std::partition_point(held_->cells.begin(), held_->cells.end(),
                                         [&](const Cell& at) { return at.last < line; });
  if (cell == held_->cells.end() || cell->first > line) return std::nullopt;
  return CellLine{cell->number, line - cell->first + 1};
}

std::optional<std::uint32_t> SourceFile::LineOf(CellLine place) const {
  const auto cell =
      std::partition_point(held_->cells.begin(), held_->cells.end(),
                           [&](const Cell& at) { return at.number < place.cell; });
  if (cell == held_->cells.end() || cell->number != place.cell) return std::nullopt;
  if (place.line == 0 || place.line > cell->last - cell->first + 1) return std::nullopt;
  return cell->first + place.line - 1;
}

base::Result<std::string> Decode(std::string bytes, const std::string& path) {
  if (bytes.size() > os::kMostSource)  // far below what offsets of 32 bits can tell
    return base::Error{path + ": is larger than 256 MiB", "exclude this file"};
  const bool bom = bytes.starts_with(kBom);
  if (bom) bytes.erase(0, kBom.size());
  Encoding encoding = Encoding::Utf8;
  if (const auto cookie = FindCookie(bytes)) {
    const auto named = EncodingOf(cookie->name);
    const std::string place = path + ": line " + std::to_string(cookie->line) + ": ";
    if (!named) {
      return base::Error{place + "unsupported source encoding '" + std::string(cookie->name) + "'",
                         "convert the file to UTF-8; graphmend reads utf-8, ascii and latin-1"};
    }
    if (bom && *named != Encoding::Utf8) {
      return base::Error{place + "encoding '" + std::string(cookie->name) +
                             "' contradicts the UTF-8 byte order mark",
                         "remove the coding comment or the byte order mark"};
    }
    encoding = *named;
  }
  if (auto error = CheckBytes(bytes, path, encoding)) return std::move(*error);
  return encoding == Encoding::Latin1 ? FromLatin1(bytes) : std::move(bytes);
}

base::Result<std::string> Encode(std::string_view text, std::string_view original,
                                 const std::string& path) {
  const bool bom = original.starts_with(kBom);
  if (bom) original.remove_prefix(kBom.size());
  const auto cookie = FindCookie(original);
  const Encoding encoding =
      cookie ? EncodingOf(cookie->name).value_or(Encoding::Utf8) : Encoding::Utf8;
  std::string bytes(bom ? kBom : std::string_view());
  if (encoding == Encoding::Utf8) return bytes += text;
  const unsigned highest = encoding == Encoding::Latin1 ? 0xFF : 0x7F;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = std::max<std::size_t>(1, SequenceLength(text, at));
    const auto lead = static_cast<unsigned char>(text[at]);
    const unsigned code =
        length == 1   ? lead
        : length == 2 ? (lead & 0x1Fu) << 6 | (static_cast<unsigned char>(text[at + 1]) & 0x3Fu)
                      : 0x10000u;
    if (code > highest)
      return base::Error{
          path + ": `" + std::string(text.substr(at, length)) + "` is not in the file's encoding",
          "save the file as UTF-8"};
    bytes += static_cast<char>(code);
    at += length;
  }
  return bytes;
}

base::Result<SourceFile> Load(const std::string& path, std::string shown_path) {
  os::FileText file = os::ReadFile(path, os::kMostSource);
  if (!file.trouble.empty())
    return base::Error{shown_path + ": " + file.trouble,
                       file.missing ? "check that the path is right" : ""};
  base::Result<std::string> text = Decode(std::move(file.bytes), shown_path);
  if (!text) return text.error();
  return SourceFile(std::move(shown_path), std::move(*text));
}

}  // namespace graphmend::source
