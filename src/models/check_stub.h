// All that a stub says wrong: words that the vocabulary does not have, where they stand.
#pragma once

#include <string_view>
#include <vector>

#include "models/stub_function.h"

namespace graphmend::models {

// Words that are no part of vocabulary.def.
struct KnownWords {
  std::vector<std::string_view> flags;   // of Dynamo, which `unless=` names
  std::vector<std::string_view> gb_ids;  // of PyTorch's registry
};

// In the order of the source; syntax errors included.
std::vector<StubMistake> CheckStub(const syntax::Tree& tree, const source::SourceFile& source,
                                   const KnownWords& known);

}  // namespace graphmend::models
