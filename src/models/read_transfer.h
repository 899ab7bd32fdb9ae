// What one @transfer says.
#pragma once

#include <string>

#include "models/mistakes.h"
#include "models/vocabulary.h"
#include "syntax/tree.h"

namespace graphmend::models {

struct SaidTransfer {
  Transfer transfer = Transfer::None;
  std::string word;  // of its further parameter; empty: not given
};

// `call` is the decorator, `span` all of it. Where something is wrong with the word or with what
// tells it from others, there is no transfer.
SaidTransfer ReadTransfer(const syntax::Tree& tree, const source::SourceFile& source,
                          const syntax::Call& call, source::Span span, Mistakes& mistakes);

}  // namespace graphmend::models
