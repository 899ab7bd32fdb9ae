// What a framework compiles of what it is passed, as the @compiles rows of its stub say.
#include "infer/calls/stub_condition.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

HowCompiled How(Unit& unit, const Site& site) {
  const std::string text = unit.recorder.SourceText(site, 80);
  return {CompiledBy::Source, (site.mode && site.mode->decorates ? "@" : "") + text};
}

bool IsModule(Unit& unit, Ref r) {
  const auto* o = unit.values.If<values::Object>(r);
  return o && unit.Info(unit.Info(o->id).cls).is_module;
}

}  // namespace

// A module, compiled; a class, whose instances are from now on; what is neither stays as it is.
Ref Entries::CompilePassed(Ref passed, const Site& site, bool fullgraph) {
  if (const auto* cls = values.If<values::Class>(passed)) {
    CompileEntry(unit_.instances.GenericInstance(cls->id), site, {How(unit_, site), fullgraph});
    return passed;
  }
  if (!IsModule(unit_, passed)) return passed;
  CompileEntry(passed, site, {.how = How(unit_, site), .fullgraph = fullgraph, .in_place = true});
  return {values.Intern(values::Wrapper{values::WrapperKind::Compiled, fullgraph, passed}),
          passed.origin};
}

void Entries::CompileArguments(CallableId stub, BoundArguments& bound, const Site& site) {
  const CallableInfo& info = unit_.Info(stub);
  const syntax::Tree& tree = info.file->tree();
  const auto params = tree[info.function].params;
  for (const models::CompileRow& row : unit_.callables.Stub(stub).compiles) {
    Condition condition(unit_, tree, params, bound);
    if (row.when && condition.Evaluate(row.when) == Answer::No) continue;
    const bool fullgraph = row.fullgraph && condition.Evaluate(row.fullgraph) == Answer::Yes;
    for (std::size_t i = 0; i < params.size(); ++i) {
      Ref& value = bound.values[i];
      if (params[i].name != row.parameter || !value.value) continue;
      if (params[i].kind != syntax::ParamKind::VarArgs) {
        value = CompilePassed(value, site, fullgraph);
      } else if (auto items = unit_.operations.ExactElements(value)) {
        for (Ref& item : *items) item = CompilePassed(item, site, fullgraph);
        value = {values.Sequence_(values::SequenceKind::Tuple, *items), value.origin};
      }
    }
  }
}

}  // namespace graphmend::infer
