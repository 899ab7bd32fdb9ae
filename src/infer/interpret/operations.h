// Transfer functions of Python's own operations: attributes, items, iteration, operators and truth.
// Those that read are monotone in their operands; an operation on a union is the join over its
// alternatives.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "infer/part.h"
#include "infer/site.h"

namespace graphmend::infer {

struct Truth {
  bool can_be_true = false, can_be_false = false;
};

class Operations : Part {
 public:
  explicit Operations(Unit& unit) : Part(unit) {}

  // ---- attributes (attributes.cpp) ----
  // `Default`: as `object` has it, past what the class says with `__getattribute__` and its like.
  enum class Access : std::uint8_t { ByClass, Default };
  Ref GetAttribute(Ref object, Symbol name, const Site& site, Access access = Access::ByClass);
  void SetAttribute(Ref object, Symbol name, Ref value, const Site& site,
                    Access access = Access::ByClass);
  void SetField(Ref object, Symbol name, Ref value, const Site& site);
  void DeleteAttribute(Ref object, Symbol name, const Site& site, Access access = Access::ByClass);
  // ---- items (items.cpp, item_stores.cpp, iteration.cpp) ----
  Ref GetItem(Ref object, Ref index, const Site& site);
  Ref WithItem(Ref object, Ref index, Ref value, const Site& site);  // the container after x[i] = v
  Ref WithoutItem(Ref object, Ref index, const Site& site);          // after del x[i]
  Ref ElementOf(Ref iterable, const Site& site);
  std::vector<Ref> UnpackInto(Ref source, std::size_t count, int star, const Site& site);
  std::optional<std::vector<Ref>> ExactElements(Ref iterable);
  // Of a tensor, and of a list or tuple (index_checks.cpp).
  void CheckTensorIndex(Ref object, Ref index, bool write, const Site& site);
  void CheckListIndex(Ref index, const Site& site);
  // ---- operators (operators.cpp, object_operators.cpp, compare.cpp) ----
  Ref UnaryOperation(syntax::UnaryOp op, Ref operand, const Site& site);
  // `in_place`: of `left += right`.
  Ref BinaryOperation(syntax::BinaryOp op, Ref left, Ref right, const Site& site,
                      bool in_place = false);
  void CheckComparedMethods(syntax::CompareOp op, Ref left, Ref right, const Site& site);
  void CheckComparedWithNumpy(Ref left, Ref right, const Site& site);
  void CheckComparedMethod(Ref value, const Site& site);
  Ref CompareOperation(syntax::CompareOp op, Ref left, Ref right, const Site& site);
  Ref AskedTruth(Ref value, const Site& site);
  Truth TruthOf(Ref value);
  std::optional<bool> KnownTruth(Ref value);

 private:
  void StoreInInstance(Ref object, Symbol name, Ref value, const Site& site, Access access);
};

}  // namespace graphmend::infer
