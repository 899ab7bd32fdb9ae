// How a value has come to where it is, and how compiled code gets there, as data:
// src/lint/steps.h words both.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "diag/diagnostic.h"

namespace graphmend::infer {

enum class OriginKind : std::uint8_t {
  Annotated,
  Used,
  Called,
  Operator,
  Attribute,
  Element,
  Argument,
  Constructed,
  Shown  // a text of it is made
};

struct OriginStep {
  OriginKind kind;
  diag::Location location;
  std::string detail;  // what was called, the attribute, the parameter; may be empty
};

// How something comes to be compiled.
enum class CompiledBy : std::uint8_t {
  Source,          // a call or decorator in the source
  Setting,         // the setting entry-points
  AssumedMethod,   // taken as compiled: a method of a module
  AssumedFunction  // likewise, a function
};

struct HowCompiled {
  CompiledBy by = CompiledBy::Source;
  std::string text = {};  // the call as written, the name of the method or of the function

  bool IsAssumed() const {
    return by == CompiledBy::AssumedMethod || by == CompiledBy::AssumedFunction;
  }
  friend auto operator<=>(const HowCompiled&, const HowCompiled&) = default;
};

// `location` calls `callee`; or compiled code begins there.
struct CallStep {
  diag::Location location;
  std::string callee;  // qualified name; empty: compiled code begins
  HowCompiled how = {};
};

}  // namespace graphmend::infer
