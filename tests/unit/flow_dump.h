// The graph of a function that a test writes down, as the dump that it compares with.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "flow/graph.h"
#include "parse_text.h"

namespace graphmend::testing {

inline std::string Join(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// The function `f` of `text` as a dump, which has been verified.
inline std::string Dump(const std::string& text) {
  ParsedText parsed(text);
  auto graph = parsed.Lower("f");
  CHECK(Join(flow::Verify(*graph)) == "");
  return flow::Print(*graph, *parsed.tree);
}

}  // namespace graphmend::testing
