// What is known of an expression, as an editor shows it to who hovers over it.
#pragma once

#include <optional>
#include <vector>

#include "infer/known_value.h"
#include "server/host.h"

namespace graphmend::cli {

// `values`: of one expression, in each call that leads there. None where there is none, or what
// they say is what is written there.
std::optional<server::Known> KnownOf(const std::vector<infer::KnownValue>& values,
                                     source::ColumnUnit unit);

}  // namespace graphmend::cli
