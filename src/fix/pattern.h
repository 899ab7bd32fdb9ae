// Rewrites that are patterns: an expression with holes, what must hold of them, and what is written
// instead.
//
//   .match = "torch.bincount($x, minlength=$n)"
//   .replace = "torch.zeros($n, dtype=torch.long).scatter_add_(0, $x, …)"
//
// Both are Python. A `$name` is a hole; any other dotted name is a qualified name, which the
// analysis has to have resolved the source's to: `torch.Tensor.detach($x)` is `y.detach()` where
// `y` is a tensor, whatever it is called. In the replacement a dotted name is imported, and a plain
// one is a builtin that the file must not have replaced.
//
// What the holes stand for is evaluated as often as before and, unless it has no effects, in the
// same order, or is a plain name; where a replacement would change that, the pattern does not
// match.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "fix/finding.h"

namespace graphmend::fix {

class Rewriter;

// What the holes stand for in the source, by name.
class Holes {
 public:
  // None where the pattern has no such hole.
  syntax::ExprId operator[](std::string_view name) const;
  // False where the hole stands for something else already.
  bool Fill(const Finding& finding, std::string_view name, syntax::ExprId expr);

 private:
  std::map<std::string_view, syntax::ExprId> filled_;
};

// How sure a match is; `difference` is empty where it is safe.
struct Sure {
  diag::Applicability applicability = diag::Applicability::Safe;
  std::string difference = {};
};
// Nothing: this match is none of the pattern's business.
using Verdict = std::optional<std::variant<Sure, Declined>>;

struct Pattern {
  std::string_view match;
  Verdict (*where)(const Finding& finding, const Holes& holes) = nullptr;  // null: always safe
  std::string_view replace;
  std::string_view title;  // of the fix
};

// A pattern, parsed. One that is no expression is a defect of the program.
class Rewriting {
 public:
  explicit Rewriting(const Pattern& pattern);

  // Where what is found is the whole of the match, or its first operand.
  std::optional<Proposal> Propose(const Finding& finding) const;

 private:
  struct Parsed;

  bool Matches(const Finding& finding, syntax::ExprId wanted, syntax::ExprId found,
               Holes& holes) const;
  bool CallMatches(const Finding& finding, const syntax::Call& wanted, syntax::ExprId found,
                   Holes& holes) const;
  bool KeepsEvaluation(const Finding& finding, const Holes& holes) const;
  // Nothing where the file has replaced a builtin.
  std::optional<std::string> Replacement(const Finding& finding, const Holes& holes,
                                         Rewriter& rewriter) const;
  std::optional<Proposal> Rewrite(const Finding& finding, syntax::ExprId whole,
                                  const Holes& holes) const;

  const Pattern* pattern_;
  std::shared_ptr<const Parsed> match_, replace_;
};

}  // namespace graphmend::fix
