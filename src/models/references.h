// What a stub names that other stubs may define: types in annotations, and classes that conditions
// ask for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "syntax/tree.h"

namespace graphmend::models {

struct Reference {
  enum class Kind : std::uint8_t { Type, Class };

  source::Span span;
  Kind kind;
  std::string name;  // "Tensor", not bound in the stub; "torch.nn.Module"
};

// In the order of the source.
std::vector<Reference> ReferencesOf(const syntax::Tree& tree);

}  // namespace graphmend::models
