#include "syntax/qualified_name.h"

#include <string_view>

namespace graphmend::syntax {

std::string QualifiedName(const Tree& tree, FunctionId function) {
  std::string name;
  auto prepend = [&](std::string_view part) {
    name = name.empty() ? std::string(part) : std::string(part) + "." + name;
  };
  FunctionId fn = function;
  ClassId cls;
  while (fn || cls) {
    if (fn) {
      prepend(tree[fn].name.text());
      cls = tree[fn].cls;
      if (!cls) {
        fn = tree[fn].parent;
        if (fn) prepend("<locals>");
        continue;
      }
      fn = {};
    } else {
      prepend(tree[cls].name.text());
      ClassId outer = tree[cls].cls;
      if (outer) {
        cls = outer;
        continue;
      }
      fn = tree[cls].function;
      cls = {};
      if (fn) prepend("<locals>");
    }
  }
  return name;
}

FunctionId FunctionAround(const Tree& tree, Span span) {
  FunctionId innermost;
  for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
    const Span outer = tree.functions[FunctionId(i)].span;
    // Outer functions come before inner ones.
    if (outer.begin <= span.begin && span.end <= outer.end) innermost = FunctionId(i);
  }
  return innermost;
}

}  // namespace graphmend::syntax
