// Whether instances of a class have a hash.
#include <algorithm>

#include "infer/definitions/classes.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// `@dataclass`: it compares by its fields, unless told otherwise, and has no hash then.
bool ComparesFields(const ClassInfo& info) {
  if (!info.is_dataclass || !info.file || info.is_stub) return false;
  const syntax::Tree& tree = info.file->tree();
  const syntax::ExprList decorators = tree[info.cls].decorators;
  return !decorators.empty() &&
         std::none_of(decorators.begin(), decorators.end(), [&](syntax::ExprId decorator) {
           const auto* call = std::get_if<syntax::Call>(&tree[decorator].node);
           return call && std::any_of(call->args.begin(), call->args.end(), [](const auto& arg) {
                    return arg.name == "eq" || arg.name == "frozen" || arg.name == "unsafe_hash";
                  });
         });
}

}  // namespace

bool Classes::IsUnhashable(ClassId cls) {
  std::optional<bool>& known = Info(cls).unhashable;
  if (known) return *known;
  bool unhashable = false;
  for (ClassId one : std::vector<ClassId>(Info(cls).mro)) {
    if (Info(one).is_stub || !Info(one).file) break;
    if (const DefinitionId hash = AttributeDefinition(one, unit_.Intern("__hash__"))) {
      unhashable = unit_.definitions.Evaluated(hash).value == values.none();
      break;
    }
    if (AttributeDefinition(one, unit_.Intern("__eq__")) || ComparesFields(Info(one))) {
      unhashable = true;
      break;
    }
  }
  Info(cls).unhashable = unhashable;
  has_unhashable_modules_ |= unhashable && Info(cls).is_module;
  return unhashable;
}

}  // namespace graphmend::infer
