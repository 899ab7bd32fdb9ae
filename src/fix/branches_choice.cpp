// A conditional expression inside of a side: `0.5 if x.mean() > 0 else 0.1`, which a tensor
// decides.
#include "fix/branches.h"
#include "fix/rewriter.h"

namespace graphmend::fix {

std::optional<bool> Branches::EvaluateChoice(syntax::ExprId expr, Side& side, Value& out) {
  const auto* choice = finding_.If<syntax::Conditional>(expr);
  if (!choice || terms_.IsStatic(choice->test)) return std::nullopt;
  auto predicate = PredicateOf(finding_, terms_, choice->test, NamesIn(side));
  if (auto* declined = std::get_if<Declined>(&predicate)) return Fail(declined->why);
  const Predicate& test = std::get<Predicate>(predicate);
  if (!test.statics.empty())
    return Fail("Python decides part of an inner test; make that part a branch of its own");
  if (!test.difference.empty()) Differ(test.difference);
  if (!terms_.IsSpeculatable(choice->test))
    Differ("an inner test is evaluated in every call, so that an error in it shows");
  if (test.calls_torch) Torch();
  // What a place is guarded by, both tests have to hold.
  const Code outer = side.when;
  Value a, b;
  if (!outer.empty()) side.when = outer.BitAnd(test.code);
  bool merged = Evaluate(choice->body, side, a);
  if (!outer.empty()) side.when = outer.BitAnd(test.negated);
  merged = merged && Evaluate(choice->orelse, side, b);
  side.when = outer;
  merged = merged && MergeValue("return", test.code, a, b, out);
  if (merged && !out.code.Holds(test.code)) Differ(std::string(kNotAsked));
  return merged;
}

}  // namespace graphmend::fix
