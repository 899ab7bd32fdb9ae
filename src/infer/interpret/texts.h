// Texts made of constants: f-strings, `format`, `%`. What is not known exactly gives no text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "values/value.h"

namespace graphmend::infer {

// What `str(value)` gives of a constant text, int, bool or None.
std::optional<std::string> ConstantText(const values::Values& values, values::Ref value);

using NamedRef = std::pair<base::Symbol, values::Ref>;  // None symbol: positional
// `format.format(…)`; fields with a conversion, a format or an attribute are not followed.
std::optional<std::string> FormattedText(const values::Values& values, std::string_view format,
                                         const std::vector<NamedRef>& arguments);
// `format % argument`, of %s, %d and %%.
std::optional<std::string> PercentText(const values::Values& values, std::string_view format,
                                       values::Ref argument);

}  // namespace graphmend::infer
