#include "lint/conditions.h"

#include <iterator>
#include <string_view>

namespace graphmend::lint {
namespace {

using infer::OpenCondition;
using infer::OpenKind;

// The words before and after what a condition is about.
struct Around {
  OpenKind kind;
  std::string_view before, after;
};

constexpr Around kWords[] = {
    {OpenKind::Holds, "`", "` holds"},
    {OpenKind::HoldsNot, "`", "` does not hold"},
    {OpenKind::DecidesNothing, "`", "` does not already decide it"},
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
    {OpenKind::IsCalled, "the callee is `", "`"},
    {OpenKind::FlagOff, "`torch._dynamo.config.", "` is off"},
    {OpenKind::LineReached, "line ", " is reached"},
    {OpenKind::Note, "", ""},
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < std::size(kWords); ++i)
    if (kWords[i].kind != static_cast<OpenKind>(i)) return false;
  return std::size(kWords) == infer::kOpenKinds;
}
static_assert(InOrder(), "each kind has its words, in the order of OpenKind");

// Tests of one kind that follow each other share their verb: "`a` and `b` holds".
bool SharesVerb(const OpenCondition& condition, const OpenCondition& next) {
  const bool test = condition.kind == OpenKind::Holds || condition.kind == OpenKind::HoldsNot ||
                    condition.kind == OpenKind::DecidesNothing;
  return test && condition.kind == next.kind;
}

}  // namespace

std::string Words(const infer::OpenConditions& conditions) {
  std::string out;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const OpenCondition& condition = conditions[i];
    const Around& around = kWords[static_cast<std::size_t>(condition.kind)];
    if (i > 0) out += condition.alternative ? " or " : " and ";
    if (condition.negated) out += "not: ";
    out += around.before;
    out += condition.about.empty() && around.before == "`" ? "an element" : condition.about;
    const bool shared = i + 1 < conditions.size() && SharesVerb(condition, conditions[i + 1]);
    out += shared ? "`" : around.after;
  }
  return out;
}

}  // namespace graphmend::lint
