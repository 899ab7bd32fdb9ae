#include "models/stub_bindings.h"

#include <algorithm>
#include <memory>

#include "base/symbol.h"
#include "source/source_file.h"
#include "syntax/parse.h"

namespace graphmend::models {

const BoundNames* StubBindings::Of(const std::string& module) {
  if (const auto found = known_.find(module); found != known_.end()) return &found->second;
  const StubSet::Stub* stub = set_.Find(module);
  if (!stub) return nullptr;
  base::Interner interner;
  const source::SourceFile file("", std::string(stub->text));
  const std::unique_ptr<syntax::Tree> tree = syntax::Parse(file, interner);
  return &known_.emplace(module, BoundNamesOf(*tree)).first->second;
}

bool StubBindings::MayBind(const std::string& module, std::string_view name, int depth) {
  const BoundNames* bound = Of(module);
  if (!bound || depth == 0) return false;
  if (bound->has_other_star || bound->Has(name)) return true;
  return std::any_of(bound->stars.begin(), bound->stars.end(), [&](const std::string& star) {
    return !Of(star) || MayBind(star, name, depth - 1);
  });
}

}  // namespace graphmend::models
