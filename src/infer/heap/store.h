// The store: what is at the places that outlive one call. A place is a field of an object, a
// captured variable of a context's cells, or a name of a module that functions assign to.
//
//   order     pointwise over the places, each by the order of values; nothing written is the least
//   join      every write is joined with what is there (a weak update: one abstract object stands
//             for many). Strong updates are made in the heap of one environment (heap.h) and in the
//             fields that a value carries, which hide the store's.
//   widening  a place that has changed kFreeChanges times is widened (`Values::Widen`), so that it
//             changes only finitely often
//
// Who reads a place while it is computed becomes its reader, and runs again when the place grows.
// Values in the store have no addresses of their own: what is loaded gets those of its place, and
// what is stored is remembered to be at the place as well, so that aliases see each other's
// changes.
#pragma once

#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "infer/keys.h"
#include "infer/part.h"
#include "infer/summaries/dependencies.h"

namespace graphmend::infer {

// A place of the store: what was written there, joined, and who has read it.
struct Location {
  Ref value;    // None id: nothing so far
  NodeId node;  // None: nobody has read it
  int changes = 0;
};

struct ObjectInfo {
  ClassId cls;
  std::unordered_map<Symbol, Location> fields;  // also `WellKnown::contents`
  NodeId names;                                 // which fields have a value; None: nobody has asked
  bool constructed = false;
  bool made_traced = false, made_outside = false;  // by calls in compiled code, and by others
  bool generic = false;                            // any instance of the class (from an annotation)
};

struct Cells {
  CellsId parent;
  names::ScopeId scope;
  std::unordered_map<Symbol, Location> values;
};

enum class StoreKind : std::uint8_t { Field, Captured, Global, ClassAttribute };
struct StorePlace {
  StoreKind kind;
  std::uint32_t owner;  // object, cells, file or class
  Symbol name;
};
// What is known of a field of this value: by its own fields, if it has an address, else by the
// store. None id: nothing; `deleted`: it has certainly none, or may have none.
struct FieldValue {
  Ref value;
  bool deleted = false;
  bool maybe_deleted = false;
};

// The field that a module has of which a call does more than its class says; no source names it.
inline constexpr std::string_view kParametrized = "_graphmend_parametrized";

class Store : Part {
 public:
  explicit Store(Unit& unit) : Part(unit) {}

  // ---- objects: those of one class with equal keys are one ----
  ObjectId InternObject(ClassId cls, std::vector<ValueId> key);
  ObjectInfo& Info(ObjectId id) { return objects_[id.index]; }
  const ObjectInfo& Info(ObjectId id) const { return objects_[id.index]; }
  // What the store holds of a field; None id: nothing. Whoever runs reads it.
  Ref Field(ObjectId object, Symbol name);
  void StoreField(ObjectId object, Symbol name, Ref value);
  // The fields that have a value, in the order of their names: that of the stores is not known.
  // Whoever runs is computed again when there is another one.
  std::vector<Symbol> FieldNames(ObjectId object);
  // The contents of an instance of a container class: of a subclass of list, dict or tuple, of a
  // ModuleList.
  Ref Contents(ObjectId object);
  void StoreContents(ObjectId object, Ref value);
  // What is known of a field of this value: by its own fields, if it has an address, else by the
  // store.
  FieldValue FieldOf(Ref object, Symbol name);

  // ---- captured variables ----
  CellsId AddCells(CellsId parent, names::ScopeId scope);
  Ref CellValue(CellsId cells, Symbol name);
  Ref CapturedValue(CellsId cells, Symbol name);  // with the addresses of its place
  void StoreCaptured(CellsId cells, Symbol name, Ref value);
  // To the variable of this context itself, if the cells are those of the scope.
  void Capture(CellsId cells, names::ScopeId scope, Symbol name, Ref value);
  // The innermost variable of this name among the captured ones; null when there is none.
  Location* FindCell(CellsId cells, Symbol name);

  // ---- names of modules: what functions store into them, by `global x` or through an alias ----
  Location& StoredGlobal(FileId file, Symbol name) {
    return stored_globals_[GlobalKey(file.index, name)];
  }
  const Location* FindStoredGlobal(FileId file, Symbol name) const {
    auto found = stored_globals_.find(GlobalKey(file.index, name));
    return found == stored_globals_.end() ? nullptr : &found->second;
  }

  // ---- places as addresses ----
  values::AddressId AddressOf(StoreKind kind, std::uint32_t owner, Symbol name);
  // A value from the store, with the addresses of that place; and one as the store keeps it, which
  // remembers that what has an address is at that place as well.
  Ref Loaded(Ref value, StoreKind kind, std::uint32_t owner, Symbol name);
  Ref ForStore(Ref value, StoreKind kind, std::uint32_t owner, Symbol name);
  // The places at which what has this address is as well; and the other way round. An address of a
  // function means what one call of it has made or got: what is at a place is told for each
  // computation (`by`) apart.
  const std::vector<values::AddressId>& PublishedAs(values::AddressId address, NodeId by) const;
  const std::vector<values::AddressId>& AliasesOf(values::AddressId place, NodeId by) const;
  // The addresses that a computation has put anywhere.
  const std::vector<values::AddressId>& PublishedBy(NodeId by) const;
  void AddAlias(values::AddressId address, values::AddressId place, NodeId by);
  // The contents of an address changed: they are written to the places where it is as well.
  void Publish(values::AddressId address, Ref contents, NodeId by);
  void StoreAt(values::AddressId place, Ref contents);

  // ---- any place ----
  Ref ReadLocation(Location& location);
  void WriteLocation(Location& location, Ref value);
  bool Grow(Location& location, Ref value);  // joins, in the end widens; whether it changed

 private:
  void WriteField(ObjectId object, Symbol name, Ref value);
  using SeenAt = std::unordered_set<std::uint64_t>;  // values at places
  void RememberAliases(ValueId id, values::AddressId place, SeenAt& seen);
  Location* LocationOf(const StorePlace& place);
  ValueId WithNested(ValueId whole, std::vector<std::uint64_t> path, Ref part);

  std::deque<ObjectInfo> objects_;
  Table<std::uint32_t> object_table_;
  std::deque<Cells> cells_;
  std::unordered_map<GlobalKey, Location, GlobalKeyHash> stored_globals_;
  std::unordered_map<std::uint32_t, StorePlace> store_places_;  // by address
  // By computation and address or place; and the addresses by computation.
  std::unordered_map<std::uint64_t, std::vector<values::AddressId>> published_, aliases_;
  std::unordered_map<std::uint32_t, std::vector<values::AddressId>> published_by_;
  std::unordered_map<std::uint64_t, ValueId> placed_;  // by place and value
};

}  // namespace graphmend::infer
