// Whether what an object keeps is a number of Python's, which the facts alone do not tell where it
// is computed of what it was: `self.count += n`.
#pragma once

#include <map>
#include <string>

#include "fix/finding.h"

namespace graphmend::fix {

class KeptNumbers {
 public:
  explicit KeptNumbers(const Finding& finding) : finding_(finding) {}

  // Whether the expression is one, where an attribute is a number as long as all that the file
  // assigns to any of that name is.
  bool IsNumber(syntax::ExprId expr) { return Is(expr, false); }
  // … a whole one.
  bool IsWhole(syntax::ExprId expr) { return Is(expr, true); }
  // … what objects keep under the name, in all that the file assigns to it.
  bool IsWhole(const syntax::Attribute& field) { return Is(field, true); }
  // Whether the value that is assigned is a literal, or what a constructor without findings
  // assigns, of which what is read tells.
  bool IsBeginning(syntax::ExprId value) const { return IsBeginning(value, false); }

 private:
  bool Is(syntax::ExprId expr, bool whole);
  bool Is(const syntax::Attribute& field, bool whole);
  bool IsBeginning(syntax::ExprId value, bool whole) const;

  const Finding& finding_;
  std::map<std::string, bool> numbers_[2];  // by name of the attribute; [1]: whole
};

}  // namespace graphmend::fix
