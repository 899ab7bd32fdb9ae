// What a container holds, each part under the key by which its address is nested in that of the
// container (values/address.h).
//
//   dict             the entry's key, or one key for all that is under keys not in view
//   exact sequence   the position; anything else that is made of several values likewise
//   other sequence   one key for all elements
#pragma once

#include <cstdint>

#include "values/value.h"

namespace graphmend::values {

// Calls `visit(key, Ref&)` for each part; None ids are left out. The alternatives of a union are no
// parts of it: they are where it is.
template <class AnyValue, class Visit>
void ForEachKeyedPart(AnyValue& value, Visit visit) {
  constexpr std::uint64_t kAny = 0;
  if (auto* dict = std::get_if<Dict>(&value)) {
    for (auto& entry : dict->entries)
      if (entry.value.value) visit(std::uint64_t{entry.key.index} << 1 | 1, entry.value);
    if (dict->other_value.value) visit(kAny, dict->other_value);
    return;
  }
  const auto* sequence = std::get_if<Sequence>(&value);
  const bool apart = !sequence || sequence->exact;
  std::uint64_t position = 0;
  ForEachPart(value, [&](auto& part) { visit(apart ? position += 2 : kAny, part); });
}

}  // namespace graphmend::values
