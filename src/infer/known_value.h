// What is known of an expression, for who asks about one place: `why` and editors.
#pragma once

#include <optional>

#include "infer/results.h"
#include "values/value.h"

namespace graphmend::infer {

struct KnownValue {
  RevealedValue shown;
  bool unknown = false;
  std::optional<values::Tensor> tensor = {};  // where it is one
};

}  // namespace graphmend::infer
