// The message that a check in the graph shows in the place of an exception's: a text that the graph
// is given as it is traced.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fix/finding.h"

namespace graphmend::fix {

// inductor writes the message into C++ as it is, and fails to compile that (torch 2.13).
inline constexpr std::string_view kNotPlain =
    "inductor cannot compile a check whose message has several lines, double quotes or "
    "backslashes; write it without";

class FailureMessage {
 public:
  explicit FailureMessage(const Finding& finding) : finding_(finding) {}

  // What the side that raises assigns before.
  void Assign(syntax::Symbol name, syntax::ExprId text) { texts_[name] = text; }

  // `ValueError("text")`, `ValueError`: the last word of the type, and the message as source; false
  // where it is not made there, or of no text.
  bool OfException(syntax::ExprId exception, std::string& type, std::string& message);
  // A literal that shows the text, or shows in braces what only a call knows; false where it is
  // none.
  bool TextOf(syntax::ExprId expr, std::string& out);
  // The expression; in brackets, on lines of their own, where it goes over several.
  std::string Bracketed(syntax::ExprId expr) const;

  // Dynamo lowers an `assert` with a literal alone.
  void MustBeLiteral() { literal_ = true; }
  // Whether what is known of the text has none of the characters that inductor cannot write.
  bool IsPlain() const { return plain_; }

  void Lose(std::string how) { lost_ = std::move(how); }
  // "; the message …": how it is another one; empty where it is the same.
  std::string Difference() const { return lost_.empty() ? "" : "; the message " + lost_; }

 private:
  bool FormatOf(syntax::ExprId expr, std::string& out);
  bool IsTextWhileTracing(syntax::ExprId expr) const;
  std::optional<std::string> PartsOf(syntax::ExprId literal) const;

  void See(std::string_view text);
  bool IsBound(syntax::ExprId name) const;

  const Finding& finding_;
  bool literal_ = false;
  bool plain_ = true;
  std::unordered_map<syntax::Symbol, syntax::ExprId> texts_;
  std::string lost_;
};

}  // namespace graphmend::fix
