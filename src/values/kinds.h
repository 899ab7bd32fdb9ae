// What a value of the abstract domain can be: each alternative, and the parts of it. What they mean
// together, and how they are made and joined: values/value.h.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/id.h"
#include "base/match.h"
#include "base/symbol.h"
#include "names/program.h"
#include "syntax/tree.h"
#include "values/address.h"
#include "values/sizes.h"
#include "values/unknown_reason.h"

namespace graphmend::values {

using base::Symbol;

struct ValueTag;
struct OriginTag;
struct ObjectTag;
struct ClassTag;
struct CallableTag;
using ValueId = base::Id<ValueTag>;
using OriginId = base::Id<OriginTag>;
using ObjectId = base::Id<ObjectTag>;      // an instance; fields live in infer's heap
using ClassId = base::Id<ClassTag>;        // infer's class table
using CallableId = base::Id<CallableTag>;  // infer's function table: a def with its closure

struct Ref {
  ValueId value;
  OriginId origin;
  friend bool operator==(const Ref&, const Ref&) = default;
};

// The type of a Python value that Dynamo guards on. `Any`: a plain Python object of unknown type
// that is certainly no tensor.
enum class PyType : std::uint8_t { Int, Float, Bool, Str, Bytes, Complex, DType, Device, Any };
enum class DType : std::uint8_t { Unknown, Bool, Int, Float, Complex };
// Whether tensors of the kind hold whole numbers, as bools are of Python's.
constexpr bool IsWhole(DType kind) { return kind == DType::Int || kind == DType::Bool; }
enum class SequenceKind : std::uint8_t { Tuple, List, Set, Iterator };
// Disabled: calling it breaks the graph. Untraced: it is called as it is, without a break.
// SuperProperty: what a property of a base class gives that compiled code reads by `super()`.
// Dynamo has the property itself there (torch 2.13, measured).
enum class WrapperKind : std::uint8_t {
  Property,
  CachedProperty,  // functools.cached_property
  StaticMethod,
  ClassMethod,
  Compiled,
  Disabled,
  Untraced,
  InContext,  // enters an instance of contextlib.ContextDecorator that was made outside
  SuperProperty
};
enum class DataSource : std::uint8_t { Tensor, Numpy, Random };

struct Bottom {
  bool operator==(const Bottom&) const = default;
};
// `anything`: what too many alternatives come down to; it absorbs all but tensors and None.
// `library`: of a library whose source is not in view.
struct Unknown {
  Why why = Why::Unsaid;
  Symbol about = {};
  bool anything = false, library = false;
  bool operator==(const Unknown&) const = default;
};
// A parameter of an entry point whose type nothing declares; its uses may show it to be a tensor.
struct Param {
  std::uint32_t index;
  bool operator==(const Param&) const = default;
};
struct Constant {
  syntax::LiteralKind kind = syntax::LiteralKind::None;
  std::int64_t integer = 0;
  double real = 0;
  Symbol text;
  bool operator==(const Constant&) const = default;
};
// An int that only the running program has: Dynamo carries it and takes no part in it.
enum class RuntimeNumber : std::uint8_t { None, Id, Hash, DataPointer };
// `name`: which dtype it is ("float16"), or which of torch's layouts ("strided"; that is an `Any`),
// when it is known.
struct Guarded {
  PyType type;
  Symbol name = {};
  RuntimeNumber number = RuntimeNumber::None;  // Int: which one of a tensor
  bool shows_tensor = false;                   // Str: it was made of a tensor's data
  std::int32_t size = Sizes::kUnknown;         // Int: a size of a tensor, and how large (sizes.h)
  bool operator==(const Guarded&) const = default;
};
// A host scalar that depends on data and that Dynamo carries symbolically (a NumPy scalar, a
// number drawn by `random`, an unbacked int under capture_scalar_outputs).
struct DataScalar {
  PyType type;
  DataSource source;
  bool operator==(const DataScalar&) const = default;
};
// Whether the value is known while tracing: of a tensor with one element that is made of Python
// numbers only (fake tensors carry it, torch 2.13). Enough for a size or an index, not for a
// branch.
enum class Known : std::uint8_t { No, Maybe, Yes };
// How the elements lie. No graph takes a sparse tensor as its input, nor the view that `values()`
// of one gives, nor one of quantised numbers, nor a nested one that is not jagged: what is not
// known to be one is strided in compiled code.
enum class Layout : std::uint8_t { Strided, Sparse, ValuesOfSparse, Quantized, Nested };
struct Tensor {
  DType dtype = DType::Unknown;
  std::int8_t rank = -1;   // -1: unknown
  bool parameter = false;  // an nn.Parameter or buffer of a module
  bool numpy = false;      // an ndarray, which Dynamo traces as a tensor
  Known known = Known::No;
  Symbol exact = {};  // "float32", when exactly known
  Layout layout = Layout::Strided;
  ClassId subclass = {};  // of torch.Tensor, declared by source in view; None: none, or not known
  Sizes sizes = {};       // by dimension; nothing where the rank is not known
  bool operator==(const Tensor&) const = default;
};
// Whether what is computed of such tensors alone is of their layout.
inline bool IsPassedOn(Layout layout) {
  return layout == Layout::Sparse || layout == Layout::Quantized || layout == Layout::Nested;
}
// exact: `items` are the elements in order; else the last of `items` is the join of all elements
// (Bottom when certainly empty), and the length is unknown. Before it, a tuple has those that it is
// known to begin with.
struct Sequence {
  SequenceKind kind;
  bool exact = true;
  std::vector<Ref> items;
  AddressId address = {};  // lists and sets
  bool folded = false;     // a list that Dynamo keeps as a constant, not to be changed
  bool enters = false;     // an iterator that was made outside of the compiled code that has it
  bool operator==(const Sequence&) const = default;
};
// How many of its first elements are known.
inline std::size_t Leading(const Sequence& sequence) {
  const std::size_t size = sequence.items.size();
  return sequence.exact || size == 0 ? size : size - 1;
}
struct DictEntry {
  ValueId key;  // a Constant
  Ref value;
  bool maybe = false;  // present on some paths only
  bool operator==(const DictEntry&) const = default;
};
struct Dict {
  std::vector<DictEntry> entries;  // in order of insertion
  bool open = false;               // may hold further keys
  Ref other_key;                   // their keys and values, when open
  Ref other_value;
  AddressId address = {};
  bool operator==(const Dict&) const = default;
};
// `value` None id: the attribute is deleted; `maybe`: on some paths only.
struct FieldEntry {
  Symbol name;
  Ref value;
  bool maybe = false;
  bool operator==(const FieldEntry&) const = default;
};
// Without an address: any of the instances that share the id. With one: this instance, and what is
// known of its fields; for others the store of the id holds.
struct Object {
  ObjectId id;
  AddressId address = {};
  std::vector<FieldEntry> fields = {};  // in order of their first store
  bool operator==(const Object&) const = default;
};
struct Class {
  ClassId id;
  bool operator==(const Class&) const = default;
};
struct Function {
  CallableId id;
  bool operator==(const Function&) const = default;
};
struct Bound {
  Ref self;
  Ref callee;
  bool operator==(const Bound&) const = default;
};
struct Keyword {
  Symbol name;
  Ref value;
  bool operator==(const Keyword&) const = default;
};
struct Partial {
  Ref callee;
  std::vector<Ref> args;
  std::vector<Keyword> keywords;
  bool operator==(const Partial&) const = default;
};
struct Module {
  names::FileId file;
  bool operator==(const Module&) const = default;
};
struct Super {
  ClassId after;
  Ref self;
  bool operator==(const Super&) const = default;
};
struct Wrapper {
  WrapperKind kind;
  bool fullgraph = false;
  Ref inner;
  bool operator==(const Wrapper&) const = default;
};
struct Slice {
  Ref lower, upper, step;
  bool operator==(const Slice&) const = default;
};
struct Union {
  std::vector<Ref> alternatives;
  bool operator==(const Union&) const = default;
};

using Value =
    std::variant<Bottom, Unknown, Param, Constant, Guarded, DataScalar, Tensor, Sequence, Dict,
                 Object, Class, Function, Bound, Partial, Module, Super, Wrapper, Slice, Union>;

enum class Effect : std::uint8_t { Unchanged, Changed };

// Calls `visit(Ref&)` for each value that `value` is directly made of; None ids are left out.
template <class AnyValue, class Visit>
void ForEachPart(AnyValue& value, Visit visit) {
  auto see = [&](auto& ref) {
    if (ref.value) visit(ref);
  };
  base::Match(value, [&](auto& v) {
    using T = std::remove_cvref_t<decltype(v)>;
    if constexpr (std::is_same_v<T, Sequence>) {
      for (auto& item : v.items) see(item);
    } else if constexpr (std::is_same_v<T, Dict>) {
      for (auto& entry : v.entries) see(entry.value);
      see(v.other_key), see(v.other_value);
    } else if constexpr (std::is_same_v<T, Object>) {
      for (auto& field : v.fields) see(field.value);
    } else if constexpr (std::is_same_v<T, Bound>) {
      see(v.self), see(v.callee);
    } else if constexpr (std::is_same_v<T, Partial>) {
      see(v.callee);
      for (auto& arg : v.args) see(arg);
      for (auto& keyword : v.keywords) see(keyword.value);
    } else if constexpr (std::is_same_v<T, Super>) {
      see(v.self);
    } else if constexpr (std::is_same_v<T, Wrapper>) {
      see(v.inner);
    } else if constexpr (std::is_same_v<T, Slice>) {
      see(v.lower), see(v.upper), see(v.step);
    } else if constexpr (std::is_same_v<T, Union>) {
      for (auto& alternative : v.alternatives) see(alternative);
    }
  });
}

}  // namespace graphmend::values
