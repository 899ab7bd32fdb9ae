#include "infer/transfers/name_tables.h"

#include <algorithm>

#include "infer/unit.h"

namespace graphmend::infer::transfers {
namespace {

// Imports of imports are followed this far.
constexpr int kMostImports = 4;

std::string_view TextOf(const ParsedFile& file, syntax::ExprId expr) {
  const auto* literal = std::get_if<syntax::Literal>(&file.tree()[expr].node);
  return literal && literal->kind == syntax::LiteralKind::Str ? literal->text.text()
                                                              : std::string_view();
}

std::vector<std::string> TextsOf(const ParsedFile& file, syntax::ExprId expr) {
  std::vector<std::string> texts;
  if (const auto* several = std::get_if<syntax::Sequence>(&file.tree()[expr].node)) {
    for (syntax::ExprId item : several->items) texts.emplace_back(TextOf(file, item));
    return texts;
  }
  if (const std::string_view text = TextOf(file, expr); !text.empty()) texts.emplace_back(text);
  return texts;
}

void AddTables(Unit& unit, const ParsedFile& file, Symbol name, int imports,
               std::vector<NameTable>& tables) {
  const auto& definitions = file.index()[file.index().module].definitions;
  const auto found = definitions.find(name);
  if (found == definitions.end() || imports > kMostImports) return;
  for (auto d = found->second.rbegin(); d != found->second.rend(); ++d) {
    if (d->kind == names::DefinitionKind::Assign && d->value) tables.push_back({&file, d->value});
    const auto* import = d->kind == names::DefinitionKind::ImportFrom
                             ? std::get_if<syntax::ImportFrom>(&file.tree()[d->stmt].node)
                             : nullptr;
    if (!import) continue;
    const std::string module =
        unit.program.AbsoluteModule(file.id(), import->module.text(), import->level);
    const auto from = unit.program.ResolveModule(module, file.id());
    const ParsedFile* parsed = from ? unit.File(*from) : nullptr;
    if (parsed) AddTables(unit, *parsed, import->names[d->alias].name, imports + 1, tables);
  }
}

}  // namespace

std::string SettingOf(const TransferCall& call, std::string_view name) {
  const CallableInfo& stub = call.unit.Info(call.callable);
  const Ref value = call.unit.definitions.GlobalValue(*stub.file, call.unit.Intern(name));
  const auto* text = value.value ? call.unit.values.If<values::Constant>(value) : nullptr;
  return text && text->kind == syntax::LiteralKind::Str ? text->text.str() : "";
}

bool StaysBelow(std::string_view path) {
  if (path.empty() || path.size() > 256 || path.front() == '/') return false;
  if (path.find_first_of(std::string_view("\\:\n\0", 4)) != std::string_view::npos) return false;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (path.substr(at, end - at) == "..") return false;
    at = end + 1;
  }
  return true;
}

std::vector<NameTable> TablesNamed(Unit& unit, const ParsedFile& file, Symbol name) {
  std::vector<NameTable> tables;
  AddTables(unit, file, name, 0, tables);
  return tables;
}

std::vector<std::string> EntriesOf(const NameTable& table, std::string_view key) {
  const ParsedFile& file = *table.file;
  const syntax::ExprNode& node = file.tree()[table.display].node;
  if (const auto* call = std::get_if<syntax::Call>(&node); call && !call->args.empty())
    return EntriesOf({table.file, call->args[0].value}, key);
  if (const auto* dict = std::get_if<syntax::Dict>(&node)) {
    for (std::size_t i = 0; i < dict->keys.size(); ++i)
      if (dict->keys[i] && TextOf(file, dict->keys[i]) == key)
        return TextsOf(file, dict->values[i]);
    return {};
  }
  const auto* list = std::get_if<syntax::Sequence>(&node);
  for (syntax::ExprId id : list ? list->items : std::span<const syntax::ExprId>()) {
    const auto* pair = std::get_if<syntax::Sequence>(&file.tree()[id].node);
    if (pair && pair->items.size() == 2 && TextOf(file, pair->items[0]) == key)
      return TextsOf(file, pair->items[1]);
  }
  return {};
}

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

}  // namespace graphmend::infer::transfers
