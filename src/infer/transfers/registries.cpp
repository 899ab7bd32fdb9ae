// Models by name: registries of libraries are read where the source writes them down, as functions
// of a package or as tables of names.
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "infer/transfers/arguments.h"

namespace graphmend::infer::transfers {
namespace {

// A module-level name of the file that the called stub stands in: how it is told where to look.
std::string SettingOf(const TransferCall& call, std::string_view name) {
  const CallableInfo& stub = call.unit.Info(call.callable);
  const Ref value = call.unit.definitions.GlobalValue(*stub.file, call.unit.Intern(name));
  const auto* text = value.value ? call.unit.values.If<values::Constant>(value) : nullptr;
  return text && text->kind == syntax::LiteralKind::Str ? text->text.str() : "";
}

std::string NameOf(const TransferCall& call) {
  const auto* name = StringOf(call, call.First());
  const std::string text = name ? name->text.str() : "";
  return text.substr(0, text.find('.'));  // a tag of its weights follows
}

// The modules whose names a package takes over, `from .levit import *`, and the package.
std::vector<FileId> ModulesOf(Unit& unit, const std::string& package) {
  std::vector<FileId> modules;
  const auto file = unit.program.ResolveModule(package);
  const ParsedFile* parsed = file ? unit.File(*file) : nullptr;
  if (!parsed) return modules;
  modules.push_back(*file);
  for (const names::Definition& star : parsed->index()[parsed->index().module].star_imports) {
    const auto* import = std::get_if<syntax::ImportFrom>(&parsed->tree()[star.stmt].node);
    if (!import) continue;
    const std::string module =
        unit.program.AbsoluteModule(*file, import->module.text(), import->level);
    if (auto found = unit.program.ResolveModule(module, *file)) modules.push_back(*found);
  }
  return modules;
}

// The modules are searched as text: only the one that has the function is parsed.
Ref FunctionNamed(Unit& unit, const std::string& package, const std::string& name) {
  const std::string head = "def " + name + "(";
  for (FileId module : ModulesOf(unit, package)) {
    const bool has = unit.program.Bytes(module).find(head) != std::string_view::npos;
    const ParsedFile* file = has ? unit.File(module) : nullptr;
    if (!file) continue;
    const Ref value = unit.definitions.GlobalValue(*file, unit.Intern(name));
    if (value.value) return value;
  }
  return {};
}

// Of a table of names at module level, `OrderedDict([("t5", "T5Model"), …])` or a dict, what stands
// for `key`: a text, or the first of a tuple of texts.
std::string EntryOf(const ParsedFile& file, syntax::ExprId table, std::string_view key) {
  const syntax::Tree& tree = file.tree();
  auto text_of = [&](syntax::ExprId id) -> std::string_view {
    const auto* literal = std::get_if<syntax::Literal>(&tree[id].node);
    return literal && literal->kind == syntax::LiteralKind::Str ? literal->text.text()
                                                                : std::string_view();
  };
  auto first_text = [&](syntax::ExprId id) {
    const auto* several = std::get_if<syntax::Sequence>(&tree[id].node);
    return std::string(text_of(several && !several->items.empty() ? several->items[0] : id));
  };
  if (const auto* call = std::get_if<syntax::Call>(&tree[table].node); call && !call->args.empty())
    return EntryOf(file, call->args[0].value, key);
  if (const auto* dict = std::get_if<syntax::Dict>(&tree[table].node)) {
    for (std::size_t i = 0; i < dict->keys.size(); ++i)
      if (dict->keys[i] && text_of(dict->keys[i]) == key) return first_text(dict->values[i]);
    return {};
  }
  const auto* list = std::get_if<syntax::Sequence>(&tree[table].node);
  for (syntax::ExprId id : list ? list->items : std::span<const syntax::ExprId>()) {
    const auto* pair = std::get_if<syntax::Sequence>(&tree[id].node);
    if (pair && pair->items.size() == 2 && text_of(pair->items[0]) == key)
      return first_text(pair->items[1]);
  }
  return {};
}

// What a module or class body assigns to a name, last.
syntax::ExprId AssignedTo(const ParsedFile& file, names::ScopeId scope, Symbol name) {
  auto found = file.index()[scope].definitions.find(name);
  if (found == file.index()[scope].definitions.end()) return {};
  for (auto d = found->second.rbegin(); d != found->second.rend(); ++d)
    if (d->kind == names::DefinitionKind::Assign && d->value) return d->value;
  return {};
}

Symbol NameIn(const ParsedFile& file, syntax::ExprId expr) {
  const auto* name = expr ? std::get_if<syntax::Name>(&file.tree()[expr].node) : nullptr;
  return name ? name->id : Symbol();
}

// The table of the auto class: its mapping is made of the tables of configurations and of models.
syntax::ExprId TableOf(Unit& unit, const ClassInfo& auto_class) {
  if (!auto_class.file) return {};
  const ParsedFile& file = *auto_class.file;
  const names::ScopeId module = file.index().module;
  const syntax::ExprId mapping =
      AssignedTo(file, file.index().of_class[auto_class.cls.index], unit.Intern("_model_mapping"));
  const Symbol mapping_name = NameIn(file, mapping);
  const syntax::ExprId made = mapping_name ? AssignedTo(file, module, mapping_name) : mapping;
  const auto* call = made ? std::get_if<syntax::Call>(&file.tree()[made].node) : nullptr;
  if (!call || call->args.size() < 2) return {};
  const Symbol table = NameIn(file, call->args[1].value);
  return table ? AssignedTo(file, module, table) : syntax::ExprId();
}

// The class of a model beside its configuration: modeling_t5.T5Model for configuration_t5.
Ref ModelBeside(Unit& unit, const ClassInfo& config, const std::string& model) {
  if (!config.file || model.empty()) return {};
  constexpr std::string_view kConfiguration = "configuration_";
  std::string module = unit.program.Info(config.file->id()).module;
  const std::size_t at = module.rfind(kConfiguration);
  if (at == std::string::npos) return {};
  module.replace(at, kConfiguration.size(), "modeling_");
  const auto file = unit.program.ResolveModule(module, config.file->id());
  const ParsedFile* parsed = file ? unit.File(*file) : nullptr;
  return parsed ? unit.definitions.GlobalValue(*parsed, unit.Intern(model)) : Ref{};
}

}  // namespace

Ref function_of_package(const TransferCall& call) {
  const std::string name = NameOf(call);
  std::istringstream packages(SettingOf(call, "packages"));
  for (std::string package; !name.empty() && packages >> package;)
    if (const Ref found = FunctionNamed(call.unit, package, name); found.value) return found;
  return call.Unknown();
}

Ref call_of_package(const TransferCall& call) {
  const Ref function = function_of_package(call);
  const CallableInfo& stub = call.unit.Info(call.callable);
  auto params = stub.file->tree()[stub.function].params;
  Arguments rest;
  for (const CallArgument& a : call.args) {
    const bool named = std::any_of(params.begin(), params.end(), [&](const syntax::Param& p) {
      return p.name == a.name && p.kind != syntax::ParamKind::KwArgs;
    });
    if (a.kind == syntax::ArgKind::Keyword && !named) rest.push_back(a);
  }
  return call.unit.calls.Call(function, rest, call.site);
}

Ref model_of_config(const TransferCall& call) {
  Unit& unit = call.unit;
  const auto* auto_class =
      call.First().value ? unit.values.If<values::Class>(call.First()) : nullptr;
  const Ref config = call.Parameter("config");
  const auto* object = config.value ? unit.values.If<values::Object>(config) : nullptr;
  if (!auto_class || !object) return call.Unknown();
  const ClassId config_class = unit.Info(object->id).cls;
  const Ref type = unit.classes.ClassAttribute(config_class, unit.Intern("model_type"));
  const auto* key = type.value ? unit.values.If<values::Constant>(type) : nullptr;
  const syntax::ExprId table = TableOf(unit, unit.Info(auto_class->id));
  if (!key || key->kind != syntax::LiteralKind::Str || !table) return call.Unknown();
  const std::string model = EntryOf(*unit.Info(auto_class->id).file, table, key->text.text());
  const Ref cls = ModelBeside(unit, unit.Info(config_class), model);
  return cls.value ? CallWith(call, cls, {config}) : call.Unknown();
}

Ref generic_instance(const TransferCall& call) {
  const auto* cls = call.First().value ? call.unit.values.If<values::Class>(call.First()) : nullptr;
  return cls ? call.unit.instances.GenericInstance(cls->id) : call.Unknown();
}

}  // namespace graphmend::infer::transfers
