// Instances: what calling a class makes. Objects of one class that are made from equal arguments
// are one abstract object; in compiled code, where a loop may make them from ever other values,
// each place makes only a few. Any instance of a class, as an annotation promises one, is an object
// of its own: generic.
#pragma once

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "infer/calls/call_arguments.h"
#include "infer/part.h"
#include "infer/site.h"

namespace graphmend::infer {

class Instances : Part {
 public:
  explicit Instances(Unit& unit) : Part(unit) {}

  Ref Instantiate(ClassId cls, const Arguments& args, const Site& site, OriginId origin);
  void Construct(ClassId cls, Ref self, const Arguments& args, const Site& at);
  Ref GenericInstance(ClassId cls);
  // What the constructor that the dataclass `writer` has written does to an instance of `cls`.
  void RunWrittenInit(ClassId writer, ClassId cls, Ref self, const Arguments& args,
                      const Site& site);
  // A member of an enum: a constant, but one that is a text, too, is no text to Dynamo.
  Ref EnumMember(ClassId cls);
  // Whether a method of a library is called on one of several instances: a transfer speaks of one.
  bool AreSeveral(const values::Bound& method, const Site& site) const;
  // The module that an instance calls in its own place, where the stub of its class names the field
  // of it (`wrapped_module = "module"`). None: it wraps none.
  Ref Wrapped(Ref instance);
  Ref WrappedByOne(Ref instance);     // which may be a wrapper, too
  Ref ConstructGeneric(ClassId cls);  // computes what `GenericInstance` gives

 private:
  static constexpr std::size_t kMaxInstancesOfPlace = 3;

  std::vector<ValueId> InstanceKey(ClassId cls, const Arguments& args, const Site& site);
  Ref OwnNew(ClassId cls);
  void ObserveTensorSubclass(ClassId cls, const Site& site);
  Ref MadeByNew(ClassId cls, Ref own_new, const Arguments& args, const Site& site, OriginId origin);
  Ref Made(ClassId cls, const Arguments& args, const Site& site, OriginId origin);
  void DeclareFields(ClassId cls, ObjectId object);

  // By class and place: what instances were made from.
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::vector<ValueId>>>
      instance_keys_;
  std::unordered_map<std::uint32_t, DefinitionId> instances_;  // generic ones, by class
};

}  // namespace graphmend::infer
