#include "models/mistakes.h"

#include <iterator>
#include <utility>

#include "base/suggest.h"

namespace graphmend::models {

void Mistakes::Add(source::Span span, std::string message, std::string hint) {
  all_.push_back({span, std::move(message), std::move(hint)});
}

void Mistakes::AddUnknown(source::Span span, std::string_view what, std::string_view word,
                          const std::vector<std::string_view>& known) {
  constexpr std::size_t kMost = 60;
  const std::string shown(word.substr(0, word.find('\n')).substr(0, kMost));
  Add(span, std::string(what) + " `" + shown + "`", base::DidYouMean(word, known));
}

void Mistakes::Append(std::vector<StubMistake> others) {
  std::move(others.begin(), others.end(), std::back_inserter(all_));
}

}  // namespace graphmend::models
