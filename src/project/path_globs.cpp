#include "project/path_globs.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <utility>

namespace graphmend::project {
namespace {

using Bytes = std::bitset<256>;

constexpr std::string_view kNothing = "[^\\x00-\\xff]";

std::string Hex(unsigned byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return {'\\', 'x', kDigits[byte >> 4U], kDigits[byte & 15U]};
}

struct CharacterClass {
  std::string_view name;
  bool (*holds)(unsigned);
};

constexpr bool IsDigit(unsigned c) { return c >= '0' && c <= '9'; }
constexpr bool IsLower(unsigned c) { return c >= 'a' && c <= 'z'; }
constexpr bool IsUpper(unsigned c) { return c >= 'A' && c <= 'Z'; }
constexpr bool IsLetter(unsigned c) { return IsLower(c) || IsUpper(c); }
constexpr bool IsGraphic(unsigned c) { return c > 32 && c < 127; }
constexpr bool IsAlnum(unsigned c) { return IsLetter(c) || IsDigit(c); }
constexpr bool IsPunct(unsigned c) { return IsGraphic(c) && !IsAlnum(c); }
constexpr bool IsPrint(unsigned c) { return c == ' ' || IsGraphic(c); }
constexpr bool IsControl(unsigned c) { return c < 32 || c == 127; }
constexpr bool IsBlank(unsigned c) { return c == ' ' || c == '\t'; }
// With what git takes for white space: no vertical tab and no form feed.
constexpr bool IsSpace(unsigned c) { return IsBlank(c) || c == '\n' || c == '\r'; }
constexpr bool IsHex(unsigned c) { return IsDigit(c) || ((c | 32U) >= 'a' && (c | 32U) <= 'f'); }

// The classes of POSIX.
constexpr auto kCharacterClasses = std::to_array<CharacterClass>({
    {"alnum", IsAlnum},
    {"alpha", IsLetter},
    {"blank", IsBlank},
    {"cntrl", IsControl},
    {"digit", IsDigit},
    {"graph", IsGraphic},
    {"lower", IsLower},
    {"print", IsPrint},
    {"punct", IsPunct},
    {"space", IsSpace},
    {"upper", IsUpper},
    {"xdigit", IsHex},
});

// Whether `c` belongs to the class of that name; nothing where there is no such class.
std::optional<bool> IsOfClass(std::string_view name, unsigned c) {
  const auto found = std::find_if(std::begin(kCharacterClasses), std::end(kCharacterClasses),
                                  [&](const CharacterClass& one) { return one.name == name; });
  if (found == kCharacterClasses.end()) return std::nullopt;
  return found->holds(c);
}

std::string ClassOf(const Bytes& bytes) {
  if (bytes.none()) return std::string(kNothing);
  std::string text = "[";
  for (unsigned low = 0; low < 256; ++low) {
    if (!bytes[low]) continue;
    unsigned high = low;
    while (high + 1 < 256 && bytes[high + 1]) ++high;
    text += Hex(low);
    if (high > low) text += "-" + Hex(high);
    low = high;
  }
  return text + "]";
}

// The inside of a bracket, from behind its `[`.
class Bracket {
 public:
  explicit Bracket(std::string_view text) : text_(text) {}

  // The characters that it matches; nothing where it is broken.
  std::optional<Bytes> Read() {
    const bool negated = at_ < text_.size() && (text_[at_] == '!' || text_[at_] == '^');
    if (negated) ++at_;
    // A `]` in the first place stands for itself.
    do {
      if (!ReadOne()) return std::nullopt;
    } while (at_ < text_.size() && text_[at_] != ']');
    if (at_ == text_.size()) return std::nullopt;
    ++at_;
    if (negated) bytes_.flip();
    bytes_.reset('/');
    return bytes_;
  }
  std::size_t length() const { return at_; }

 private:
  bool ReadOne() {
    if (at_ == text_.size()) return false;
    const char c = text_[at_];
    if (c == '-' && before_ != kNone && at_ + 1 < text_.size() && text_[at_ + 1] != ']')
      return ReadRange();
    if (c == '[' && text_.substr(at_).starts_with("[:")) return ReadClass();
    const std::optional<unsigned> byte = ReadByte();
    if (!byte) return false;
    bytes_.set(*byte);
    before_ = *byte;
    return true;
  }

  std::optional<unsigned> ReadByte() {
    if (text_[at_] == '\\') ++at_;
    if (at_ == text_.size()) return std::nullopt;
    return static_cast<unsigned char>(text_[at_++]);
  }

  bool ReadRange() {
    ++at_;
    const std::optional<unsigned> high = ReadByte();
    if (!high) return false;
    for (unsigned byte = before_; byte <= *high; ++byte) bytes_.set(byte);
    before_ = kNone;
    return true;
  }

  bool ReadClass() {
    const std::size_t begin = at_ + 2, end = text_.find(']', begin);
    if (end == std::string_view::npos) return false;
    if (end == begin || text_[end - 1] != ':') {  // `[` and `:` for themselves
      bytes_.set('[');
      before_ = '[';
      ++at_;
      return true;
    }
    const std::string_view name = text_.substr(begin, end - 1 - begin);
    for (unsigned byte = 0; byte < 256; ++byte) {
      const std::optional<bool> belongs = IsOfClass(name, byte);
      if (!belongs) return false;
      if (*belongs) bytes_.set(byte);
    }
    before_ = kNone;
    at_ = end + 1;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  static constexpr unsigned kNone = 256;
  unsigned before_ = kNone;  // what a `-` that follows begins a range with
  Bytes bytes_;
};

constexpr std::string_view kFolders = "(?:.*/)?";

class Translation {
 public:
  explicit Translation(std::string_view glob) : glob_(glob) {}

