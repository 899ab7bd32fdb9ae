// Tables of names in which libraries write down which model is of which kind: read as source, where
// they stand, since a table of hundreds of classes is never one value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "infer/transfers/transfer.h"

namespace graphmend::infer::transfers {

// A module-level text of the file that the called stub stands in: how it is told where to look.
std::string SettingOf(const TransferCall& call, std::string_view name);

// Whether a path that code names stays below the folder that it starts at: not absolute, no "..".
bool StaysBelow(std::string_view path);

// A display at module level, `OrderedDict([("t5", "T5Model"), …])` or a dict.
struct NameTable {
  const ParsedFile* file = nullptr;
  syntax::ExprId display = {};

  explicit operator bool() const { return display.has_value(); }
};

// The tables that a module assigns to a name, or imports under it; the last comes first.
std::vector<NameTable> TablesNamed(Unit& unit, const ParsedFile& file, Symbol name);
// What stands for `key`: a text, or those of a tuple of texts.
std::vector<std::string> EntriesOf(const NameTable& table, std::string_view key);
// What a module or class body assigns to a name, last.
syntax::ExprId AssignedTo(const ParsedFile& file, names::ScopeId scope, Symbol name);
// The name that an expression is; empty: it is none.
Symbol NameIn(const ParsedFile& file, syntax::ExprId expr);

}  // namespace graphmend::infer::transfers
