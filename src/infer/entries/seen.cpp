#include "infer/entries/seen.h"

namespace graphmend::infer {
namespace {

bool IsWordChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

constexpr std::string_view kCompile = "compile";

// The line up to a place.
std::string_view LineBefore(std::string_view text, std::size_t at) {
  const std::size_t line = text.rfind('\n', at);
  const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
  return text.substr(begin, at - begin);
}

// Whether the word at a place is a name, but not that of re.compile, and not in comments or prose
// (`torch.compile`, "to compile it"), where it stands between spaces; so it does in `import
// compile` and `as compile`, which are code.
bool IsName(std::string_view text, std::size_t at) {
  const std::size_t end = at + kCompile.size();
  const char after = end < text.size() ? text[end] : '\n';
  if (at > 0 && IsWordChar(text[at - 1])) return false;
  if (at >= 3 && text.substr(at - 3, 3) == "re.") return false;
  if (IsWordChar(after) || after == '`' || after == '\'' || after == '.') return false;
  const std::string_view before = LineBefore(text, at);
  if (before.find_first_of("#`") != std::string_view::npos) return false;
  const bool spaced = at > 0 && text[at - 1] == ' ' && (after == ' ' || after == ',');
  return !spaced || before.find("import") != std::string_view::npos;
}

// Whether the text can compile something. Prose that gets through costs time only.
bool MayCompile(std::string_view text) {
  if (text.find("torch") == std::string_view::npos) return false;
  for (std::size_t at = text.find(kCompile); at != std::string_view::npos;
       at = text.find(kCompile, at + kCompile.size()))
    if (IsName(text, at)) return true;
  return false;
}

// Whether what the file runs matters: it may compile something, or set flags of Dynamo.
bool MayMatter(std::string_view text, const std::vector<FrameworkName>& frameworks) {
  return MayCompile(text) || MentionsFramework(frameworks, text) ||
         text.find("_dynamo") != std::string_view::npos;
}

// Of a file that Dynamo has anything to do with: what uses no torch breaks nothing by itself.
bool MayHoldFunctions(std::string_view text) {
  return text.find("torch") != std::string_view::npos &&
         text.find("def ") != std::string_view::npos;
}

bool MayHoldEntries(std::string_view text, AssumeCompiled assume) {
  if (assume == AssumeCompiled::Explicit) return false;
  return text.find("def forward") != std::string_view::npos ||
         (assume == AssumeCompiled::Public && MayHoldFunctions(text));
}

}  // namespace

Seen SeenIn(std::string_view text, const std::vector<FrameworkName>& frameworks,
            AssumeCompiled assume) {
  return {MayMatter(text, frameworks), MayHoldEntries(text, assume)};
}

}  // namespace graphmend::infer
