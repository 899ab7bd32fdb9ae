// The classes of a unit: first-party ones, those of stubs, named tuples and builtins, each interned
// once for the place where it is written and what it closes over. A class is not an abstract value
// of a lattice: what is known of it when it is interned (bases, fields, kind) holds from then on,
// and its attributes are definitions, which have their own fixpoint (definitions.h).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "infer/heap/store.h"
#include "infer/keys.h"
#include "infer/part.h"

namespace graphmend::infer {

struct ClassInfo {
  const ParsedFile* file = nullptr;  // null: synthetic (namedtuple)
  syntax::ClassId cls;
  CellsId cells;
  Symbol name;
  std::string qualified;
  std::vector<ClassId> mro;  // itself first; only classes that are known
  bool unknown_base = false;
  bool is_stub = false;
  bool is_named_tuple = false;
  bool is_dataclass = false;
  bool makes_dataclasses = false;  // of its subclasses (typing.dataclass_transform)
  bool writes_init = false;        // as a dataclass whose body defines no __init__
  bool is_enum = false;
  bool is_module = false;      // derives from torch.nn.Module
  bool has_getattr = false;    // defines __getattr__ in first-party code
  std::vector<Symbol> fields;  // dataclass or namedtuple fields, bases first
  std::unordered_map<Symbol, Ref> field_defaults;
  std::unordered_map<Symbol, DefinitionId> attributes;  // those of the class body, once asked for
  // Where in `mro` the first class is whose body names it; the length: none does.
  std::unordered_map<Symbol, std::size_t> first_naming;
  std::optional<bool> unhashable;                  // once asked for
  std::optional<bool> special;                     // once asked for; see HasSpecialMethods
  std::optional<bool> answers;                     // … and AnswersItself
  std::optional<std::unordered_set<Symbol>> late;  // self.x assigned outside __init__
  std::unordered_map<Symbol, Location> stored;     // into the class itself, behind its body
};

class Classes : Part {
 public:
  explicit Classes(Unit& unit) : Part(unit) {}

  ClassId InternClass(const ParsedFile& file, syntax::ClassId cls, CellsId cells);
  ClassId NamedTupleClass(Symbol name, std::vector<Symbol> fields);
  ClassId StubClass(std::string_view module, std::string_view name);
  ClassId TensorClass() {
    return tensor_class_ ? tensor_class_ : tensor_class_ = StubClass("torch", "Tensor");
  }
  std::optional<ClassId> ClassOf(Ref value);  // builtin or user class of a single alternative
  // A subclass of torch.Tensor that source in view declares.
  bool IsTensorSubclass(ClassId cls);
  // The subclass of torch.Tensor, declared by source, that the value is of; None: of none, or it is
  // not known.
  ClassId TensorSubclass(Ref value);
  // That of what an operation of torch makes of the value. None, where the subclass says by a
  // `__torch_function__` of its own what its operations give.
  ClassId SubclassOfResult(Ref operand);
  ClassInfo& Info(ClassId id) { return *classes_[id.index]; }
  const ClassInfo& Info(ClassId id) const { return *classes_[id.index]; }

  // By the method resolution order, from its `skip`th class on; None id: no known class has it.
  // Either what a class body gives, or what is stored into a class by then.
  Ref ClassAttribute(ClassId cls, Symbol name, ClassId* found_in = nullptr, std::size_t skip = 0);
  // `Class.name = value`, also by `cls` and `self.__class__`, where some class body names it.
  void StoreAttribute(ClassId cls, Symbol name, Ref value);
  // The function that `@name.setter` decorates, of the first class whose body names the property.
  // None id: there is none.
  Ref Setter(ClassId cls, Symbol name);
  bool DerivesFrom(ClassId cls, ClassId base);
  bool AssignedLate(ClassId cls, Symbol name);
  // Whether its instances have no hash: the first class that says so compares them, and defines
  // none.
  bool IsUnhashable(ClassId cls);
  // Whether that is so of a module's class that was asked for; each is that has an instance.
  bool has_unhashable_modules() const { return has_unhashable_modules_; }
  // Whether Python asks methods that source declares, or that are not known, what operators, tests
  // and builtins give of an instance.
  bool HasSpecialMethods(ClassId cls);
  // … of the class itself: by its metaclass, or by `__class_getitem__`.
  bool AnswersItself(ClassId cls);
  void MakeDataclass(ClassId cls);
  // The dataclass that has written the constructor of the class, itself or a base. None: a body
  // defines one before that, or there is none. The first `skip` classes are not asked.
  ClassId WriterOfInit(ClassId cls, std::size_t skip = 0);

 private:
  DefinitionId AttributeDefinition(ClassId cls, Symbol name);
  Ref WithStored(Ref value, std::span<const ClassId> classes, Symbol name);

  std::vector<std::unique_ptr<ClassInfo>> classes_;
  Table<std::uint32_t> class_table_;
  std::unordered_map<std::string, ClassId> stub_classes_;
  std::unordered_set<Symbol> stored_names_;  // of attributes of any class
  bool has_unhashable_modules_ = false;
  ClassId tensor_class_;
  ClassId builtin_classes_[16];
};

}  // namespace graphmend::infer
