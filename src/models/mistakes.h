// What a stub says wrong, and where.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source/source_file.h"

namespace graphmend::models {

struct StubMistake {
  source::Span span;
  std::string message;  // no full stop
  std::string hint;     // "did you mean `x`?", or nothing
};

// In the order in which they are found.
class Mistakes {
 public:
  void Add(source::Span span, std::string message, std::string hint = "");
  // "`what` `word`", and the one of `known` that was probably meant.
  void AddUnknown(source::Span span, std::string_view what, std::string_view word,
                  const std::vector<std::string_view>& known);
  void Append(std::vector<StubMistake> others);

  std::vector<StubMistake> Take() { return std::move(all_); }

 private:
  std::vector<StubMistake> all_;
};

}  // namespace graphmend::models
