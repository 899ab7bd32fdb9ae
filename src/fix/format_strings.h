// The text of a string in source, taken apart and put together for `str.format`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// An f-string as a template of `str.format` in the same quotes and on the same lines, and the
// expressions that it takes, in order.
struct Template {
  std::string text;
  std::vector<syntax::ExprId> values;
};

// None for what `str.format` has no form for: `{x=}` and t-strings.
std::optional<Template> TemplateOf(const Finding& finding, syntax::ExprId fstring);

// Whether the value of an f-string is shown together with its text: `{x=}`.
bool ShowsItsText(const Finding& finding, syntax::ExprId field);

// The letters of the conversions of a %-format ("sd" for "%s of %d"); none for named or starred
// ones.
std::optional<std::string> PercentConversions(std::string_view format);

}  // namespace graphmend::fix
