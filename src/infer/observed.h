// What is observed: one struct for each kind of observations.def, with what a rule needs to word it
// beyond what all have in common (observation.h).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "flow/graph.h"
#include "infer/observation_kind.h"
#include "infer/operation_kind.h"

namespace graphmend::infer::observed {

// What a function or an operator does: `by` is what the user calls it ("Tensor.item", "in"). Stubs
// describe functions that do (@breaks).
struct ByFunction {
  Operation by = "";
};

struct BranchOn {
  flow::BranchKind test;
  bool guards_raise = false;  // the taken side only raises
};
struct LoopOn {};
struct AssertOn {
  enum class Form : std::uint8_t {
    Message,   // `assert t, text`, where the text is no plain literal
    Composed,  // `not`, `and` or `or` in the test
    Function,  // torch._assert
    Object,    // it tests what is neither a tensor nor a constant
  } form;
};
struct TruthInCall : ByFunction {};
struct HostRead : ByFunction {
  bool input_suffices = false;  // no break where the tensor is an input of the graph
};
struct TensorAsInt : ByFunction {
  enum class Place : std::uint8_t { Argument, Index, ListIndex, SliceBound } place;
  bool input_suffices = false;  // as above
};
struct DataPredicate : ByFunction {};
struct DynamicShape : ByFunction {};
struct BooleanMask {};
struct Print : ByFunction {};
struct Logging : ByFunction {};
struct Warning : ByFunction {};
struct Numpy : ByFunction {};
struct Random : ByFunction {};
struct InputOutput : ByFunction {};
struct SkippedCall : ByFunction {
  enum class Form : std::uint8_t {
    Function,
    SparseRead,     // a variable or an attribute that holds a sparse tensor is read
    QuantizedRead,  // one that holds a tensor of quantised numbers
    NestedRead,     // one that holds a nested tensor of strided layout
    SparseValues,   // one that holds what `values()` of a sparse tensor gave
    TypedDict,      // one with total=False is made
    Comprehension,  // a comprehension that is a frame of its own
    // A break in it, or in front of it, across which Dynamo cannot keep what the graph has made
    // (diagnose/kept_across.cpp):
    KeptMethod,        // a method of an object
    KeptIterator,      // the iterator of a comprehension
    KeptGenerator,     // a generator expression that has begun
    KeptTensorMethod,  // a method of a tensor, which is called behind the break
    KeptSparse,        // a sparse tensor that a variable holds
    Operator,          // an operator on an instance of a user class
    DefaultObject,     // a method of what the graph has made has an object as a default
    MethodCompared,    // a method of a tensor that is not called: `x.size == 0`
    SuperProperty,     // what `super()` has given of a property is used
    BuiltinAccessor,   // an attribute of a class with `__getattr__ = dict.get`
    TypeUnion,         // `list | None`: classes of which Dynamo makes no union
    Unhashable,        // a module whose class has no hash is used
    EnteredIterator,   // an iterator that was made outside of compiled code is gone through
  } form;
  // KeptTensorMethod: the frame behind the break is compiled, whatever the argument comes to.
  bool sees_tensor = false;
};
struct UnsupportedContext : ByFunction {};
struct Autograd : ByFunction {
  enum class Form : std::uint8_t { Function, SetRequiresGrad } form;
};
struct StateMutation : ByFunction {
  enum class Form : std::uint8_t {
    Function,
    SetPart,  // an attribute of a tensor that is part of it: `data`, `real`
    SetFunctionAttribute,
    DefineClass,
    ChangeFolded,  // an item of a list that Dynamo keeps as a constant is set or deleted
  } form;
  bool input_suffices = false;  // as above
};
struct TensorText : ByFunction {
  // A text that shows a tensor is used, not the tensor: behind a break it is a text like any other.
  bool input_suffices = false;
};
struct ModuleCall : ByFunction {
  enum class Form : std::uint8_t {
    Function,
    Uninitialized,
    Hooked,  // it has hooks that run in backward
  } form = Form::Function;
};
struct Disabled : ByFunction {};
struct Exception : ByFunction {};
struct ChangingAttribute {};
struct GrowingContainer {
  std::string container;
};
struct DeviceCopy : ByFunction {};
struct CompileInLoop {};
struct MutatedInput {};
struct UnusedCompile {
  std::string instead =
      {};  // the call that runs the module uncompiled; empty: nobody has the result
};

// In the order of observations.def, so that the index is the kind.
template <class None, class... Kinds>
using OneOf = std::variant<Kinds...>;
using Any = OneOf<void
#define GM_OBSERVATION(Name, slug, meaning) , Name
#include "infer/observations.def"
                  >;

#define GM_OBSERVATION(Name, slug, meaning) \
  constexpr ObservationKind KindOf(const Name*) { return ObservationKind::Name; }
#include "infer/observations.def"

inline ObservationKind KindOf(const Any& any) { return static_cast<ObservationKind>(any.index()); }

// The function or operator; null: it is none that does it.
const Operation* ByOf(const Any& any);
// Of a call of a function whose stub says that it is of this kind, which `NamedByStubs`.
Any OfCall(ObservationKind kind, Operation by);
// Whether there is no break where the tensor is an input of the graph.
bool InputSuffices(const Any& any);

}  // namespace graphmend::infer::observed
