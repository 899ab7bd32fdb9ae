#include "harness/markers.h"

#include <cctype>
#include <optional>
#include <string_view>

namespace graphmend::harness {
namespace {

std::string_view TrimLeft(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

std::string_view Trim(std::string_view text) {
  text = TrimLeft(text);
  const std::size_t end = text.find_last_not_of(" \t\r");
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

// Where the comments of a line begin, quotes considered; a marker may follow another comment.
std::vector<std::size_t> CommentStarts(std::string_view line) {
  std::vector<std::size_t> starts;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (starts.empty() && quote) {
      if (line[i] == '\\') ++i;
      else if (line[i] == quote) quote = 0;
    } else if (starts.empty() && (line[i] == '"' || line[i] == '\'')) {
      quote = line[i];
    } else if (line[i] == '#') {
      starts.push_back(i);
    }
  }
  return starts;
}

std::uint32_t Characters(std::string_view text) {
  std::uint32_t count = 0;
  for (char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

std::optional<MarkerKind> KindNamed(std::string_view word) {
  if (word == "error") return MarkerKind::Error;
  if (word == "note") return MarkerKind::Note;
  if (word == "revealed") return MarkerKind::Revealed;
  if (word == "quiet") return MarkerKind::Quiet;
  if (word == "dead") return MarkerKind::Dead;
  return std::nullopt;
}

// `[GM101] "text"`, each part optional.
bool ParseDemand(std::string_view text, Marker& marker) {
  text = Trim(text);
  if (text.starts_with("[")) {
    const std::size_t close = text.find(']');
    if (close != 6 || !text.starts_with("[GM")) return false;
    marker.code = text.substr(1, 5);
    text = Trim(text.substr(close + 1));
  }
  if (text.empty()) return true;
  if (text.size() < 3 || text.front() != '"' || text.back() != '"') return false;
  marker.text = text.substr(1, text.size() - 2);
  return true;
}

enum class Reading { NoMarker, Marker, Slip };

Reading ParseComment(std::string_view comment, Marker& marker) {
  std::size_t end = 0;
  while (end < comment.size() && std::isalpha(static_cast<unsigned char>(comment[end]))) ++end;
  const auto kind = KindNamed(comment.substr(0, end));
  if (!kind) return Reading::NoMarker;
  marker.kind = *kind;
  std::string_view rest = Trim(comment.substr(end));
  const bool colon = rest.starts_with(":");
  if (!colon && !rest.empty()) return Reading::Slip;
  if (colon) rest = Trim(rest.substr(1));
  if (marker.kind == MarkerKind::Quiet) return Reading::Marker;
  if (marker.kind == MarkerKind::Dead) return rest.empty() ? Reading::Slip : Reading::Marker;
  if (marker.kind == MarkerKind::Revealed) {
    marker.text = rest;
    return rest.empty() ? Reading::Slip : Reading::Marker;
  }
  if (colon && rest.empty()) return Reading::Slip;
  return ParseDemand(rest, marker) ? Reading::Marker : Reading::Slip;
}

class Parser {
 public:
  Parser(const CodeFile& file, std::vector<Failure>& failures) : file_(file), failures_(failures) {}

  std::vector<Marker> Run() {
    const std::vector<std::string> lines = SplitLines(file_.text);
    for (std::uint32_t number = 1; number <= lines.size(); ++number)
      ReadLine(lines[number - 1], number);
    for (const Marker& marker : pending_) Fail(marker.written_on, "no code follows this marker");
    return std::move(markers_);
  }

 private:
  void Fail(std::uint32_t line, std::string message) {
    failures_.push_back({file_.first_line + line - 1, std::move(message)});
  }

  void ReadLine(std::string_view line, std::uint32_t number) {
    const std::vector<std::size_t> starts = CommentStarts(line);
    const bool alone = !starts.empty() && Trim(line.substr(0, starts[0])).empty();
    if (!alone && !Trim(line).empty()) {
      for (Marker& marker : pending_) {
        marker.line = number;
        markers_.push_back(std::move(marker));
      }
      pending_.clear();
      last_code_ = number;
    }
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : line.size();
      ReadComment(line, starts[i] + 1, end, number, alone);
    }
  }

  void ReadComment(std::string_view line, std::size_t begin, std::size_t end, std::uint32_t number,
                   bool alone) {
    Marker marker{};
    marker.written_on = number;
    std::string_view comment = Trim(line.substr(begin, end - begin));
    const bool carets = alone && comment.starts_with("^");
    if (carets) {
      const std::size_t first = line.find('^', begin);
      const std::size_t last = line.find_first_not_of('^', first);
      marker.column = Characters(line.substr(0, first)) + 1;
      marker.end_column =
          marker.column +
          static_cast<std::uint32_t>((last == std::string_view::npos ? line.size() : last) - first);
      comment = last == std::string_view::npos ? std::string_view() : Trim(line.substr(last));
    }
    switch (ParseComment(comment, marker)) {
      case Reading::NoMarker:
        if (carets) Fail(number, "carets without a marker behind them");
        return;
      case Reading::Slip:
        Fail(number, "this looks like a marker but is none: `# " + std::string(comment) + "`");
        return;
      case Reading::Marker: break;
    }
    if (!carets && alone) {
      pending_.push_back(std::move(marker));
      return;
    }
    marker.line = carets ? last_code_ : number;
    if (marker.line == 0) Fail(number, "no code stands above these carets");
    else markers_.push_back(std::move(marker));
  }

  const CodeFile& file_;
  std::vector<Failure>& failures_;
  std::vector<Marker> markers_;
  std::vector<Marker> pending_;
  std::uint32_t last_code_ = 0;
};

}  // namespace

std::vector<Marker> ParseMarkers(const CodeFile& file, std::vector<Failure>& failures) {
  return Parser(file, failures).Run();
}

std::string Quoted(const diag::Diagnostic& diagnostic) {
  return std::string(diagnostic.severity == diag::Severity::Note ? "note" : "error") + ": [" +
         diagnostic.code + "] \"" + diagnostic.message + "\"";
}

std::string Demanded(const Marker& marker) {
  std::string out = marker.kind == MarkerKind::Note ? "note" : "error";
  if (!marker.code.empty() || !marker.text.empty()) out += ":";
  if (!marker.code.empty()) out += " [" + marker.code + "]";
  if (!marker.text.empty()) out += " \"" + marker.text + "\"";
  return out;
}

}  // namespace graphmend::harness
