// What a definition at module or class level evaluates to, apart from running the module.

#include "infer/interpret/frame.h"
#include "infer/interpret/operands.h"

namespace graphmend::infer {
namespace {

// torch.long is torch.int64, and so on.
Symbol CanonicalDType(Unit& unit, Symbol name) {
  static constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
      {"half", "float16"},     {"float", "float32"},      {"double", "float64"},
      {"short", "int16"},      {"int", "int32"},          {"long", "int64"},
      {"cfloat", "complex64"}, {"cdouble", "complex128"}, {"chalf", "complex32"}};
  for (auto [alias, canonical] : kAliases)
    if (name == alias) return unit.Intern(canonical);
  return name;
}

// `float16: dtype` and `strided: layout` in the stub of torch name that dtype and that layout.
Ref NamedBy(Unit& unit, const ParsedFile& stub, Symbol name, Ref value) {
  const auto* g = unit.values.If<values::Guarded>(value);
  if (g && g->type == values::PyType::DType)
    return {unit.values.Intern(values::Guarded{g->type, CanonicalDType(unit, name)}), {}};
  if (g && g->type == values::PyType::Any && unit.program.Info(stub.id()).module == "torch")
    return {unit.values.Intern(values::Guarded{g->type, name}), {}};
  return value;
}

// A `def`, before its decorators are called; those of stubs that count are read from the stub.
Ref FunctionOf(Unit& unit, const ParsedFile& file, names::ScopeId scope, CellsId cells,
               ClassId owner, syntax::FunctionId function) {
  CallableInfo info;
  info.file = &file;
  info.function = function;
  info.cells = cells;
  info.owner = owner;
  const bool stub = unit.program.Info(file.id()).is_stub;
  for (const syntax::Param& p : file.tree()[function].params)
    info.defaults.push_back(
        p.default_value && !stub
            ? unit.definitions.EvaluateExpression(file, scope, cells, p.default_value, owner)
            : Ref{});
  const CallableId callable = unit.callables.InternCallable(std::move(info));
  Ref value{unit.values.Intern(values::Function{callable}), {}};
  if (!stub) return value;
  const models::StubFunction& about = unit.callables.Stub(callable);
  values::WrapperKind kind = about.is_property ? values::WrapperKind::Property
                             : about.is_static ? values::WrapperKind::StaticMethod
                                               : values::WrapperKind::ClassMethod;
  if (about.is_property || about.is_static || about.is_class_method)
    return {unit.values.Intern(values::Wrapper{kind, false, value}), {}};
  return value;
}

}  // namespace

Ref Definitions::PlainFunction(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                               ClassId owner, syntax::FunctionId function) {
  return FunctionOf(unit_, file, scope, cells, owner, function);
}

Ref Frame::Evaluate(Unit& unit, const ParsedFile& file, const flow::Graph& graph, CellsId cells,
                    ClassId owner) {
  if (unit.summaries.depth() > Summaries::kMaxDepth) return unit.UnknownRef(Why::TooDeep);
  unit.summaries.Descend();
  Frame frame(unit, file, graph, {}, cells, owner, Mode{});
  Ref result = frame.Run({});
  // The value is kept, and read where no frame of its own is.
  result.value = unit.values.WithoutAddresses(result.value);
  unit.summaries.Ascend();
  return result;
}

namespace {

// The value of an assignment, or an element of what a loop iterates over; of either, where a target
// takes it apart, the part that is bound.
Ref BoundValue(Unit& unit, const ParsedFile& file, names::ScopeId scope, CellsId cells,
               ClassId owner, const names::Definition& d) {
  const Site site{&file, file.tree()[d.value].span, d.stmt, d.value, nullptr};
  Ref value = unit.definitions.EvaluateExpression(file, scope, cells, d.value, owner);
  if (d.kind == names::DefinitionKind::Element) value = unit.operations.ElementOf(value, site);
  for (std::uint32_t step : d.path)
    value = OverAlternatives(unit, value, [&](Ref r) {
      const auto items = unit.operations.ExactElements(r);
      return items && step < items->size() ? (*items)[step] : unit.operations.ElementOf(r, site);
    });
  return value;
}

}  // namespace

Ref Frame::EvaluateDefinition(Unit& unit, const ParsedFile& file, names::ScopeId scope,
                              CellsId cells, ClassId owner, const names::Definition& d,
                              Symbol name) {
  using names::DefinitionKind;
  const syntax::Tree& tree = file.tree();
  auto decorate = [&](Ref value, syntax::ExprList decorators) {
    if (unit.program.Info(file.id()).is_stub) return value;
    for (auto it = decorators.rbegin(); it != decorators.rend(); ++it) {
      Ref decorator = unit.definitions.EvaluateExpression(file, scope, cells, *it, owner);
      Site site{&file, tree[*it].span, d.stmt, *it, nullptr};
      site.mode = Mode{.decorates = true};
      Ref decorated =
          unit.calls.Call(decorator, {{syntax::ArgKind::Positional, {}, value, {}}}, site);
      // A decorator that source does not show is taken to keep the function's meaning.
      if (!unit.values.IsBottom(decorated) && !unit.values.If<values::Unknown>(decorated) &&
          decorated.value != unit.values.none())
        value = decorated;
    }
    return value;
  };
  switch (d.kind) {
    case DefinitionKind::Import: {
      const auto& import = std::get<syntax::Import>(tree[d.stmt].node);
      const auto& alias = import.names[d.alias];
      return unit.definitions.ImportModule(file, alias.name, 0, {}, static_cast<bool>(alias.as));
    }
    case DefinitionKind::ImportFrom: {
      const auto& import = std::get<syntax::ImportFrom>(tree[d.stmt].node);
      return unit.definitions.ImportModule(file, import.module, import.level,
                                           import.names[d.alias].name, true);
    }
    case DefinitionKind::StarImport: return {};
    case DefinitionKind::Function:
      return decorate(FunctionOf(unit, file, scope, cells, owner, d.function),
                      tree[d.function].decorators);
    case DefinitionKind::Class: {
      Ref value{unit.values.Intern(values::Class{unit.classes.InternClass(file, d.cls, cells)}),
                {}};
      Ref decorated = decorate(value, tree[d.cls].decorators);
      return unit.values.If<values::Class>(decorated) ? decorated : value;
    }
    case DefinitionKind::Element:
    case DefinitionKind::Assign:
    case DefinitionKind::TypeAlias: {
      Ref value = BoundValue(unit, file, scope, cells, owner, d);
      if (d.annotation && d.path.empty() &&
          (unit.values.If<values::Unknown>(value) ||
           (unit.program.Info(file.id()).is_stub && !unit.values.If<values::Constant>(value))))
        return unit.definitions.FromAnnotation(file, scope, cells, d.annotation);
      return value;
    }
    case DefinitionKind::Annotation: {
      const Ref value = unit.definitions.FromAnnotation(file, scope, cells, d.annotation);
      return owner || !unit.program.Info(file.id()).is_stub ? value
                                                            : NamedBy(unit, file, name, value);
    }
    case DefinitionKind::AugAssign: return {};
    case DefinitionKind::Target: return unit.UnknownRef(Why::NotEvaluated);
  }
  return {};
}

}  // namespace graphmend::infer
