// Lists that both sides of a branch append to:
//
//     if score > 0:                     outs.append(torch.where(score > 0, h * 2, h))
//         outs.append(h * 2)
//     else:
//         outs.append(h)
#include <algorithm>

#include "fix/appends.h"
#include "fix/branches.h"

namespace graphmend::fix {

std::optional<bool> Branches::FollowAppend(syntax::StmtId stmt, Side& side) {
  const syntax::Call* call = may_append_ ? AppendIn(finding_, stmt) : nullptr;
  if (!call) return std::nullopt;
  const std::string list(finding_.Text(finding_.If<syntax::Attribute>(call->callee)->object));
  if (side.values.contains(list))
    return Fail("`" + list + "` is another list on one side; append to one that is there before");
  Value value;
  if (!Evaluate(call->args[0].value, side, value)) return false;
  side.appended.emplace_back(list, std::move(value));
  return true;
}

// What a variable holds is written behind what is appended.
bool Branches::ReadsAppended(const std::string& name, const Value& value, const Side& into) {
  return std::any_of(into.appended.begin(), into.appended.end(), [&](const auto& appended) {
    return value.code.Reads(appended.first) &&
           !Fail("`" + name + "` reads `" + appended.first + "`, to which the branch appends");
  });
}

bool Branches::MergeAppended(const Code& test, Side& when_true, Side& when_false, Side& into) {
  const auto &a = when_true.appended, &b = when_false.appended;
  const auto same = [](const auto& one, const auto& other) { return one.first == other.first; };
  if (a.empty() != b.empty())
    return CountAppended(test, !a.empty(), a.empty() ? when_false : when_true, into);
  if (!std::equal(a.begin(), a.end(), b.begin(), b.end(), same))
    return Fail("one side alone appends to a list; append a tensor on both");
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (test.Reads(a[i].first))
      return Fail("the test reads `" + a[i].first + "`, to which the branch appends");
    if (a[i].second.number || b[i].second.number)
      return Fail("what is appended to `" + a[i].first +
                  "` is not known to be a tensor on both sides; make it one");
    Value value;
    if (!MergeValue(a[i].first, test, a[i].second, b[i].second, value)) return false;
    if (value.held && a[i].second.code != b[i].second.code)
      Differ("the result is a copy, no longer one of the two tensors");
    into.appended.emplace_back(a[i].first, std::move(value));
  }
  return true;
}

}  // namespace graphmend::fix
