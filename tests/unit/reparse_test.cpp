// Parsing a text that is typed in, from what is known of the text before: the same tree, always.
#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "syntax/parse.h"

namespace graphmend::syntax {
namespace {

constexpr std::string_view kText = R"PY("""Doc — of the module."""
import torch
from torch import nn


class Model(nn.Module):
    """Doc."""

    def __init__(self, width: int = 3, *, name="é𝄞"):
        super().__init__()
        self.layers = [nn.Linear(width, width) for _ in range(3)]  # three

    @property
    def size(self):
        return f"{self.name!r:>{10}} {len(self.layers)}"

    async def forward(self, x, mask=None):
        if mask is not None and (mask > 0).any():
            x = x.masked_fill(mask, 0.0)
        elif x.sum() > 0:
            with torch.no_grad() as g, other:
                x += 1
        else:
            try:
                x = {**x, 'a': [1, 2, (3,)], "b": lambda y: y ** 2}
            except (ValueError, TypeError) as error:
                raise RuntimeError(
                    "no"
                    "thing"
                ) from error
            finally:
                pass
        match x:
            case [1, *rest] if rest:
                return rest
            case _:
                print(x, end="")
        return x[..., 1:-1, None] if x else await y
)PY";

// Keeps one text, as an editor does, and compares each parse with one from nothing.
class Typed {
 public:
  void Become(std::string text) {
    const source::SourceFile file("test.py", std::move(text));
    const std::unique_ptr<Tree> typed = Parse(file, interner_, &memory_);
    const std::unique_ptr<Tree> fresh = Parse(file, interner_);
    REQUIRE_MESSAGE(Print(*typed, file) == Print(*fresh, file), file.text());
    REQUIRE(typed->errors.size() == fresh->errors.size());
    for (std::size_t i = 0; i < fresh->errors.size(); ++i) {
      REQUIRE(typed->errors[i].message == fresh->errors[i].message);
      REQUIRE(typed->errors[i].span == fresh->errors[i].span);
    }
    REQUIRE(typed->comments == fresh->comments);
    sound += fresh->errors.empty();
  }

  int sound = 0;

 private:
  base::Interner interner_;
  Memory memory_;
};

bool IsBoundary(std::string_view text, std::size_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

TEST_CASE("reparse: what is typed character by character") {
  Typed typed;
  for (std::size_t size = 0; size <= kText.size(); ++size)
    if (IsBoundary(kText, size)) typed.Become(std::string(kText.substr(0, size)));
  // And taken back from the front.
  for (std::size_t begin = 0; begin <= kText.size(); begin += 3)
    if (IsBoundary(kText, begin)) typed.Become(std::string(kText.substr(begin)));
  CHECK(typed.sound > 100);
}

TEST_CASE("reparse: edits anywhere") {
  constexpr std::string_view kPieces[] = {
      "x",      " ",      "\n",   "    ",    "(",     ")",           "[",    ":",  "\"",
      "\"\"\"", "# note", "é",    "\\\n",    "y = 1", "\n    z()\n", ", 2",  ".a", "if x:\n",
      "\r\n",   "\t",     "f'{x", "else:\n", "𝄞",     "@d\n",        "not ", ";",  "\r"};
  std::minstd_rand random(7);
  auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  Typed typed;
  for (int round = 0; round < 120; ++round) {
    std::string text(kText);
    typed.Become(text);
    for (int edit = 0; edit < 12; ++edit) {
      std::size_t begin = below(text.size() + 1), end = std::min(begin + below(12), text.size());
      while (!IsBoundary(text, begin)) --begin;
      while (!IsBoundary(text, end)) ++end;
      if (below(2) == 0) end = begin;
      text.replace(begin, end - begin, below(3) == 0 ? "" : kPieces[below(std::size(kPieces))]);
      typed.Become(text);
    }
  }
  CHECK(typed.sound > 150);
}

TEST_CASE("reparse: whole lines move") {
  Typed typed;
  const std::string text(kText);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; ++at) {
    typed.Become(text.substr(0, at + 1) + "\n\n" + text.substr(at + 1));
    typed.Become(text.substr(at + 1) + text.substr(0, at + 1));
    typed.Become(text);
  }
}

}  // namespace
}  // namespace graphmend::syntax
