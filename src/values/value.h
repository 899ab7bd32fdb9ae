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
#include <unordered_map>
#include <vector>

#include "base/hash_index.h"
#include "base/id.h"
#include "base/symbol.h"
#include "values/address.h"
#include "values/address_set.h"
#include "values/caps.h"
#include "values/kinds.h"
#include "values/unknown_reason.h"

namespace graphmend::values {

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
  // Null where the value is of another kind, or there is none (an argument that is not given).
  template <class T>
  const T* If(ValueId id) const {
    return id ? std::get_if<T>(&values_[id.index]) : nullptr;
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
  // For a field: a list of objects, each of which holds the one before, is followed so far.
  Ref LimitedField(Ref ref);
  // With each address replaced, at any depth; None takes it away.
  ValueId MapAddresses(ValueId id, const std::function<AddressId(AddressId)>& map);
  ValueId WithoutAddresses(ValueId id);
  // What walks have made of parts that are deep, by id. Objects that hold one another more than
  // once have more ways through them than can be gone: each part is to be looked at once.
  using SharedParts = std::unordered_map<std::uint32_t, ValueId>;
  template <class Make>
  ValueId OnceForShared(ValueId id, SharedParts& known, Make make) {
    if (Depth(id) < kDepthOfShared) return make();
    if (auto found = known.find(id.index); found != known.end()) return found->second;
    const ValueId made = make();
    return known[id.index] = made;
  }
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
  // The value as compiled code gets it that did not make it: an iterator cannot be gone through.
  // `iterator`: a list or tuple stands for what an iterator holds.
  Ref Entering(Ref value, bool iterator = false);
  // A tuple that begins with `first`, of unknown length.
  ValueId TupleFrom(std::vector<Ref> first, Ref element);
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
  static constexpr int kDepthOfShared = 3;
  ValueId MapAddresses(ValueId id, const std::function<AddressId(AddressId)>& map,
                       SharedParts& known);
  ValueId MappedAddresses(ValueId id, const std::function<AddressId(AddressId)>& map,
                          SharedParts& known);
  int Depth(ValueId id);
  Ref Limit(Ref ref, int deepest = kMaxDepth);
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
