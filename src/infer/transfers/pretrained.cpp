// Models and configurations by the id under which the Hugging Face hub has them. Nothing is
// downloaded: what earlier runs left in the hub's cache is read, or a folder of that name below the
// working directory.
//
//   <hub>/models--org--name/refs/main              names the commit
//   <hub>/models--org--name/snapshots/<commit>/    `config.json`, and the model's own code if it
//                                                  brings some (`auto_map`)
#include <algorithm>
#include <optional>

#include "infer/transfers/arguments.h"
#include "infer/transfers/json_file.h"
#include "infer/transfers/name_tables.h"

namespace graphmend::infer::transfers {
namespace {

constexpr std::string_view kConfiguration = "configuration_";

std::string Trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin));
}

std::optional<JsonObject> ConfigurationIn(Unit& unit, const std::string& folder) {
  if (folder.empty()) return std::nullopt;
  return JsonObject::Read(unit, folder + "/config.json");
}

// Where the files of a model lie; empty: none are here.
std::string FolderOf(Unit& unit, const std::string& id, const std::string& revision) {
  const Options& options = unit.options;
  if (!StaysBelow(id) || !StaysBelow(revision)) return {};
  if (!options.working_directory.empty()) {
    const std::string folder = options.working_directory + "/" + id;
    if (ConfigurationIn(unit, folder)) return folder;
  }
  if (options.model_hub.empty() || id.front() == '.') return {};
  std::string name = "/models--" + id;
  for (std::size_t at; (at = name.find('/', 1)) != std::string::npos;) name.replace(at, 1, "--");
  const std::string model = options.model_hub + name;
  const FileId reference = unit.program.FileAt(model + "/refs/" + revision);
  std::string commit = Trimmed(unit.Bytes(reference));
  if (commit.empty()) commit = revision;  // a commit may be asked for by its own name
  return StaysBelow(commit) ? model + "/snapshots/" + commit : "";
}

// What the call asks for, and what of it was found.
struct Asked {
  std::string folder;
  std::optional<JsonObject> json;
  bool own_code = false;  // trust_remote_code=True
};

// What is passed by name, also through `**kwargs`.
std::vector<values::Keyword> Keywords(const TransferCall& call) {
  std::vector<values::Keyword> all;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Keyword) all.push_back({a.name, a.value});
    const auto* dict = a.kind == syntax::ArgKind::DoubleStar
                           ? call.unit.values.If<values::Dict>(a.value)
                           : nullptr;
    for (const auto& entry : dict ? dict->entries : std::vector<values::DictEntry>())
      if (const auto* key = StringOf(call, {entry.key, {}}))
        all.push_back({key->text, entry.value});
  }
  return all;
}

// Null id: nothing is passed under the name.
Ref Keyword(const TransferCall& call, std::string_view name) {
  for (const values::Keyword& k : Keywords(call))
    if (k.name == name) return k.value;
  return {};
}

Asked AskedFor(const TransferCall& call) {
  const auto* id = StringOf(call, call.Parameter("pretrained_model_name_or_path"));
  if (!id || Keyword(call, "cache_dir").value || Keyword(call, "subfolder").value) return {};
  const Ref revision = Keyword(call, "revision");
  const auto* named = StringOf(call, revision);
  if (revision.value && !named) return {};
  Asked asked;
  asked.folder =
      FolderOf(call.unit, id->text.str(), named ? named->text.str() : std::string("main"));
  asked.json = ConfigurationIn(call.unit, asked.folder);
  const auto* trusts = ConstantOf(call, Keyword(call, "trust_remote_code"));
  asked.own_code = trusts && trusts->kind == LiteralKind::True;
  return asked;
}

