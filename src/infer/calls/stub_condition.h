// The `when=` conditions of stubs, evaluated over the bound arguments of a call: yes, no, or
// unknown, which makes the finding conditional.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "infer/unit.h"

namespace graphmend::infer {

enum class Answer { No, Unknown, Yes };

inline Answer YesIf(bool holds) { return holds ? Answer::Yes : Answer::No; }
inline Answer Not(Answer a) {
  return a == Answer::Yes ? Answer::No : a == Answer::No ? Answer::Yes : a;
}

class Condition {
 public:
  Condition(Unit& unit, const syntax::Tree& tree, std::span<const syntax::Param> params,
            const BoundArguments& bound)
      : unit_(unit), tree_(tree), params_(params), bound_(bound) {}

  Answer Evaluate(syntax::ExprId id);

  // The argument of which the condition asks nothing but whether it comes into the compiled code;
  // none: it asks something else.
  Ref AskedToComeIn(syntax::ExprId id) const;

  // What an unknown condition depends on: its parts that source does not tell, each of them denied
  // where the condition is `negated`.
  OpenConditions OpenParts(syntax::ExprId id, bool negated = false);

 private:
  // The argument that a test asks about.
  struct Argument {
    Ref value;
    bool given = false;
    std::string_view detail;  // the test's second argument, a literal
    bool several = false;     // what `*args` takes
  };

#define GM_CONDITION(name, word, open, form, meaning) Answer name(const Argument& argument);
#include "models/vocabulary.def"

  Answer Test(const syntax::Call& call);
  Argument About(syntax::ExprId id) const;
  Argument Find(const syntax::Call& call) const;
  std::string_view NameOf(syntax::ExprId id) const;

  Unit& unit_;
  const syntax::Tree& tree_;
  std::span<const syntax::Param> params_;
  const BoundArguments& bound_;
};

}  // namespace graphmend::infer
