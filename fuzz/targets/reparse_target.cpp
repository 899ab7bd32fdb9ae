#include <array>
#include <random>
#include <string>

#include "base/digest.h"
#include "source/source_file.h"
#include "syntax/parse.h"
#include "targets/target.h"

namespace graphmend::fuzz {
namespace {

constexpr std::array<std::string_view, 18> kTyped = {
    "", "\n", "(", ")", "    ", "if x:\n", "\"\"\"", "x", "#", ":", "\\\n",
    "def f(a):\n    return a\n", "'", "é", "]", "print x\n", "*", "f\"{"};

bool IsInside(const std::string& text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

}  // namespace

// Which edits follow comes from the bytes, so that a failure can be had again.
void Reparse(std::string_view bytes) {
  if (bytes.size() > kMostBytes) return;
  base::Result<std::string> decoded = source::Decode(std::string(bytes), "model.py");
  if (!decoded) return;
  std::string text = *std::move(decoded);
  base::Interner interner;
  syntax::Memory memory;
  std::mt19937_64 random(base::Digest(bytes));
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  for (int edit = 0; edit < 6; ++edit) {
    const source::SourceFile file("model.py", text);
    const auto again = syntax::Parse(file, interner, &memory);
    const auto anew = syntax::Parse(file, interner);
    if (syntax::Print(*again, file) != syntax::Print(*anew, file))
      Fail("what was parsed again differs from what is parsed anew", text);
    std::size_t begin = below(text.size() + 1);
    while (begin > 0 && IsInside(text, begin)) --begin;
    std::size_t end = std::min(text.size(), begin + below(12));
    while (IsInside(text, end)) ++end;
    text.replace(begin, end - begin, kTyped[below(kTyped.size())]);
  }
}

}  // namespace graphmend::fuzz
