// The abstract domain: what a place of the program can hold, as far as Dynamo cares.
//
//   Value     one alternative of a closed variant, interned in the `Values` of a unit of analysis
//   Ref       a value and where it came from: `Origin` is the "because" of every message
//   Data      what Dynamo cannot know while tracing: the contents of tensors, and host scalars
//             made from them. Guarded values (sizes, dtypes, flags, config) are known to it.
//   Unknown   neither fine nor a bug; carries its reason, which is no part of what it means
//
// Order: Bottom below everything; `Join` is the least upper bound up to three caps (alternatives
// of a union, nesting depth, length of exact sequences), beyond which precision is given up in one
// step, so that every ascending chain is finite. Constants of one type join to `Guarded` of it; a
// few texts stay apart, for they are names of attributes and keys.
// `Widen` is for loops and recursion: it gives up structure where `Join` would climb on.
//
// A list, a set, a dict or an instance is a snapshot: its address (values/address.h) and what is
// there; the heap (infer/heap/heap.h) says what is there now, and so does what a variable gives.
// See them: `graphmend dump --stage=facts FILE`, `reveal(x)` in a case.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/hash_index.h"
#include "base/id.h"
#include "base/match.h"
#include "base/symbol.h"
#include "names/program.h"
#include "syntax/tree.h"
#include "values/address.h"
#include "values/address_set.h"
#include "values/caps.h"
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
enum class SequenceKind : std::uint8_t { Tuple, List, Set, Iterator };
// Disabled: calling it breaks the graph. Untraced: it is called as it is, without a break.
enum class WrapperKind : std::uint8_t {
  Property,
  CachedProperty,  // functools.cached_property
  StaticMethod,
  ClassMethod,
  Compiled,
  Disabled,
  Untraced
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
// `name`: which dtype it is ("float16"), when that is known.
struct Guarded {
  PyType type;
  Symbol name = {};
  RuntimeNumber number = RuntimeNumber::None;  // Int: which one of a tensor
  bool shows_tensor = false;                   // Str: it was made of a tensor's data
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
struct Tensor {
  DType dtype = DType::Unknown;
  std::int8_t rank = -1;   // -1: unknown
  bool parameter = false;  // an nn.Parameter or buffer of a module
  bool numpy = false;      // an ndarray, which Dynamo traces as a tensor
  Known known = Known::No;
  Symbol exact = {};    // "float32", when exactly known
  bool sparse = false;  // of a sparse layout: no graph takes it as an input
  bool operator==(const Tensor&) const = default;
};
// exact: `items` are the elements in order; else items has one element, the join of all
// (Bottom when certainly empty), and the length is unknown.
struct Sequence {
  SequenceKind kind;
  bool exact = true;
  std::vector<Ref> items;
  AddressId address = {};  // lists and sets
  bool folded = false;     // a list that Dynamo keeps as a constant, not to be changed
  bool operator==(const Sequence&) const = default;
};
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

// Names for the entities that only infer knows, when values are printed.
struct Namer {
  virtual ~Namer() = default;
  virtual std::string Name(ObjectId) const = 0;
  virtual std::string Name(ClassId) const = 0;
  virtual std::string Name(CallableId) const = 0;
  virtual std::string Name(names::FileId) const = 0;
};

class Values {
 public:
  Values();

  ValueId Intern(Value value);
  const Value& operator[](ValueId id) const { return values_[id.index]; }
  template <class T>
  const T* If(ValueId id) const {
    return std::get_if<T>(&values_[id.index]);
  }
  template <class T>
  const T* If(Ref ref) const {
    return If<T>(ref.value);
  }

  // The same value without origins inside: what memo keys and "has it changed?" compare.
  ValueId Canonical(ValueId id);
  bool Same(ValueId a, ValueId b) { return a == b || Canonical(a) == Canonical(b); }

  // ---- addresses ----
  Addresses addresses;
  bool HoldsAddress(ValueId id) const { return held_[id.index] != AddressSets::kNone; }
  bool MayHold(ValueId id, AddressId address) const {
    return address_sets_.MayHave(held_[id.index], address);
  }
  // Whether `test` holds for one of the addresses that are in it; true where there are very many.
  template <class Test>
  bool MayHoldAny(ValueId id, Test test) const {
    return address_sets_.MayHaveAny(held_[id.index], test);
  }
  // A mutable container without an address is in it.
  bool HoldsBare(ValueId id) const { return holds_bare_[id.index]; }
  AddressId AddressOf(ValueId id) const;  // None: it has none
  ValueId WithAddress(ValueId id, AddressId address);
  // With each address replaced, at any depth; None takes it away.
  ValueId MapAddresses(ValueId id, const std::function<AddressId(AddressId)>& map);
  ValueId WithoutAddresses(ValueId id);
  // The value with each part as `map(ValueId)` gives it.
  template <class Map>
  ValueId MapParts(ValueId id, Map map) {
    return Mapped(id, std::nullopt, map);
  }
  // Gives what is bare an address: `base`, and what is in it those nested there.
  ValueId Place(ValueId id, AddressId base);

