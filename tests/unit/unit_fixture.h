// A unit of analysis over files given as text, without stubs, for tests of its parts.
#pragma once

#include <string>
#include <vector>

#include "infer/unit.h"

namespace graphmend::infer {

class UnitFixture {
 public:
  const ParsedFile& Add(const std::string& name, std::string text) {
    return *program.Parsed(program.Add("/nowhere/" + name, name, true, std::move(text)));
  }
  Symbol Name(std::string_view text) { return interner.Intern(text); }
  // The class of this name at the top of the file.
  ClassId Class(const ParsedFile& file, std::string_view name) {
    const Ref value = unit.definitions.GlobalValue(file, Name(name));
    const auto* cls = value.value ? unit.values.If<values::Class>(value) : nullptr;
    return cls ? cls->id : ClassId();
  }
  // An instance of a class of its own, another one for each name.
  ObjectId Object(std::string_view name) {
    return unit.store.InternObject(unit.classes.NamedTupleClass(Name(name), {}), {});
  }
  Ref Int(int i) { return {unit.values.Int(i), {}}; }
  Ref Tensor() { return {unit.values.Intern(values::Tensor{}), {}}; }
  Ref List(std::vector<Ref> items) {
    return {unit.values.Sequence_(values::SequenceKind::List, std::move(items)), {}};
  }
  bool Same(Ref a, Ref b) { return a.value && b.value && unit.values.Same(a.value, b.value); }
  // `part` is below `whole`, both as the store keeps them.
  bool Below(Ref part, Ref whole) {
    return unit.values.Below({unit.values.WithoutAddresses(part.value), {}},
                             {unit.values.WithoutAddresses(whole.value), {}});
  }

  base::Interner interner;
  names::Program program{interner};
  Unit unit{program, Options{}};
};

}  // namespace graphmend::infer
