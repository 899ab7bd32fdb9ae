// Lists, sets and dicts of very many literals: tables of data. tree-sitter takes some 60 bytes for
// each byte of them, and nobody asks for the hundred thousandth.
#pragma once

#include <string>
#include <string_view>

namespace graphmend::syntax {

// `text`, as long as it was: in a display with very many literals one after another, those behind
// the first thousands are blank, and an item `*0` or `**0` stands for them. That no star stands
// there in the original tells the lowering that it is anything. Empty: nothing changed.
std::string WithoutLongDisplays(std::string_view text);

}  // namespace graphmend::syntax
