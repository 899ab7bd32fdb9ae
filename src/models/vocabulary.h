// The words that stubs may say beyond Python, as vocabulary.def lists them; those of @transfer are
// in transfer_words.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/traits.h"

namespace graphmend::models {

// How a result is computed that a signature cannot say.
enum class Transfer : std::uint8_t {
  None,
#define GM_TRANSFER(name, meaning) name,
#include "models/transfers.def"
};

// What `when=` of a @breaks row may ask of an argument.
enum class ConditionWord : std::uint8_t {
#define GM_CONDITION(name, word, open, form, meaning) name,
#include "models/vocabulary.def"
};

enum class Decorator : std::uint8_t {
#define GM_DECORATOR(name, word, form, meaning) name,
#include "models/vocabulary.def"
};

// What decorators take by name: `Keyword::BreaksKind` is `kind=` of @breaks.
enum class Keyword : std::uint8_t {
#define GM_KEYWORD(decorator, name, word, form, meaning) decorator##name,
#include "models/vocabulary.def"
};

enum class Need : std::uint8_t { Optional, Needed };

// The string that a condition takes behind the parameter.
struct ConditionDetail {
  Need need;
  std::vector<std::string_view> words;  // that it may be; empty: any text
};

std::optional<ConditionWord> FindCondition(std::string_view word);
// None: the condition takes the parameter alone.
std::optional<ConditionDetail> DetailOf(ConditionWord condition);
std::optional<Decorator> FindDecorator(std::string_view word);
std::string_view Name(Decorator decorator);
std::optional<Keyword> FindKeyword(Decorator decorator, std::string_view word);
std::optional<OpKind> FindOp(std::string_view word);
// Whether @effect says it of parameters: `mutates(p)`.
bool IsParameterEffect(std::string_view word);
// A word that only another decorator takes is none.
std::optional<Trait> FindTrait(Decorator decorator, std::string_view word);

// All words of one sort, for messages: "did you mean …?".
std::vector<std::string_view> ConditionWords();
std::vector<std::string_view> DecoratorWords();
std::vector<std::string_view> KeywordsOf(Decorator decorator);
// What @op, @grad, @effect, @accepts and @result take; empty for others.
std::vector<std::string_view> TraitWords(Decorator decorator);
// What annotations may name: "Tensor".
std::vector<std::string_view> ValueWords();
bool IsValueWord(std::string_view word);
// What `from graphmend import …` may name in a stub: decorators, conditions and values.
std::vector<std::string_view> ImportableWords();

}  // namespace graphmend::models
