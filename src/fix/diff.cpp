// Lines common to both ends are set aside; between them, the shortest edit script by Myers' greedy
// algorithm ("An O(ND) difference algorithm and its variations").
#include "fix/diff.h"

#include <algorithm>
#include <vector>

#include "base/path.h"

namespace graphmend::fix {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kContext = 3;
constexpr int kMostEdits = 4000;  // beyond, the whole middle is replaced

Lines SplitLines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    end = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

using Change = LineChange;

// The changes between a[from..a_end) and b[from..b_end), in order.
std::vector<Change> Middle(const Lines& a, const Lines& b, std::size_t from, std::size_t a_end,
                           std::size_t b_end) {
  const int n = static_cast<int>(a_end - from), m = static_cast<int>(b_end - from);
  const int most = std::min(n + m, kMostEdits);
  std::vector<int> furthest(static_cast<std::size_t>(2 * most + 3), 0);
  auto at = [&](int k) -> int& { return furthest[static_cast<std::size_t>(k + most + 1)]; };
  std::vector<std::vector<int>> trace;
  int distance = -1;
  for (int d = 0; d <= most && distance < 0; ++d) {
    trace.push_back(furthest);
    for (int k = -d; k <= d; k += 2) {
      int x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m &&
             a[from + static_cast<std::size_t>(x)] == b[from + static_cast<std::size_t>(x - k)])
        ++x;
      at(k) = x;
      if (x >= n && x - k >= m) {
        distance = d;
        break;
      }
    }
  }
  if (distance < 0) return {{from, a_end, from, b_end}};
  std::vector<Change> changes;  // of one line each, last first
  int x = n, y = m;
  for (int d = distance; d > 0; --d) {
    furthest = trace[static_cast<std::size_t>(d)];
    const int k = x - y;
    const bool inserted = k == -d || (k != d && at(k - 1) < at(k + 1));
    const int previous = inserted ? k + 1 : k - 1;
    const int px = at(previous), py = px - previous;
    const std::size_t left = from + static_cast<std::size_t>(px),
                      right = from + static_cast<std::size_t>(py);
    changes.push_back({left, left + !inserted, right, right + inserted});
    x = px, y = py;
  }
  std::reverse(changes.begin(), changes.end());
  return changes;
}

}  // namespace

std::vector<LineChange> LineChanges(const Lines& a, const Lines& b) {
  std::size_t from = 0, a_end = a.size(), b_end = b.size();
  while (from < a_end && from < b_end && a[from] == b[from]) ++from;
  while (a_end > from && b_end > from && a[a_end - 1] == b[b_end - 1]) --a_end, --b_end;
  std::vector<Change> changes;
  for (const Change& one : Middle(a, b, from, a_end, b_end)) {
    // Changes that adjoin are one.
    const bool adjoins = !changes.empty() && changes.back().end == one.begin &&
                         changes.back().new_end == one.new_begin;
    if (adjoins) changes.back().end = one.end, changes.back().new_end = one.new_end;
    else changes.push_back(one);
  }
  return changes;
}

namespace {

std::string Range(std::size_t begin, std::size_t count) {
  // An empty range is named by the line before it.
  std::string text = std::to_string(count == 0 ? begin : begin + 1);
  if (count != 1) text += "," + std::to_string(count);
  return text;
}

void AddLine(std::string& out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

}  // namespace

std::string UnifiedDiff(std::string_view path, std::string_view before, std::string_view after) {
  if (before == after) return "";
  const Lines a = SplitLines(before), b = SplitLines(after);
  const std::vector<Change> changes = LineChanges(a, b);
  const bool absolute = base::IsAbsolute(path);
  std::string out = "--- " + std::string(absolute ? "" : "a/") + std::string(path) + "\n+++ " +
                    std::string(absolute ? "" : "b/") + std::string(path) + "\n";
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first;
    while (last + 1 < changes.size() && changes[last + 1].begin <= changes[last].end + 2 * kContext)
      ++last;
    const std::size_t lead = std::min({kContext, changes[first].begin, changes[first].new_begin});
    const std::size_t begin = changes[first].begin - lead;
    const std::size_t end = std::min(a.size(), changes[last].end + kContext);
    const std::size_t new_begin = changes[first].new_begin - lead;
    const std::size_t new_end = changes[last].new_end + (end - changes[last].end);
    out +=
        "@@ -" + Range(begin, end - begin) + " +" + Range(new_begin, new_end - new_begin) + " @@\n";
    std::size_t at = begin;
    for (; first <= last; ++first) {
      const Change& change = changes[first];
      while (at < change.begin) AddLine(out, ' ', a[at++]);
      while (at < change.end) AddLine(out, '-', a[at++]);
      for (std::size_t i = change.new_begin; i < change.new_end; ++i) AddLine(out, '+', b[i]);
    }
    while (at < end) AddLine(out, ' ', a[at++]);
  }
  return out;
}

}  // namespace graphmend::fix
