// What the interpreter found each expression of an analysed function to be, joined over every call
// that leads there, in a form that outlives the unit of analysis: what fixes decide by.
//
//   ExprFact   all alternatives of one expression; expressions that no call reaches have none
//   Facts      by expression, of all units joined; for functions in which something was observed,
//              and, where a rewrite asks for them, those of the same file that call them, at any
//              distance, and all that these call
//
// Names are public qualified names ("torch.Tensor.item", "pkg.mod.Model.forward"): of a function
// for what is callable, of the class for an object or a class, of the module for a module.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/traits.h"
#include "names/program.h"
#include "syntax/tree.h"
#include "values/value.h"

namespace graphmend::infer {

enum class FactKind : std::uint32_t {
  None = 1u << 0,
  Bool = 1u << 1,
  Int = 1u << 2,
  Float = 1u << 3,
  Complex = 1u << 4,
  Str = 1u << 5,
  Bytes = 1u << 6,
  DType = 1u << 7,
  Device = 1u << 8,
  Plain = 1u << 9,  // a Python object of unknown type that is certainly no tensor
  Tensor = 1u << 10,
  Scalar = 1u << 11,  // a host scalar that depends on tensor data
  Tuple = 1u << 12,
  List = 1u << 13,
  Set = 1u << 14,
  Iterator = 1u << 15,
  Dict = 1u << 16,
  Object = 1u << 17,
  Class = 1u << 18,
  Callable = 1u << 19,
  Module = 1u << 20,
  Slice = 1u << 21,
  Undeclared = 1u << 22,  // a parameter of an entry that nothing declares
  Unknown = 1u << 23,
};

constexpr std::uint32_t Bits() { return 0; }
template <class... Kinds>
constexpr std::uint32_t Bits(FactKind first, Kinds... rest) {
  return static_cast<std::uint32_t>(first) | Bits(rest...);
}

// A function that source declares.
struct SourceFunction {
  names::FileId file;
  syntax::FunctionId function;
  friend bool operator==(SourceFunction, SourceFunction) = default;
  friend bool operator<(SourceFunction a, SourceFunction b) {
    return std::pair(a.file.index, a.function.index) < std::pair(b.file.index, b.function.index);
  }
};

struct ExprFact {
  std::uint32_t kinds = 0;    // of all alternatives
  bool holds_tensor = false;  // is a tensor, or a container that may hold one
  std::uint32_t leaves = 0;   // kinds of what a container holds, at any depth of containers
  std::uint32_t within = 0;   // kinds of the containers that a container may hold, at any depth
  bool shows_tensor = false;  // is a text that shows a tensor, made late by Dynamo, or holds one
  bool may_be_empty = false;  // is a dict that may have no keys, in some call
  std::optional<values::Constant> constant;  // the one constant that it is
  std::optional<values::Tensor> tensor;      // what all tensors among the alternatives share
  std::vector<std::string> names;            // sorted
  // What a call of it does, where each alternative is a library's function, or a class or module of
  // one, and does the same; else nothing.
  models::Traits traits;
  // What evaluating it calls straight away, its parts aside: of a call the function and what hooks
  // and callbacks there are, of an attribute a property, of an operator a method. Sorted.
  std::vector<SourceFunction> runs;
  // Is perhaps an object whose class answers operators, tests or builtins by methods of its own, or
  // has bases that are not known.
  bool answers = false;

  bool Is(FactKind kind) const { return kinds == Bits(kind); }  // certainly
  bool MayBe(FactKind kind) const { return (kinds & Bits(kind)) != 0; }
  bool IsNested() const { return within != 0; }  // is a container that may hold containers
  // Is one of these, certainly.
  template <class... Kinds>
  bool OneOf(Kinds... kind) const {
    return kinds != 0 && (kinds & ~Bits(kind...)) == 0;
  }
  // Of how many dimensions all tensors are that it may be; -1: that is not known.
  int Rank() const { return tensor ? tensor->rank : -1; }
  // The one function, class or module that it is; empty where there are more or none.
  std::string_view Name() const { return names.size() == 1 ? names[0] : std::string_view(); }
  // The same without "builtins.".
  std::string_view BuiltinName() const {
    std::string_view name = Name();
    if (name.starts_with("builtins.")) name.remove_prefix(9);
    return name;
  }
};

void Join(ExprFact& into, const ExprFact& from);

struct FoundFact {
  names::FileId file;
  syntax::ExprId expr;
  ExprFact fact;
  bool reached = true;  // else see Facts::NamedAt
};

// An attribute of a class, or a global of a module. No owner: of a class or module that is not
// known. No attribute: whichever.
struct AssignedName {
  std::string owner;  // qualified
  std::string attribute;
  auto operator<=>(const AssignedName&) const = default;
};

class Facts {
 public:
  void Add(std::vector<FoundFact> found);
  void AddAssigned(std::vector<AssignedName> assigned);
  // Owners of which compiled code assigns an attribute of the name, sorted, "" for one that is not
  // known. What it assigns so, code that it calls uncompiled does not see yet (torch 2.13: it is
  // done when the graph has run).
  const std::set<std::string>& OwnersOfAssigned(const std::string& attribute) const;
  // Null where the expression is not reached, or its function is none of these.
  const ExprFact* Of(names::FileId file, syntax::ExprId expr) const;
  // Of a name in code that no call leads to, or of an attribute of one, what it is where the file
  // imports it, or where it is a builtin: `torch`, `torch.zeros`, `min`; of an attribute of
  // anything else, what it would be of a tensor: `y.pow`. Null: it is none of these.
  const ExprFact* NamedAt(names::FileId file, syntax::ExprId expr) const;

 private:
  std::unordered_map<std::uint64_t, ExprFact> facts_, named_;
  std::unordered_map<std::string, std::set<std::string>> assigned_;  // owners by attribute
};

}  // namespace graphmend::infer