// A class of the code that the model brings: "modeling_x.Model", or "org/name--modeling_x.Model".
Ref OwnClass(Unit& unit, const Asked& asked, std::string_view role) {
  const std::optional<JsonObject> map =
      asked.own_code && asked.json ? asked.json->Member("auto_map") : std::nullopt;
  std::string name = map ? map->Text(role) : "";
  std::string folder = asked.folder;
  if (const std::size_t at = name.find("--"); at != std::string::npos) {
    folder = FolderOf(unit, name.substr(0, at), "main");
    name.erase(0, at + 2);
  }
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || folder.empty() || !StaysBelow(name)) return {};
  const FileId file = unit.program.FileAt(folder + "/" + name.substr(0, dot) + ".py");
  const ParsedFile* parsed = unit.File(file);
  if (!parsed) return {};
  return unit.definitions.GlobalValue(*parsed, unit.Intern(name.substr(dot + 1)));
}

// The class of a model beside its configuration: modeling_t5.T5Model for configuration_t5.
Ref ModelBeside(Unit& unit, const ClassInfo& config, const std::string& model) {
  if (!config.file || model.empty()) return {};
  std::string module = unit.program.Info(config.file->id()).module;
  const std::size_t at = module.rfind(kConfiguration);
  if (at == std::string::npos) return {};
  module.replace(at, kConfiguration.size(), "modeling_");
  const auto file = unit.program.ResolveModule(module, config.file->id());
  const ParsedFile* parsed = file ? unit.File(*file) : nullptr;
  return parsed ? unit.definitions.GlobalValue(*parsed, unit.Intern(model)) : Ref{};
}

// The table of an auto class: its mapping is made of the tables of configurations and of models.
NameTable ModelsOf(Unit& unit, const ClassInfo& auto_class) {
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
  return table ? NameTable{&file, AssignedTo(file, module, table)} : NameTable();
}

// Which class of models an auto class gives for a configuration; of several, that which the
// configuration says it was saved from.
Ref ModelFor(Unit& unit, const ClassInfo& auto_class, ClassId config,
             const std::vector<std::string>& architectures) {
  const Ref type = unit.classes.ClassAttribute(config, unit.Intern("model_type"));
  const auto* key = type.value ? unit.values.If<values::Constant>(type) : nullptr;
  const NameTable table = ModelsOf(unit, auto_class);
  if (!key || key->kind != LiteralKind::Str || !table) return {};
  const std::vector<std::string> models = EntriesOf(table, key->text.text());
  if (models.empty()) return {};
  const auto saved =
      std::find_first_of(models.begin(), models.end(), architectures.begin(), architectures.end());
  return ModelBeside(unit, unit.Info(config), saved == models.end() ? models[0] : *saved);
}

// The class of configurations that the registry has for a type of models.
Ref ConfigurationNamed(const TransferCall& call, const std::string& type) {
  Unit& unit = call.unit;
  const std::string registry = SettingOf(call, "configurations");
  const auto file = unit.program.ResolveModule(registry);
  const ParsedFile* parsed = file && !type.empty() ? unit.File(*file) : nullptr;
  if (!parsed) return {};
  auto entry = [&](std::string_view table) -> std::string {
    for (const NameTable& one : TablesNamed(unit, *parsed, unit.Intern(table)))
      if (const auto found = EntriesOf(one, type); !found.empty()) return found[0];
    return {};
  };
  std::string folder = entry("SPECIAL_MODEL_TYPE_TO_MODULE_NAME");
  if (folder.empty()) folder = type;
  std::replace(folder.begin(), folder.end(), '-', '_');
  const std::string models = registry.substr(0, registry.find(".auto."));
  const std::string cls = entry("CONFIG_MAPPING_NAMES");
  const auto module = unit.program.ResolveModule(models + "." + folder + "." +
                                                 std::string(kConfiguration) + folder);
  const ParsedFile* configurations = module && !cls.empty() ? unit.File(*module) : nullptr;
  if (!configurations) return {};
  return unit.definitions.GlobalValue(*configurations, unit.Intern(cls));
}

const values::Object* ObjectOf(const TransferCall& call, Ref value) {
  return value.value ? call.unit.values.If<values::Object>(value) : nullptr;
}

