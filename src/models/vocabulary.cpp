#include "models/vocabulary.h"

#include <algorithm>
#include <iterator>

namespace graphmend::models {
namespace {

constexpr std::string_view kConditionWords[] = {
#define GM_CONDITION(name, word, open, form, meaning) word,
#include "models/vocabulary.def"
};

struct DetailRow {
  ConditionWord condition;
  Need need;
  std::string_view words;  // separated by blanks
};

constexpr DetailRow kDetails[] = {
#define GM_CONDITION_DETAIL(name, need, words) {ConditionWord::name, Need::need, words},
#include "models/vocabulary.def"
};

constexpr std::string_view kParameterEffects[] = {
#define GM_PARAMETER_EFFECT(word, form, meaning) word,
#include "models/vocabulary.def"
};

constexpr std::string_view kDecoratorWords[] = {
#define GM_DECORATOR(name, word, form, meaning) word,
#include "models/vocabulary.def"
};

constexpr std::string_view kValueWords[] = {
#define GM_VALUE(word, form, meaning) word,
#include "models/vocabulary.def"
};

struct KeywordRow {
  Decorator decorator;
  std::string_view word;
};

constexpr KeywordRow kKeywords[] = {
#define GM_KEYWORD(decorator, name, word, form, meaning) {Decorator::decorator, word},
#include "models/vocabulary.def"
};

constexpr std::string_view kOpWords[] = {
#define GM_OP(name, word, meaning) word,
#include "models/vocabulary.def"
};

struct TraitRow {
  Decorator decorator;
  Trait trait;
  std::string_view word;
};

constexpr TraitRow kTraits[] = {
#define GM_TRAIT(decorator, name, word, meaning) {Decorator::decorator, Trait::name, word},
#include "models/vocabulary.def"
};

// The place of `word` among `words` as an enumerator.
template <class Enum, std::size_t n>
std::optional<Enum> Find(const std::string_view (&words)[n], std::string_view word) {
  const auto* found = std::find(std::begin(words), std::end(words), word);
  if (found == std::end(words)) return std::nullopt;
  return static_cast<Enum>(found - std::begin(words));
}

}  // namespace

std::optional<ConditionWord> FindCondition(std::string_view word) {
  return Find<ConditionWord>(kConditionWords, word);
}

std::optional<ConditionDetail> DetailOf(ConditionWord condition) {
  const auto* row = std::find_if(std::begin(kDetails), std::end(kDetails),
                                 [&](const DetailRow& one) { return one.condition == condition; });
  if (row == std::end(kDetails)) return std::nullopt;
  ConditionDetail detail{row->need, {}};
  for (std::string_view rest = row->words; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    detail.words.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return detail;
}

std::optional<Decorator> FindDecorator(std::string_view word) {
  return Find<Decorator>(kDecoratorWords, word);
}

std::string_view Name(Decorator decorator) {
  return kDecoratorWords[static_cast<std::size_t>(decorator)];
}

std::optional<Keyword> FindKeyword(Decorator decorator, std::string_view word) {
  for (std::size_t i = 0; i < std::size(kKeywords); ++i)
    if (kKeywords[i].decorator == decorator && kKeywords[i].word == word)
      return static_cast<Keyword>(i);
  return std::nullopt;
}

std::optional<OpKind> FindOp(std::string_view word) {
  const auto* found = std::find(std::begin(kOpWords), std::end(kOpWords), word);
  if (found == std::end(kOpWords)) return std::nullopt;
  return static_cast<OpKind>(found - std::begin(kOpWords) + 1);  // behind Unknown
}

bool IsParameterEffect(std::string_view word) {
  return std::find(std::begin(kParameterEffects), std::end(kParameterEffects), word) !=
         std::end(kParameterEffects);
}

std::optional<Trait> FindTrait(Decorator decorator, std::string_view word) {
  for (const TraitRow& row : kTraits)
    if (row.decorator == decorator && row.word == word) return row.trait;
  return std::nullopt;
}

std::vector<std::string_view> ConditionWords() {
  return {std::begin(kConditionWords), std::end(kConditionWords)};
}

std::vector<std::string_view> DecoratorWords() {
  return {std::begin(kDecoratorWords), std::end(kDecoratorWords)};
}

std::vector<std::string_view> KeywordsOf(Decorator decorator) {
  std::vector<std::string_view> words;
  for (const KeywordRow& row : kKeywords)
    if (row.decorator == decorator) words.push_back(row.word);
  return words;
}

std::vector<std::string_view> TraitWords(Decorator decorator) {
  if (decorator == Decorator::Op) return {std::begin(kOpWords), std::end(kOpWords)};
  std::vector<std::string_view> words;
  for (const TraitRow& row : kTraits)
    if (row.decorator == decorator) words.push_back(row.word);
  return words;
}

std::vector<std::string_view> ValueWords() {
  return {std::begin(kValueWords), std::end(kValueWords)};
}

bool IsValueWord(std::string_view word) {
  return std::find(std::begin(kValueWords), std::end(kValueWords), word) != std::end(kValueWords);
}

std::vector<std::string_view> ImportableWords() {
  std::vector<std::string_view> words = DecoratorWords();
  words.insert(words.end(), std::begin(kConditionWords), std::end(kConditionWords));
  words.insert(words.end(), std::begin(kValueWords), std::end(kValueWords));
  words.insert(words.end(), std::begin(kParameterEffects), std::end(kParameterEffects));
  words.emplace_back("identity");
  return words;
}

}  // namespace graphmend::models
