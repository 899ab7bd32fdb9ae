// Two stubs of one module made one, name by name: what `over` says of a name holds, and all else of
// `base` stays.
//
//   function, variable   takes the place of all that `base` defines under the name
//   class                member by member; decorators and bases where `over` gives any. Where
//   `base`
//                        only imports the class, its members belong to the module it is defined in
//   import               names what `base` does not name, or is exported (`import x as x`)
//   other statements     come behind those of `base`
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace graphmend::models {

// What of `over` belongs to the stub of another module: classes, with the imports they may need.
struct MovedClasses {
  std::string module;
  std::string text;
};

struct MergedStub {
  std::string text;
  std::vector<MovedClasses> moved;
};

struct StubText {
  std::string_view module;  // "torch.nn"
  bool is_package = false;
  std::string_view text;
};

// Whether the stub of a module defines a class, or imports it by name.
using HasClass = std::function<bool(std::string_view module, std::string_view name)>;

// Both must be without syntax errors.
MergedStub MergeStubs(std::string_view base, const StubText& over, const HasClass& has_class);

// The classes that a text defines at its top, and the names that it imports one by one.
std::unordered_set<std::string> ClassesOf(std::string_view text);

}  // namespace graphmend::models
