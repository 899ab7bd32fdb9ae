#include "lint/conditions.h"

#include <iterator>
#include <string_view>

namespace graphmend::lint {
namespace {

using infer::OpenCondition;
using infer::OpenKind;

// The words before and after what a condition is about. Tests that follow each other may share
// their verb: "`a` and `b` hold"; `after_several` is what then stands behind the last of them.
struct Around {
  OpenKind kind;
  std::string_view before, after, after_several = {};
};

constexpr Around kWords[] = {
    {OpenKind::Holds, "`", "` holds", "` hold"},
    {OpenKind::HoldsNot, "`", "` does not hold", "` do not hold"},
    {OpenKind::DecidesNothing, "`", "` does not already decide it", "` do not already decide it"},
    {OpenKind::IsTensor, "`", "` is a tensor"},
    {OpenKind::IsNotNone, "`", "` is not None"},
    {OpenKind::IsOne, "`", "` is one"},
    {OpenKind::IsGiven, "`", "` is given"},
    {OpenKind::IsSparse, "`", "` has a sparse layout"},
    {OpenKind::IsTrue, "`", "` is true"},
    {OpenKind::IsFalse, "`", "` is false"},
    {OpenKind::IsParameter, "`", "` is a parameter"},
    {OpenKind::IsContainer, "`", "` is a list, set or dict"},
    {OpenKind::IsNoFloat, "`", "` is not a float"},
    {OpenKind::NeedsGrad, "`", "` takes part in autograd"},
    {OpenKind::IsSuch, "`", "` is such"},
    {OpenKind::BoundIsTensor, "the bound is a tensor", ""},
    {OpenKind::MoreThanOneNumber, "it is made of more than one number", ""},
    {OpenKind::OldPython, "Python is older than 3.12", ""},
    {OpenKind::NotCachedYet, "Python is older than 3.12 and the value is not cached yet", ""},
    {OpenKind::InputNeedsGrad, "an input of the function takes part in autograd", ""},
    {OpenKind::SameLength, "both have the same length", ""},
    {OpenKind::EqualBefore, "what is compared before it is equal", ""},
    {OpenKind::IsInstance, "an operand is an instance that defines `", "`"},
    {OpenKind::IsDrawn, "an operand of `", "` is a number that `random` draws"},
    {OpenKind::IsCalled, "the callee is `", "`"},
    {OpenKind::FlagOff, "`torch._dynamo.config.", "` is off"},
    {OpenKind::LineReached, "line ", " is reached"},
    {OpenKind::LineBreaks, "line ", " breaks the graph"},
    {OpenKind::Note, "", ""},
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < std::size(kWords); ++i)
    if (kWords[i].kind != static_cast<OpenKind>(i)) return false;
  return std::size(kWords) == infer::kOpenKinds;
}
static_assert(InOrder(), "each kind has its words, in the order of OpenKind");

const Around& WordsOf(const OpenCondition& condition) {
  return kWords[static_cast<std::size_t>(condition.kind)];
}

// Whether the conditions at `i` and at `i + 1` share their verb.
bool SharesVerb(const infer::OpenConditions& conditions, std::size_t i) {
  return i + 1 < conditions.size() && conditions[i].kind == conditions[i + 1].kind &&
         !WordsOf(conditions[i]).after_several.empty();
}

// What stands behind the condition at `i`. The verb agrees with the last "and" or "or" before it:
// "`a` or `b` holds".
std::string_view After(const infer::OpenConditions& conditions, std::size_t i) {
  if (SharesVerb(conditions, i)) return "`";
  const Around& around = WordsOf(conditions[i]);
  const bool several = i > 0 && SharesVerb(conditions, i - 1) && !conditions[i].alternative;
  return several ? around.after_several : around.after;
}

}  // namespace

std::string Words(const infer::OpenConditions& conditions) {
  std::string out;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const OpenCondition& condition = conditions[i];
    const Around& around = WordsOf(condition);
    if (i > 0) out += condition.alternative ? " or " : " and ";
    if (condition.negated) out += "not: ";
    out += around.before;
    out += condition.about.empty() && around.before == "`" ? "an element" : condition.about;
    out += After(conditions, i);
  }
  return out;
}

}  // namespace graphmend::lint
