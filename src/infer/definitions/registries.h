// Containers at module level that the module goes on to fill: libraries keep registries of what
// they have, by calls and decorators that run as the module is imported, which nothing here runs.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "names/program.h"

namespace graphmend::infer {

// Of one file, by names: what its code adds to containers of these names, wherever it stands.
class Registries {
 public:
  explicit Registries(const names::ParsedFile& file);

  // Whether code of the file may add to the container.
  bool IsFilled(base::Symbol container) const { return filled_by_.contains(container); }
  // The same of a container that is an attribute, of whatever object.
  bool IsFilledAttribute(base::Symbol name) const { return filled_attributes_.contains(name); }
  // The calls at module level that may, in order: of a method of the container, or of a function
  // that adds to it.
  std::vector<syntax::ExprId> Calls(base::Symbol container) const;
  // `container[key] = value` at module level, in order.
  struct ItemStore {
    syntax::ExprId key, value;
  };
  std::vector<ItemStore> Stores(base::Symbol container) const;
  // Whether nothing but these adds to it.
  bool IsFilledByStores(base::Symbol container) const { return !added_to_.contains(container); }
  // The functions and classes that are decorated by such a function.
  std::vector<base::Symbol> Decorated(base::Symbol container) const;

 private:
  struct TopLevelFunction {
    source::Span span;
    base::Symbol name;
  };
  base::Symbol FunctionAround(source::Span span) const;  // null: at module level, or in a class
  // `store`: by which it is added to; without a value where it is something else.
  void Note(syntax::ExprId container, source::Span span, ItemStore store = {});
  bool Fills(syntax::ExprId callee, base::Symbol container) const;

  const names::ParsedFile& file_;
  std::vector<TopLevelFunction> functions_;  // in order
  // The functions that add to a container of this name; a null symbol: the module itself.
  std::unordered_map<base::Symbol, std::unordered_set<base::Symbol>> filled_by_;
  std::unordered_set<base::Symbol> added_to_;  // by more than stores at module level
  std::unordered_map<base::Symbol, std::vector<ItemStore>> stores_;
  std::unordered_set<base::Symbol> filled_attributes_;
};

}  // namespace graphmend::infer
