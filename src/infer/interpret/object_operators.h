// Operators on instances of user classes. Python looks for a method of the left operand's class,
// then for the reflected one of the right operand's; Dynamo traces most of them as calls, and
// leaves some to the interpreter (torch 2.13, measured):
//
//   - arithmetic of an instance and a tensor breaks (GB0055): an instance can be no argument of a
//     graph's operation. Python then calls the method, which is compiled for itself.
//   - `@` of two values of which none is a tensor, and `~` of an instance, break (GB0059), and what
//     the method does stays outside of compiled code.
//
// Each function gives nullopt where no class has such a method in its own source.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "infer/interpret/operands.h"

namespace graphmend::infer {

// Whether Dynamo takes this instance for an object, not for a constant: of a module, or of a class
// in view that is no enum, no named tuple and no subclass of a builtin. Objects of a library that
// Dynamo knows may be constants to it (dtypes, devices).
bool IsPlainInstance(Unit& unit, const values::Object& object);

// Whether instances of the class are constants to Dynamo: of a subclass of int, float or str, and
// of a named tuple.
bool IsConstant(Unit& unit, ClassId cls);

// Whether instances of the class are dicts.
bool IsDictClass(Unit& unit, ClassId cls);

// Whether source in view defines this method for instances of the class.
bool HasOwnMethod(Unit& unit, ClassId cls, std::string_view name);

// What `name` of an instance's class gives for these arguments, called as an operator does.
std::optional<Ref> CallOwnMethod(Unit& unit, Ref object, std::string_view name,
                                 const std::vector<Ref>& arguments, const Site& site);

// The same for the first of these methods that the class has, without arguments, as builtins ask:
// `abs(x)` is `x.__abs__()`. nullopt too where the value may be something else as well.
std::optional<Ref> CallFirstOf(Unit& unit, Ref value, const std::vector<std::string>& names,
                               const Site& site);

// Whether the class has taken this method from a builtin, as in `__getattr__ = dict.get`. Dynamo
// calls only Python functions there, and breaks at the attribute (torch 2.13, measured).
bool ObserveBuiltinAccessor(Unit& unit, Ref object, std::string_view accessor, std::string_view id,
                            const Site& site);

std::optional<Ref> ObjectUnary(Unit& unit, syntax::UnaryOp op, Ref operand, const Site& site);
// `in_place`: of `left += right`, which asks for `__iadd__` first.
std::optional<Ref> ObjectBinary(Unit& unit, BinaryOp op, Ref left, Ref right, bool in_place,
                                const Site& site);
// Of classes and None, by `|`; nullopt: of something else.
std::optional<Ref> TypeUnion(Unit& unit, BinaryOp op, Ref left, Ref right);
std::optional<Ref> ObjectCompare(Unit& unit, CompareOp op, Ref left, Ref right, const Site& site);

}  // namespace graphmend::infer