// What the file says, changed by what the call passes under names that a configuration has.
Ref Configured(const TransferCall& call, Ref cls, const JsonObject& json) {
  Unit& unit = call.unit;
  if (!cls.value || !unit.values.If<values::Class>(cls)) return {};
  Arguments members = json.AsKeywords(unit);
  std::vector<values::Keyword> changes;
  for (const values::Keyword& k : Keywords(call)) {
    const auto member = std::find_if(members.begin(), members.end(),
                                     [&](const CallArgument& m) { return m.name == k.name; });
    if (member != members.end()) member->value = k.value;
    else if (k.name == "attn_implementation")
      members.push_back({syntax::ArgKind::Keyword, k.name, k.value, {}});
    else changes.push_back(k);
  }
  const Ref config = unit.calls.Call(cls, members, call.site);
  if (!ObjectOf(call, config)) return config;
  for (const values::Keyword& k : changes) {
    const Ref before = unit.operations.GetAttribute(config, k.name, call.site);
    const bool has =
        before.value && !unit.values.IsBottom(before) && !unit.values.If<values::Unknown>(before);
    if (has) unit.operations.SetAttribute(config, k.name, k.value, call.site);
  }
  return config;
}

// The configuration of a model whose class may name that of its configurations.
Ref ConfigurationOf(const TransferCall& call, const Asked& asked, Ref named) {
  if (!asked.json) return {};
  Ref cls = OwnClass(call.unit, asked, "AutoConfig");
  if (!cls.value && named.value && call.unit.values.If<values::Class>(named)) cls = named;
  if (!cls.value) cls = ConfigurationNamed(call, asked.json->Text("model_type"));
  return Configured(call, cls, *asked.json);
}

const values::Class* ClassOf(const TransferCall& call) {
  return call.First().value ? call.unit.values.If<values::Class>(call.First()) : nullptr;
}

}  // namespace

Ref model_of_config(const TransferCall& call) {
  const auto* auto_class = ClassOf(call);
  const Ref config = call.Parameter("config");
  const auto* object = ObjectOf(call, config);
  if (!auto_class || !object) return call.Unknown();
  const Ref cls =
      ModelFor(call.unit, call.unit.Info(auto_class->id), call.unit.Info(object->id).cls, {});
  return cls.value ? CallWith(call, cls, {config}) : call.Unknown();
}

Ref config_of_hub(const TransferCall& call) {
  const auto* cls = ClassOf(call);
  if (!cls || Keyword(call, "return_unused_kwargs").value) return call.Unknown();
  const Ref type = call.unit.classes.ClassAttribute(cls->id, call.unit.Intern("model_type"));
  const auto* named = StringOf(call, type);
  const Ref config =
      ConfigurationOf(call, AskedFor(call), named && named->text ? call.First() : Ref{});
  if (config.value) return config;
  return named && named->text ? call.unit.instances.GenericInstance(cls->id) : call.Unknown();
}

Ref model_of_hub(const TransferCall& call) {
  Unit& unit = call.unit;
  const auto* cls = ClassOf(call);
  if (!cls) return call.Unknown();
  const bool is_auto = unit.Info(cls->id).file && ModelsOf(unit, unit.Info(cls->id));
  const Asked asked = AskedFor(call);
  Ref config = call.Parameter("config");
  if (!ObjectOf(call, config)) {
    const Ref named =
        is_auto ? Ref{} : unit.classes.ClassAttribute(cls->id, unit.Intern("config_class"));
    config = ConfigurationOf(call, asked, named);
  }
  const auto* object = ObjectOf(call, config);
  Ref model_class = call.First();
  if (is_auto) {
    const std::string name = unit.Info(cls->id).name.str();
    model_class = OwnClass(unit, asked, name);
    if (!model_class.value && object)
      model_class =
          ModelFor(unit, unit.Info(cls->id), unit.Info(object->id).cls,
                   asked.json ? asked.json->Texts("architectures") : std::vector<std::string>());
  }
  if (!model_class.value || !unit.values.If<values::Class>(model_class)) return call.Unknown();
  const Ref model =
      object ? CallWith(call, model_class, {config})
             : unit.instances.GenericInstance(unit.values.If<values::Class>(model_class)->id);
  // What is loaded is for inference.
  if (model.value && !unit.values.IsBottom(model))
    unit.calls.CallMethod(model, "eval", {}, call.site);
  return model;
}

}  // namespace graphmend::infer::transfers