  std::string Run() {
    // Git compares what comes before the first wildcard by itself; `**` right behind it counts as
    // one at the start of a pattern.
    start_ = std::min(glob_.find_first_of("*?[\\"), glob_.size());
    while (at_ < glob_.size() && taken_ <= kLongestPath)
      if (!Step()) return std::string(kNothing);
    return taken_ <= kLongestPath ? text_ : std::string(kNothing);
  }

 private:
  bool Step() {
    switch (glob_[at_]) {
      case '*': Stars(); return true;
      case '[': return Class();
      case '?': text_ += "[^/]"; break;
      case '\\':
        if (++at_ == glob_.size()) return false;
        text_ += Hex(static_cast<unsigned char>(glob_[at_]));
        break;
      default: text_ += Hex(static_cast<unsigned char>(glob_[at_]));
    }
    ++at_;
    ++taken_;
    return true;
  }

  bool Class() {
    Bracket bracket(glob_.substr(at_ + 1));
    const std::optional<Bytes> bytes = bracket.Read();
    if (!bytes) return false;
    text_ += ClassOf(*bytes);
    at_ += 1 + bracket.length();
    ++taken_;
    return true;
  }

  void Stars() {
    const std::size_t begin = at_;
    at_ = std::min(glob_.find_first_not_of('*', at_), glob_.size());
    const std::string_view rest = glob_.substr(at_);
    const bool whole = begin == start_ || glob_[begin - 1] == '/';
    if (at_ - begin < 2 || !whole) {
      text_ += "[^/]*";
    } else if (rest.empty() || rest.starts_with("\\/")) {
      text_ += ".*";
    } else if (rest.starts_with('/')) {
      if (!text_.ends_with(kFolders)) text_ += kFolders;
      ++at_;
    } else {
      text_ += "[^/]*";
    }
  }

  std::string_view glob_;
  std::size_t start_ = 0;  // of what is not literal
  std::size_t at_ = 0;
  std::size_t taken_ = 0;  // characters that a path must have at least
  std::string text_;
};

RE2::Options OptionsOfRe2(std::int64_t memory) {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_dot_nl(true);
  options.set_never_capture(true);
  options.set_log_errors(false);
  options.set_max_mem(memory);
  return options;
}

// So many bytes of expressions are one automaton, which may take so much memory.
constexpr std::size_t kGroup = std::size_t{64} << 10;
constexpr std::int64_t kMemoryOfGroup = std::int64_t{16} << 20;
// What the largest of all patterns takes: a bracket for each character of the longest path.
constexpr std::int64_t kMemoryOfOne = std::int64_t{64} << 20;

}  // namespace

std::string ExpressionOf(std::string_view glob) { return Translation(glob).Run(); }

// Patterns with neighbouring numbers, as one automaton.
class PathGlobs::Group {
 public:
  Group(std::size_t first, const std::string* begin, const std::string* end)
      : first_(first),
        begin_(begin),
        end_(end),
        set_(OptionsOfRe2(kMemoryOfGroup), RE2::ANCHOR_BOTH) {
    bool complete = true;
    for (const std::string* at = begin; at != end; ++at) complete &= set_.Add(*at, nullptr) >= 0;
    usable_ = complete && set_.Compile();
  }

  void AddMatching(std::string_view path, std::vector<std::size_t>& numbers) const {
    std::vector<int> found;
    RE2::Set::ErrorInfo error{};
    if (usable_ && (set_.Match({path.data(), path.size()}, &found, &error) ||
                    error.kind == RE2::Set::kNoError)) {
      std::sort(found.begin(), found.end());
      for (int number : found) numbers.push_back(first_ + static_cast<std::size_t>(number));
      return;
    }
    // Too large an automaton for all of them: RE2 matches one without building any.
    for (const std::string* at = begin_; at != end_; ++at)
      if (RE2::FullMatch({path.data(), path.size()}, RE2(*at, OptionsOfRe2(kMemoryOfOne))))
        numbers.push_back(first_ + static_cast<std::size_t>(at - begin_));
  }

 private:
  std::size_t first_;
  const std::string* begin_;
  const std::string* end_;
  RE2::Set set_;
  bool usable_ = false;
};

PathGlobs::PathGlobs() = default;
PathGlobs::PathGlobs(PathGlobs&&) noexcept = default;
PathGlobs& PathGlobs::operator=(PathGlobs&&) noexcept = default;
PathGlobs::~PathGlobs() = default;

void PathGlobs::Add(std::string_view glob) { expressions_.push_back(ExpressionOf(glob)); }

void PathGlobs::Compile() {
  for (std::size_t first = 0, end = 0; first < expressions_.size(); first = end) {
    std::size_t bytes = 0;
    while (end < expressions_.size() &&
           (end == first || bytes + expressions_[end].size() <= kGroup))
      bytes += expressions_[end++].size();
    const std::string* data = expressions_.data();
    groups_.push_back(std::make_unique<Group>(first, data + first, data + end));
  }
}

std::vector<std::size_t> PathGlobs::Matching(std::string_view path) const {
  std::vector<std::size_t> numbers;
  for (const auto& group : groups_) group->AddMatching(path, numbers);
  return numbers;
}

}  // namespace graphmend::project
