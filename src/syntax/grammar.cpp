#include "syntax/grammar.h"

#include <tree_sitter/api.h>

#include <string_view>
#include <unordered_map>

#include "base/check.h"
#include "syntax/python_language.h"

namespace graphmend::syntax {

// Several symbols may share a name (aliases, `*` as operator and in `except*`): all get its kind.
KindTable::KindTable() {
  static constexpr struct {
    std::string_view name;
    Kind kind;
  } kNodes[] = {
#define GM_NODE(KindName, name) {name, Kind::KindName},
#include "syntax/grammar.def"
  };
  static constexpr struct {
    std::string_view name;
    Kind kind;
  } kTokens[] = {
#define GM_TOKEN(KindName, text) {text, Kind::KindName},
#include "syntax/grammar.def"
  };
  std::unordered_map<std::string_view, Kind> nodes;
  std::unordered_map<std::string_view, Kind> tokens;
  for (const auto& entry : kNodes) nodes.emplace(entry.name, entry.kind);
  for (const auto& entry : kTokens) tokens.emplace(entry.name, entry.kind);

  kinds_.fill(Kind::OtherToken);
  const TSLanguage* language = tree_sitter_python();
  const std::uint32_t count = ts_language_symbol_count(language);
  GM_CHECK(count <= kSize, "the grammar has more symbols than the table");
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    const bool named = ts_language_symbol_type(language, symbol) == TSSymbolTypeRegular;
    const auto& kinds = named ? nodes : tokens;
    const auto found = kinds.find(ts_language_symbol_name(language, symbol));
    if (found != kinds.end()) {
      kinds_[i] = found->second;
    } else if (named) {
      kinds_[i] = Kind::OtherNode;
    }
  }
}

const KindTable& KindTable::Get() {
  static const KindTable kTable;
  return kTable;
}

}  // namespace graphmend::syntax