  Ref Join(Ref a, Ref b);
  // Joins `from` into `into`; tells whether `into` changed.
  bool JoinInto(Ref& into, Ref from);
  // An upper bound of both for which every chain previous, Widen(previous, x), … becomes stationary
  // after a few steps, whatever the x: where a join would go on changing, structure is given up at
  // once (lengths, keys, what is nested in containers). Unchanged: `next` is below `previous`.
  struct Widened {
    Ref value;
    Effect effect;
  };
  Widened Widen(Ref previous, Ref next);
  // `a` is below or equal to `b`.
  bool Below(Ref a, Ref b) { return Same(Join(a, b).value, b.value); }

  ValueId bottom() const { return bottom_; }
  ValueId none() const { return none_; }
  ValueId Bool(bool b) const { return b ? true_ : false_; }
  ValueId Int(std::int64_t i);
  ValueId Str(Symbol text);
  ValueId Guard(PyType type);
  ValueId UnknownBecause(Why why, Symbol about = {}, bool library = false);
  ValueId Sequence_(SequenceKind kind, std::vector<Ref> items);
  ValueId SequenceOf(SequenceKind kind, Ref element);
  bool IsBottom(Ref r) const { return r.value == bottom_; }
  std::vector<Ref> TextsOf(Ref r) const;  // which it may be, where it is one of several; else none

  std::string Print(ValueId id, const Namer& namer, int depth = 0) const;
  std::size_t size() const { return values_.size(); }

 private:
  void LimitTexts(std::vector<Ref>& all);
  void LimitAlternatives(std::vector<Ref>& all);
  OriginId OriginOf(const std::vector<Ref>& alternatives) const;
  Ref JoinAlternatives(Ref a, Ref b);
  bool JoinSimple(Ref a, Ref b, Ref& out);
  Ref JoinSequences(const Sequence& a, const Sequence& b, OriginId origin);
  Ref JoinDicts(const Dict& a, const Dict& b, OriginId origin);
  Ref JoinObjects(const Object& a, const Object& b, OriginId origin);
  int Depth(ValueId id);
  Ref Limit(Ref ref);
  Ref WithoutStructure(Ref ref, bool nested);
  ValueId DictWithoutStructure(const Dict& d);

  std::deque<Value> values_;  // addresses stay put while joins add more
  base::HashIndex index_;
  // The same, where `changed` is what has become of the value itself, if anything has.
  template <class Map>
  ValueId Mapped(ValueId id, std::optional<Value> changed, Map map) {
    std::vector<std::pair<std::size_t, ValueId>> replaced;
    std::size_t at = 0;
    // `map` may intern more: what is looked at stays where it is.
    ForEachPart(values_[id.index], [&](const Ref& r) {
      if (const ValueId part = map(r.value); part != r.value) replaced.emplace_back(at, part);
      ++at;
    });
    if (replaced.empty()) return changed ? Intern(std::move(*changed)) : id;
    if (!changed) changed = values_[id.index];
    auto next = replaced.begin();
    at = 0;
    ForEachPart(*changed, [&](Ref& r) {
      if (next != replaced.end() && next->first == at++) r.value = next++->second;
    });
    return Intern(std::move(*changed));
  }

  // Joins that were made lately, by hash: states are joined with what they hold already.
  struct KnownJoin {
    Ref a, b, joined;
  };
  std::vector<KnownJoin> known_joins_;
  std::vector<std::uint32_t> canonical_;  // by value; kNone: not computed yet
  std::vector<std::uint32_t> bare_;       // without addresses, likewise
  std::vector<std::int16_t> depth_;
  AddressSets address_sets_;
  std::vector<AddressSets::Id> held_;  // by value: the addresses in it
  std::vector<bool> holds_bare_;
  AddressSets::Id HeldBy(const Value& value);
  bool IsOrHoldsBare(const Value& value) const;
  ValueId bottom_, none_, true_, false_;
};

bool IsText(const Value& value);  // a constant one
PyType TypeOf(const Constant&);   // Any: it has none of its own

// The join of all items; Bottom when there are none.
Ref JoinAll(Values& values, const std::vector<Ref>& items);

}  // namespace graphmend::values
