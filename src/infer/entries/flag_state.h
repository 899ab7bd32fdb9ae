// Dynamo's flags, as the analysed file has set them so far: in order, not joined over paths. What a
// call leaves set is part of the summary of its callee, and is added to what holds before the call
// (`Join` of dynamo_flags.h: a flag that is on stays on).
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "infer/diagnose/data.h"
#include "infer/entries/dynamo_flags.h"
#include "infer/part.h"
#include "infer/site.h"

namespace graphmend::infer {

struct CallableInfo;

class FlagState : Part {
 public:
  explicit FlagState(Unit& unit) : Part(unit) {}

  Has DynamoFlag(std::string_view name, const Site& site) const;
  bool FullgraphCaptures(const Site& site) const;
  void SetDynamoFlag(Symbol name, Ref value);
  void PatchDynamoFlag(std::string_view name, Ref value);  // for the length of this function
  // The same for a function that a patch decorates, whenever it runs.
  void PatchDecorated(const Site& decorator, std::string_view name, Ref value);
  // The same for the body of a `with` that this expression is entered by.
  void PatchWithin(const Site& context, std::string_view name, Ref value);
  DynamoFlags Within(const ParsedFile& file, syntax::ExprId context) const;
  bool AnyWithin() const { return !within_.empty(); }
  void Enter(const CallableInfo& function);
  DynamoFlags FlagsNow() const;                              // of what is compiled now
  void Add(DynamoFlags set) { flags_ = Join(flags_, set); }  // as a call leaves them
  void StartFile() { flags_ = patched_ = {}; }

  struct Saved {
    DynamoFlags flags, patched;
  };
  Saved Save() const { return {flags_, patched_}; }
  // A function ends: what it has patched is as before; what it has set since.
  DynamoFlags Leave(const Saved& outer) {
    patched_ = outer.patched;
    DynamoFlags sets;
    sets.on = flags_.on & ~outer.flags.on;
    sets.open = flags_.open & ~outer.flags.open;
    return sets;
  }

 private:
  DynamoFlags flags_, patched_;
  // By file and function: what decorates it patches.
  std::map<std::pair<std::uint32_t, std::uint32_t>, DynamoFlags> decorated_;
  // By file and expression: what the `with` that it is entered by patches.
  std::map<std::pair<std::uint32_t, std::uint32_t>, DynamoFlags> within_;
};

}  // namespace graphmend::infer
