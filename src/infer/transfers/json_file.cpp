#include "infer/transfers/json_file.h"

#include <algorithm>
#include <unordered_set>

#include "infer/interpret/frame.h"

namespace graphmend::infer::transfers {
namespace {

// Longer lists and larger objects below the outermost, names of classes say, are not looked into.
constexpr std::size_t kMostParts = 256;

std::string_view TextIn(const ParsedFile& file, syntax::ExprId expr) {
  const auto* literal = expr ? std::get_if<syntax::Literal>(&file.tree()[expr].node) : nullptr;
  return literal && literal->kind == syntax::LiteralKind::Str ? literal->text.text()
                                                              : std::string_view();
}

// -1, -1e-5: a constant; what JSON has besides is none.
Ref Negative(Unit& unit, syntax::Literal number) {
  number.integer = -number.integer;
  number.real = -number.real;
  return Frame::ConstantRef(unit, number);
}

}  // namespace

std::optional<JsonObject> JsonObject::Read(Unit& unit, const std::string& path) {
  const ParsedFile* file = unit.File(unit.program.FileAt(path));
  if (!file || !file->tree().errors.empty() || file->tree().body.size() != 1) return std::nullopt;
  const syntax::Tree& tree = file->tree();
  const auto* statement = std::get_if<syntax::ExprStmt>(&tree[tree.body[0]].node);
  const auto* dict = statement ? std::get_if<syntax::Dict>(&tree[statement->value].node) : nullptr;
  if (!dict) return std::nullopt;
  return JsonObject(*file, *dict);
}

// The last member of a name counts, as in Python's reader of JSON.
syntax::ExprId JsonObject::Find(std::string_view key) const {
  for (std::size_t i = dict_->keys.size(); i-- > 0;)
    if (dict_->keys[i] && TextIn(*file_, dict_->keys[i]) == key) return dict_->values[i];
  return {};
}

std::string JsonObject::Text(std::string_view key) const {
  return std::string(TextIn(*file_, Find(key)));
}

std::vector<std::string> JsonObject::Texts(std::string_view key) const {
  std::vector<std::string> texts;
  const syntax::ExprId found = Find(key);
  const auto* list = found ? std::get_if<syntax::Sequence>(&file_->tree()[found].node) : nullptr;
  for (syntax::ExprId item : list ? list->items : std::span<const syntax::ExprId>())
    texts.emplace_back(TextIn(*file_, item));
  return texts;
}

std::optional<JsonObject> JsonObject::Member(std::string_view key) const {
  const syntax::ExprId found = Find(key);
  const auto* dict = found ? std::get_if<syntax::Dict>(&file_->tree()[found].node) : nullptr;
  if (!dict) return std::nullopt;
  return JsonObject(*file_, *dict);
}

Ref JsonObject::ValueOf(Unit& unit, syntax::ExprId expr) const {
  const syntax::ExprNode& node = file_->tree()[expr].node;
  if (const auto* literal = std::get_if<syntax::Literal>(&node))
    return Frame::ConstantRef(unit, *literal);
  if (const auto* name = std::get_if<syntax::Name>(&node)) {
    const std::string_view text = name->id.text();
    if (text == "true" || text == "false") return {unit.values.Bool(text == "true"), {}};
    return text == "null" ? unit.None() : unit.Guarded(values::PyType::Float);  // NaN, Infinity
  }
  if (const auto* minus = std::get_if<syntax::Unary>(&node)) {
    const auto* number = std::get_if<syntax::Literal>(&file_->tree()[minus->operand].node);
    return number ? Negative(unit, *number) : unit.Guarded(values::PyType::Float);
  }
  const auto* list = std::get_if<syntax::Sequence>(&node);
  if (list && list->items.size() > kMostParts)
    return {unit.values.SequenceOf(values::SequenceKind::List, unit.Guarded(values::PyType::Any)),
            {}};
  if (list) {
    std::vector<Ref> items;
    for (syntax::ExprId item : list->items) items.push_back(ValueOf(unit, item));
    return {unit.values.Sequence_(values::SequenceKind::List, std::move(items)), {}};
  }
  const auto* members = std::get_if<syntax::Dict>(&node);
  return members ? DictOf(unit, *members) : unit.Guarded(values::PyType::Any);
}

Ref JsonObject::DictOf(Unit& unit, const syntax::Dict& members) const {
  values::Dict dict;
  dict.open = members.keys.size() > kMostParts;
  if (dict.open) {
    dict.other_key = unit.Guarded(values::PyType::Str);
    dict.other_value = unit.Guarded(values::PyType::Any);
  } else {
    for (const CallArgument& member : JsonObject(*file_, members).AsKeywords(unit))
      dict.entries.push_back({unit.values.Str(member.name), member.value});
  }
  return {unit.values.Intern(std::move(dict)), {}};
}

Arguments JsonObject::AsKeywords(Unit& unit) const {
  Arguments all;
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = dict_->keys.size(); i-- > 0;) {
    const std::string_view key = TextIn(*file_, dict_->keys[i]);
    if (!key.empty() && seen.insert(key).second)
      all.push_back(
          {syntax::ArgKind::Keyword, unit.Intern(key), ValueOf(unit, dict_->values[i]), {}});
  }
  std::reverse(all.begin(), all.end());
  return all;
}

}  // namespace graphmend::infer::transfers
