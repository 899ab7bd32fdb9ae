// Python text to tree, index and graphs, for tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/symbol.h"
#include "flow/graph.h"
#include "names/index.h"
#include "syntax/parse.h"

namespace graphmend::testing {

struct ParsedText {
  explicit ParsedText(std::string text)
      : file("test.py", std::move(text)),
        tree(syntax::Parse(file, interner)),
        index(names::BuildIndex(*tree, interner)) {}

  // Of the first function of that name.
  syntax::FunctionId Function(std::string_view name) const {
    for (std::uint32_t i = 0; i < tree->functions.size(); ++i)
      if (tree->functions[syntax::FunctionId(i)].name == name) return syntax::FunctionId(i);
    return {};
  }
  std::unique_ptr<flow::Graph> Lower(std::string_view function) {
    return flow::LowerFunction(*tree, *index, Function(function), interner);
  }
  const names::Scope& Scope(std::string_view function) const {
    return (*index)[index->of_function[Function(function).index]];
  }
  names::Binding Resolve(std::string_view function, std::string_view name) {
    return index->Resolve(index->of_function[Function(function).index], interner.Intern(name));
  }

  base::Interner interner;
  source::SourceFile file;
  std::unique_ptr<syntax::Tree> tree;
  std::unique_ptr<names::Index> index;
};

}  // namespace graphmend::testing
