#include "models/read_transfer.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/nodes.h"
#include "models/transfer_words.h"

namespace graphmend::models {
namespace {

using Words = std::vector<std::string_view>;

std::string Listed(const Words& words) {
  std::string text;
  for (std::string_view word : words)
    text += (text.empty() ? "`" : ", `") + std::string(word) + "`";
  return text;
}

class TransferReader {
 public:
  TransferReader(const syntax::Tree& tree, const source::SourceFile& source, source::Span span,
                 Mistakes& mistakes)
      : tree_(tree), source_(source), span_(span), mistakes_(mistakes) {}

  SaidTransfer Read(const syntax::Call& call) {
    if (call.args.empty() || call.args[0].kind != syntax::ArgKind::Positional) {
      mistakes_.Add(span_, "`@transfer` begins with a word");
      return {};
    }
    const std::string_view word = WordOf(tree_, source_, call.args[0].value);
    const Words words = TransferWords();
    if (std::find(words.begin(), words.end(), word) == words.end()) {
      mistakes_.AddUnknown(call.args[0].span, "there is no transfer", word, words);
      return {};
    }
    named_ = std::span<const syntax::Arg>(call.args).subspan(1);
    if (!NamesAreKnown(word)) return {};
    const Transfer transfer = Chosen(word);
    return {transfer, transfer == Transfer::None ? "" : Further(transfer, word)};
  }

 private:
  bool NamesAreKnown(std::string_view word) {
    const Words known = ParametersOf(word);
    bool all = true;
    for (const syntax::Arg& arg : named_) {
      const std::string_view name = arg.name.text();
      if (arg.kind != syntax::ArgKind::Keyword)
        mistakes_.Add(arg.span, "behind its word, `@transfer` takes arguments by name");
      else if (std::find(known.begin(), known.end(), name) == known.end())
        mistakes_.AddUnknown(arg.span, Of(word) + " has no parameter", name, known);
      else continue;
      all = false;
    }
    return all;
  }

  // Which of a family it is.
  Transfer Chosen(std::string_view word) {
    const std::string_view parameter = FamilyParameter(word);
    const syntax::Arg* arg = parameter.empty() ? nullptr : Find(parameter);
    const std::string name(parameter);
    if (!arg) {
      const Transfer plain = FindTransfer(word);
      if (plain == Transfer::None)
        mistakes_.Add(span_, Of(word) + " needs `" + name + "=`",
                      "it is one of " + Listed(FamilyWords(word)));
      return plain;
    }
    const std::string_view value = WordOf(tree_, source_, arg->value);
    const Words words = FamilyWords(word);
    if (std::find(words.begin(), words.end(), value) != words.end())
      return FindVariant(word, value);
    mistakes_.AddUnknown(arg->span, "`" + name + "=` of " + Of(word) + " is never", value, words);
    return Transfer::None;
  }

  // What is said by the parameter that does not tell which of a family it is.
  std::string Further(Transfer transfer, std::string_view word) {
    const TransferParameter* parameter = ParameterOf(transfer);
    for (const syntax::Arg& arg : named_)
      if (arg.name != FamilyParameter(word) && (!parameter || arg.name != parameter->name))
        mistakes_.Add(arg.span, Of(Name(transfer)) + " takes no `" + arg.name.str() + "=`");
    if (!parameter) return {};
    const std::string name(parameter->name);
    const syntax::Arg* arg = Find(parameter->name);
    if (!arg) {
      if (parameter->need == Need::Needed)
        mistakes_.Add(span_, Of(Name(transfer)) + " needs `" + name + "=`");
      return {};
    }
    const std::optional<std::string_view> text = TextOf(tree_, arg->value);
    if (!text) {
      mistakes_.Add(arg->span, "`" + name + "=` of " + Of(Name(transfer)) + " is a string");
    } else if (!parameter->word.empty() && *text != parameter->word) {
      mistakes_.AddUnknown(arg->span, "`" + name + "=` of " + Of(Name(transfer)) + " is never",
                           *text, {parameter->word});
    } else {
      return std::string(*text);
    }
    return {};
  }

  const syntax::Arg* Find(std::string_view name) const {
    const auto found = std::find_if(named_.begin(), named_.end(),
                                    [&](const syntax::Arg& arg) { return arg.name == name; });
    return found == named_.end() ? nullptr : &*found;
  }

  static std::string Of(std::string_view transfer) {
    return "the transfer `" + std::string(transfer) + "`";
  }

  const syntax::Tree& tree_;
  const source::SourceFile& source_;
  source::Span span_;
  Mistakes& mistakes_;
  std::span<const syntax::Arg> named_;  // behind the word
};

}  // namespace

SaidTransfer ReadTransfer(const syntax::Tree& tree, const source::SourceFile& source,
                          const syntax::Call& call, source::Span span, Mistakes& mistakes) {
  return TransferReader(tree, source, span, mistakes).Read(call);
}

}  // namespace graphmend::models
