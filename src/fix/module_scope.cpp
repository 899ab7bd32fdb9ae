#include "fix/module_scope.h"

#include <algorithm>
#include <set>

#include "fix/function_flows.h"
#include "fix/operands.h"

namespace graphmend::fix {
namespace {

using names::BindingKind;
using names::DefinitionKind;
using syntax::ExprId;
using syntax::StmtId;

const std::vector<names::Definition>* DefinitionsOf(const Finding& finding, syntax::Symbol name) {
  const names::Scope& module = finding.file.index()[finding.file.index().module];
  auto found = module.definitions.find(name);
  return found == module.definitions.end() ? nullptr : &found->second;
}

std::string NameOfImport(const Finding& finding, const names::Definition& definition) {
  const syntax::StmtNode& node = finding.tree()[definition.stmt].node;
  if (definition.kind == DefinitionKind::Import) {
    const syntax::ImportAlias& alias = std::get<syntax::Import>(node).names[definition.alias];
    std::string_view name = alias.name.text();
    return std::string(alias.as.text().empty() ? name.substr(0, name.find('.')) : name);
  }
  if (definition.kind == DefinitionKind::ImportFrom) {
    const auto& from = std::get<syntax::ImportFrom>(node);
    const std::string module = from.level == 0
                                   ? std::string(from.module.text())
                                   : finding.flows.program().AbsoluteModule(
                                         finding.file.id(), from.module.text(), from.level);
    if (module.empty()) return "";
    return module + "." + std::string(from.names[definition.alias].name.text());
  }
  return "";
}

// The class of this module that a base is.
syntax::ClassId BaseHere(const Finding& finding, syntax::ClassId cls, const syntax::Arg& base) {
  const auto* named = finding.If<syntax::Name>(base.value);
  const auto* definitions = named ? DefinitionsOf(finding, named->id) : nullptr;
  // Only what stands above: classes are never derived in a circle.
  if (!definitions || definitions->size() != 1 || (*definitions)[0].kind != DefinitionKind::Class ||
      finding.tree()[(*definitions)[0].cls].span.begin >= finding.tree()[cls].span.begin)
    return {};
  return (*definitions)[0].cls;
}

// How many files a class may be away from the library's that it is derived from.
constexpr int kMostFiles = 8;

bool IsTorchModule(const std::string& name) {
  return name == "torch.nn.Module" || name == "torch.nn.modules.module.Module";
}

// What `visit(finding, class)` says of the class that a base is, in whichever file of the program;
// nothing where that is not known.
template <class Visit>
std::optional<bool> OfBase(const Finding& finding, syntax::ClassId cls, const syntax::Arg& base,
                           int files, Visit visit) {
  if (const syntax::ClassId here = BaseHere(finding, cls, base)) return visit(finding, here, files);
  const std::string name = ImportedName(finding, base.value);
  const std::size_t end = name.rfind('.');
  if (files == kMostFiles || end == std::string::npos) return std::nullopt;
  const auto file = finding.flows.program().ResolveModule(name.substr(0, end), finding.file.id());
  const FileView* view = file ? finding.flows.View(*file) : nullptr;
  if (!view) return std::nullopt;
  const Finding there = finding.In(*view, {});
  const syntax::ClassId found = ClassNamed(there, name);
  return found ? std::optional<bool>(visit(there, found, files + 1)) : std::nullopt;
}

bool IsModuleClass(const Finding& finding, syntax::ClassId cls, int files) {
  const auto& bases = finding.tree()[cls].bases;
  return std::any_of(bases.begin(), bases.end(), [&](const syntax::Arg& base) {
    if (IsTorchModule(ImportedName(finding, base.value))) return true;
    return OfBase(finding, cls, base, files,
                  [](const Finding& in, syntax::ClassId one, int further) {
                    return IsModuleClass(in, one, further);
                  })
        .value_or(false);
  });
}

// Whether the class itself has code for it.
bool HasCodeFor(const Finding& finding, syntax::ClassId cls, std::string_view attribute) {
  for (StmtId stmt : finding.tree()[cls].body) {
    if (const auto* method = finding.If<syntax::FunctionStmt>(stmt)) {
      const syntax::Symbol name = finding.tree()[method->function].name;
      if (name == attribute || name == "__setattr__") return true;
      continue;
    }
    const auto* assign = finding.If<syntax::Assign>(stmt);
    const auto* typed = finding.If<syntax::AnnAssign>(stmt);
    const ExprId value = assign ? assign->value : typed ? typed->value : ExprId();
    if (!value || finding.If<syntax::Literal>(value)) continue;
    if (typed && finding.Text(typed->target) == attribute) return true;
    for (ExprId target : assign ? assign->targets : syntax::ExprList())
      if (finding.Text(target) == attribute) return true;
  }
  return false;
}

bool MayRunCodeToStore(const Finding& finding, syntax::ClassId cls, std::string_view attribute,
                       int files) {
  const auto& bases = finding.tree()[cls].bases;
  return HasCodeFor(finding, cls, attribute) ||
         std::any_of(bases.begin(), bases.end(), [&](const syntax::Arg& base) {
           const std::string name = ImportedName(finding, base.value);
           if (base.kind == syntax::ArgKind::Positional &&
               (IsTorchModule(name) || name == "builtins.object"))
             return false;
           return OfBase(finding, cls, base, files,
                         [&](const Finding& in, syntax::ClassId one, int further) {
                           return MayRunCodeToStore(in, one, attribute, further);
                         })
               .value_or(true);
         });
}

}  // namespace

bool IsModuleClass(const Finding& finding, syntax::ClassId cls) {
  return IsModuleClass(finding, cls, 0);
}

bool MayRunCodeToStore(const Finding& finding, syntax::ClassId cls, std::string_view attribute) {
  return MayRunCodeToStore(finding, cls, attribute, 0);
}

names::ScopeId ScopeOf(const Finding& finding, ExprId expr) {
  const names::Index& index = finding.file.index();
  const syntax::FunctionId function = finding.parents.FunctionOf(expr);
  return function ? index.of_function[function.index] : index.module;
}

namespace {

// Whether a comprehension around the name has a variable of this name.
bool IsOfComprehension(const Finding& finding, ExprId expr, syntax::Symbol name) {
  for (ExprId outer = finding.parents.Parent(expr); outer; outer = finding.parents.Parent(outer))
    if (const auto* made = finding.If<syntax::Comprehension>(outer))
      for (const syntax::Clause& clause : made->clauses) {
        bool binds = false;
        ForEachInside(finding, finding.tree()[clause.target].span, [&](ExprId part) {
          const auto* bound = finding.If<syntax::Name>(part);
          binds |= bound && bound->id == name;
        });
        if (binds) return true;
      }
  return false;
}

// Whether `from module import *` may give the name, and so may all that the module takes by stars.
// A stub knows a part of its library alone.
bool StarsMayGive(const names::Program& program, const names::ParsedFile& file,
                  std::string_view name, std::set<std::uint32_t>& seen) {
  const names::Scope& importer = file.index()[file.index().module];
  const auto gives = [&](const names::Definition& star) {
    const auto& import = std::get<syntax::ImportFrom>(file.tree()[star.stmt].node);
    const auto target = program.ResolveModule(
        program.AbsoluteModule(file.id(), import.module.text(), import.level), file.id());
    if (!target || program.Info(*target).is_stub) return true;
    if (!seen.insert(target->index).second || !program.Mentions(*target, {name, "import *"}))
      return false;
    const names::ParsedFile* from = program.Parsed(*target);
    if (!from) return true;
    const names::Index& index = from->index();
    const auto is_it = [&](syntax::Symbol other) { return other == name; };
    const auto& all = index.dunder_all;
    if (!all.empty() && std::none_of(all.begin(), all.end(), is_it)) return false;
    const names::Scope& module = index[index.module];
    return std::any_of(module.order.begin(), module.order.end(), is_it) ||
           StarsMayGive(program, *from, name, seen);
  };
  return std::any_of(importer.star_imports.begin(), importer.star_imports.end(), gives);
}

}  // namespace

std::string ImportedName(const Finding& finding, ExprId expr) {
  if (const auto* attribute = finding.If<syntax::Attribute>(expr)) {
    std::string object = ImportedName(finding, attribute->object);
    return object.empty() || object.starts_with("builtins.")
               ? ""
               : object + "." + std::string(attribute->name.text());
  }
  const auto* name = finding.If<syntax::Name>(expr);
  if (!name) return "";
  const names::Binding binding = finding.file.index().Resolve(ScopeOf(finding, expr), name->id);
  if (binding.kind != BindingKind::Global || IsOfComprehension(finding, expr, name->id)) return "";
  const auto* definitions = DefinitionsOf(finding, name->id);
  if (!definitions) {
    const names::Index& index = finding.file.index();
    return index[index.module].star_imports.empty() ? "builtins." + name->id.str() : "";
  }
  std::string all;
  for (const names::Definition& definition : *definitions) {
    std::string one = NameOfImport(finding, definition);
    if (one.empty() || (!all.empty() && one != all)) return "";
    all = std::move(one);
  }
  return all;
}

bool IsOfNoDefinition(const Finding& finding, ExprId name) {
  const auto* named = finding.If<syntax::Name>(name);
  return named &&
         finding.file.index().Resolve(ScopeOf(finding, name), named->id).kind ==
             BindingKind::Global &&
         !IsOfComprehension(finding, name, named->id) && !DefinitionsOf(finding, named->id);
}

bool MayComeByStar(const Finding& finding, std::string_view name) {
  const auto [known, is_new] =
      finding.flows.StarNamesOf(finding.file).try_emplace(std::string(name), false);
  std::set<std::uint32_t> seen;
  if (is_new) known->second = StarsMayGive(finding.flows.program(), finding.file, name, seen);
  return known->second;
}

std::string NameOfContext(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  return ImportedName(finding, call ? call->callee : expr);
}

bool IsUnshadowed(const Finding& finding, std::string_view builtin) {
  auto is_it = [&](syntax::Symbol name) { return name == builtin; };
  for (const names::Scope& scope : finding.file.index().scopes)
    if (std::any_of(scope.slots.begin(), scope.slots.end(), is_it) ||
        std::any_of(scope.order.begin(), scope.order.end(), is_it))
      return false;
  return !MayComeByStar(finding, builtin);
}

syntax::ClassId ClassNamed(const Finding& finding, std::string_view qualified) {
  if (!finding.module.empty()) {
    if (!qualified.starts_with(finding.module)) return {};
    qualified.remove_prefix(finding.module.size());
    if (!qualified.starts_with('.')) return {};
    qualified.remove_prefix(1);
  }
  const names::Scope& module = finding.file.index()[finding.file.index().module];
  for (const auto& [name, definitions] : module.definitions)
    if (name.text() == qualified && definitions.size() == 1 &&
        definitions[0].kind == DefinitionKind::Class)
      return definitions[0].cls;
  return {};
}

bool DerivesFrom(const Finding& finding, syntax::ClassId cls,
                 std::initializer_list<std::string_view> names) {
  for (const syntax::Arg& base : finding.tree()[cls].bases) {
    if (std::find(names.begin(), names.end(), ImportedName(finding, base.value)) != names.end())
      return true;
    const syntax::ClassId here = BaseHere(finding, cls, base);
    if (here && DerivesFrom(finding, here, names)) return true;
  }
  return false;
}

bool MayDerive(const Finding& finding, syntax::ClassId cls, syntax::ClassId from) {
  const auto& bases = finding.tree()[cls].bases;
  return std::any_of(bases.begin(), bases.end(), [&](const syntax::Arg& base) {
    if (base.kind != syntax::ArgKind::Positional) return false;
    if (const syntax::ClassId here = BaseHere(finding, cls, base))
      return here == from || MayDerive(finding, here, from);
    return ImportedName(finding, base.value).empty();
  });
}

bool HasBasesElsewhere(const Finding& finding, syntax::ClassId cls) {
  const auto& bases = finding.tree()[cls].bases;
  return std::any_of(bases.begin(), bases.end(), [&](const syntax::Arg& base) {
    if (base.kind != syntax::ArgKind::Positional) return false;
    if (const syntax::ClassId here = BaseHere(finding, cls, base))
      return HasBasesElsewhere(finding, here);
    return ImportedName(finding, base.value) != "builtins.object";
  });
}

syntax::FunctionId MethodOf(const Finding& finding, syntax::ClassId cls, std::string_view name) {
  const syntax::Class& node = finding.tree()[cls];
  for (StmtId stmt : node.body) {
    const auto* method = finding.If<syntax::FunctionStmt>(stmt);
    if (method && finding.tree()[method->function].name == name) return method->function;
  }
  for (const syntax::Arg& base : node.bases) {
    const syntax::ClassId here = BaseHere(finding, cls, base);
    if (!here) continue;
    if (auto method = MethodOf(finding, here, name)) return method;
  }
  return {};
}

StmtId TopOf(const Finding& finding, StmtId stmt) {
  const std::uint32_t at = finding.tree()[stmt].span.begin;
  for (StmtId top : finding.tree().body) {
    const source::Span span = finding.tree()[top].span;
    if (span.begin <= at && at < span.end) return top;
  }
  return {};
}

bool IsKnownAbove(const Finding& finding, ExprId expr, StmtId top) {
  if (finding.If<syntax::Lambda>(expr) || finding.If<syntax::Comprehension>(expr) ||
      finding.If<syntax::Walrus>(expr) || finding.If<syntax::Await>(expr) ||
      finding.If<syntax::Yield>(expr))
    return false;
  if (const auto* name = finding.If<syntax::Name>(expr)) {
    const names::Index& index = finding.file.index();
    if (index.Resolve(ScopeOf(finding, expr), name->id).kind != BindingKind::Global ||
        IsOfComprehension(finding, expr, name->id))
      return false;
    const auto* definitions = DefinitionsOf(finding, name->id);
    if (!definitions) return index[index.module].star_imports.empty();
    return std::all_of(definitions->begin(), definitions->end(), [&](const auto& definition) {
      const bool import = definition.kind == DefinitionKind::Import ||
                          definition.kind == DefinitionKind::ImportFrom;
      return (import || definitions->size() == 1) && definition.guard == names::Guard::None &&
             finding.tree()[definition.stmt].span.end <= finding.tree()[top].span.begin;
    });
  }
  bool known = true;
  ForEachPart(finding.tree(), expr,
              [&](ExprId part) { known = known && IsKnownAbove(finding, part, top); });
  return known;
}

std::uint32_t AboveComments(const Finding& finding, StmtId stmt) {
  const source::SourceFile& source = finding.file.source();
  std::uint32_t line = source.LineOf(finding.tree()[stmt].span.begin);
  while (line > 1) {
    std::string_view above = source.Line(line - 1);
    const std::size_t content = above.find_first_not_of(" \t\f");
    // The comments at the top of a file are about the file.
    if (content == std::string_view::npos || above[content] != '#') break;
    --line;
  }
  return source.LineStart(line == 1 ? source.LineOf(finding.tree()[stmt].span.begin) : line);
}

bool IsInText(const Finding& finding, std::uint32_t offset) {
  const syntax::Tree& tree = finding.tree();
  for (const syntax::Expr& expr : tree.exprs) {
    const auto* literal = std::get_if<syntax::Literal>(&expr.node);
    const bool text = std::holds_alternative<syntax::FString>(expr.node) ||
                      (literal && (literal->kind == syntax::LiteralKind::Str ||
                                   literal->kind == syntax::LiteralKind::Bytes));
    if (text && expr.span.begin < offset && offset < expr.span.end) return true;
  }
  return false;
}

std::string Dedented(const Finding& finding, source::Span span, std::size_t less) {
  const source::SourceFile& source = finding.file.source();
  const std::uint32_t first = source.LineOf(span.begin);
  const std::uint32_t last = source.LineOf(span.end > span.begin ? span.end - 1 : span.end);
  std::string out;
  for (std::uint32_t line = first; line <= last; ++line) {
    const std::uint32_t start = source.LineStart(line);
    std::string_view text = source.Line(line);
    if (start < span.begin)
      text.remove_prefix(std::min<std::size_t>(span.begin - start, text.size()));
    const std::uint32_t behind = start + static_cast<std::uint32_t>(source.Line(line).size());
    if (line == last && behind > span.end) text.remove_suffix(behind - span.end);
    const std::size_t blank = std::min(text.find_first_not_of(" \t"), text.size());
    if (start >= span.begin && !IsInText(finding, start)) text.remove_prefix(std::min(blank, less));
    out += text;
    if (line < last) out += '\n';
  }
  return out;
}

}  // namespace graphmend::fix
