// JSON files as values. They are read by the parser of Python: JSON is a part of its displays, but
// for the names of three constants.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "infer/unit.h"

namespace graphmend::infer::transfers {

// An object, `{…}`, somewhere in a JSON file.
class JsonObject {
 public:
  // The file at an absolute path; nothing where none is there, or it holds something else.
  static std::optional<JsonObject> Read(Unit& unit, const std::string& path);

  // A member that is a text; empty: there is none.
  std::string Text(std::string_view key) const;
  // A member that is a list of texts.
  std::vector<std::string> Texts(std::string_view key) const;
  std::optional<JsonObject> Member(std::string_view key) const;
  // All members, passed by name: `f(**members)`.
  Arguments AsKeywords(Unit& unit) const;

 private:
  JsonObject(const ParsedFile& file, const syntax::Dict& dict) : file_(&file), dict_(&dict) {}

  syntax::ExprId Find(std::string_view key) const;
  Ref ValueOf(Unit& unit, syntax::ExprId expr) const;
  Ref DictOf(Unit& unit, const syntax::Dict& members) const;

  const ParsedFile* file_;
  const syntax::Dict* dict_;
};

}  // namespace graphmend::infer::transfers
