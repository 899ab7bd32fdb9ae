// Models by name that are functions of a package.
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "infer/transfers/arguments.h"
#include "infer/transfers/name_tables.h"

namespace graphmend::infer::transfers {
namespace {

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
    const bool has = unit.Bytes(module).find(head) != std::string_view::npos;
    const ParsedFile* file = has ? unit.File(module) : nullptr;
    if (!file) continue;
    const Ref value = unit.definitions.GlobalValue(*file, unit.Intern(name));
    if (value.value) return value;
  }
  return {};
}

// What is passed besides the parameters that the stub names.
Arguments BesideDeclared(const TransferCall& call) {
  const CallableInfo& stub = call.unit.Info(call.callable);
  const auto params = stub.file->tree()[stub.function].params;
  const auto named = [&](const CallArgument& a) {
    return std::any_of(params.begin(), params.end(), [&](const syntax::Param& p) {
      return p.name == a.name && p.kind != syntax::ParamKind::KwArgs;
    });
  };
  const auto is_rest = [](const syntax::Param& p) { return p.kind == syntax::ParamKind::VarArgs; };
  const auto rest = std::find_if(params.begin(), params.end(), is_rest);
  std::size_t taken = rest == params.end() ? call.args.size() : rest - params.begin();
  Arguments beside;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Positional && taken > 0) --taken;
    else if (a.kind != syntax::ArgKind::Keyword || !named(a)) beside.push_back(a);
  }
  return beside;
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
  return call.unit.calls.Call(function_of_package(call), BesideDeclared(call), call.site);
}

Ref call_of_hubconf(const TransferCall& call) {
  Unit& unit = call.unit;
  const auto* folder = StringOf(call, call.First());
  const auto* entry = StringOf(call, call.Parameter("model"));
  const auto* source = StringOf(call, call.Parameter("source"));
  const std::string& start = unit.options.working_directory;
  if (!folder || !entry || !source || source->text != "local" || start.empty() ||
      !StaysBelow(folder->text.text()))
    return call.Unknown();
  const std::string path = start + "/" + folder->text.str() + "/hubconf.py";
  const ParsedFile* file = unit.File(unit.program.FileAt(path));
  const Ref function = file ? unit.definitions.GlobalValue(*file, entry->text) : Ref{};
  return function.value ? unit.calls.Call(function, BesideDeclared(call), call.site)
                        : call.Unknown();
}

Ref generic_instance(const TransferCall& call) {
  const auto* cls = call.First().value ? call.unit.values.If<values::Class>(call.First()) : nullptr;
  return cls ? call.unit.instances.GenericInstance(cls->id) : call.Unknown();
}

}  // namespace graphmend::infer::transfers
