// Where values came from: the "because" of messages. Interned, so that interpreting an instruction
// again gives the same values again.
#pragma once

#include <cstdint>
#include <deque>

#include "base/hash_index.h"
#include "infer/ids.h"
#include "infer/steps.h"

namespace graphmend::infer {

struct Origin {
  OriginKind kind;
  const ParsedFile* file;
  Span span;
  Symbol detail;  // what was called, the attribute, the parameter
  OriginId parent;
  bool outside = false;  // of compiled code, and made of nothing that came from there
  bool operator==(const Origin&) const = default;
};

class Origins {
 public:
  OriginId Intern(const Origin& origin);
  const Origin& operator[](OriginId id) const { return origins_[id.index]; }
  // Where a value came from before it was passed from call to call; None where that is not known.
  OriginId BeforePassing(OriginId id) const;

 private:
  std::deque<Origin> origins_;
  base::HashIndex index_;
};

}  // namespace graphmend::infer
