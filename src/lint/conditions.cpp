#include "lint/conditions.h"

#include <string_view>

namespace graphmend::lint {
namespace {

using infer::OpenCondition;
using infer::OpenKind;

// The words before and after what a condition is about.
struct Around {
  std::string_view before, after;
};

Around WordsAround(OpenKind kind) {
  switch (kind) {
    case OpenKind::Holds: return {"`", "` holds"};
    case OpenKind::HoldsNot: return {"`", "` does not hold"};
    case OpenKind::DecidesNothing: return {"`", "` does not decide it before"};
    case OpenKind::IsTensor: return {"`", "` is a tensor"};
    case OpenKind::IsNotNone: return {"`", "` is not None"};
    case OpenKind::IsOne: return {"`", "` is one"};
    case OpenKind::IsGiven: return {"`", "` is given"};
    case OpenKind::IsSparse: return {"`", "` has a sparse layout"};
    case OpenKind::IsTrue: return {"`", "` is true"};
    case OpenKind::IsFalse: return {"`", "` is false"};
    case OpenKind::IsParameter: return {"`", "` is a parameter"};
    case OpenKind::IsContainer: return {"`", "` is a list, set or dict"};
    case OpenKind::IsNoFloat: return {"`", "` is no float"};
    case OpenKind::NeedsGrad: return {"`", "` takes part in autograd"};
    case OpenKind::IsSuch: return {"`", "` is such"};
    case OpenKind::BoundIsTensor: return {"the bound is a tensor", ""};
    case OpenKind::MoreThanOneNumber: return {"it is made of more than one number", ""};
    case OpenKind::IsCalled: return {"what is called is `", "`"};
    case OpenKind::FlagOff: return {"`torch._dynamo.config.", "` is off"};
    case OpenKind::Note: return {"", ""};
  }
  return {"", ""};
}

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
    const Around around = WordsAround(condition.kind);
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
