#include "infer/unit.h"

#include "infer/interpret/frame.h"

namespace graphmend::infer {

std::size_t Unit::VectorHash::operator()(const std::vector<std::uint64_t>& v) const {
  std::size_t h = v.size();
  for (std::uint64_t x : v) h = (h ^ x) * 0x9E3779B97F4A7C15ull + (h >> 31);
  return h;
}

Unit::WellKnown::WellKnown(base::Interner& interner)
    : init(interner.Intern("__init__")),
      post_init(interner.Intern("__post_init__")),
      forward(interner.Intern("forward")),
      call(interner.Intern("__call__")),
      getattr(interner.Intern("__getattr__")),
      boolean(interner.Intern("__bool__")),
      length(interner.Intern("__len__")),
      iter(interner.Intern("__iter__")),
      getitem(interner.Intern("__getitem__")),
      contents(interner.Intern("<contents>")) {}

Unit::Unit(const names::Program& p, const Options& o)
    : program(p),
      options(o),
      names_(p.interner()),
      dependencies_([this](NodeId node) { Compute(node); }) {}
Unit::~Unit() = default;

Ref Unit::UnknownRef(std::string_view why) { return {values.UnknownBecause(Intern(why)), {}}; }

Ref Unit::OfLibrary(std::string_view why) { return {values.UnknownBecause(Intern(why), true), {}}; }

Ref Unit::UnknownRef(const char* why) {
  ValueId& known = unknowns_[why];
  if (!known) known = values.UnknownBecause(Intern(why));
  return {known, {}};
}

CallableId Unit::InternCallable(CallableInfo info) {
  std::vector<std::uint64_t> key = {info.file->id().index, info.function.index, info.cells.index,
                                    info.owner.index};
  for (Ref d : info.defaults) key.push_back(d.value ? values.Canonical(d.value).index : ~0ull);
  auto [it, added] =
      callable_table_.try_emplace(std::move(key), static_cast<std::uint32_t>(callables_.size()));
  if (added) {
    info.is_stub = program.Info(info.file->id()).is_stub;
    callables_.push_back(std::move(info));
  }
  return CallableId(it->second);
}

ObjectId Unit::InternObject(ClassId cls, std::vector<ValueId> key) {
  std::vector<std::uint64_t> k = {cls.index};
  for (ValueId v : key) k.push_back(v.index);
  auto [it, added] =
      object_table_.try_emplace(std::move(k), static_cast<std::uint32_t>(objects_.size()));
  if (added) {
    objects_.emplace_back();
    objects_.back().cls = cls;
  }
  return ObjectId(it->second);
}

const models::StubFunction& Unit::Stub(CallableId callable) {
  auto& slot = stubs_[callable.index];
  if (!slot) {
    const CallableInfo& info = callables_[callable.index];
    slot = std::make_unique<models::StubFunction>(models::ReadStub(
        info.file->tree(), info.file->tree()[info.function].decorators, info.file->source()));
  }
  return *slot;
}

Mode Unit::CurrentMode(const Site& site) const {
  if (site.mode) return *site.mode;
  return site.frame ? site.frame->mode() : Mode{};
}

std::string Unit::QualifiedName(const ParsedFile& file, syntax::FunctionId function) const {
  const syntax::Tree& tree = file.tree();
  std::string name;
  auto prepend = [&](std::string_view part) {
    name = name.empty() ? std::string(part) : std::string(part) + "." + name;
  };
  syntax::FunctionId fn = function;
  syntax::ClassId cls;
  while (fn || cls) {
    if (fn) {
      prepend(tree[fn].name.text());
      cls = tree[fn].cls;
      if (!cls) {
        fn = tree[fn].parent;
        if (fn) prepend("<locals>");
        continue;
      }
      fn = {};
    } else {
      prepend(tree[cls].name.text());
      syntax::ClassId outer = tree[cls].cls;
      if (outer) {
        cls = outer;
        continue;
      }
      fn = tree[cls].function;
      cls = {};
      if (fn) prepend("<locals>");
    }
  }
  return name;
}

std::string Unit::QualifiedName(CallableId callable) const {
  const CallableInfo& info = Info(callable);
  const std::string& module = program.Info(info.file->id()).module;
  return (module.empty() ? "" : module + ".") + QualifiedName(*info.file, info.function);
}

std::string Unit::Name(ObjectId id) const { return classes_[objects_[id.index].cls]->name.str(); }
std::string Unit::Name(ClassId id) const { return classes_[id]->name.str(); }
std::string Unit::Name(CallableId id) const {
  const CallableInfo& info = Info(id);
  return QualifiedName(*info.file, info.function);
}
std::string Unit::Name(FileId id) const { return program.Info(id).module; }

}  // namespace graphmend::infer
