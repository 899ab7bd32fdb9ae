#include "models/transfer_words.h"

#include <algorithm>
#include <iterator>

namespace graphmend::models {
namespace {

struct TransferRow {
  std::string_view family;     // or the only word
  std::string_view parameter;  // empty: the word says all
  std::string_view word;
};

// By Transfer.
constexpr TransferRow kTransfers[] = {
    {"none", "", ""},
#define GM_TRANSFER(name, meaning) {#name, "", ""},
#define GM_TRANSFER_VARIANT(name, family, parameter, word, meaning) {#family, parameter, word},
#include "models/transfers.def"
};

constexpr TransferParameter kParameters[] = {
#define GM_TRANSFER_PARAMETER(transfer, parameter, need, word, meaning) \
  {Transfer::transfer, parameter, Need::need, word},
#include "models/transfers.def"
};

void AddOnce(std::string_view word, std::vector<std::string_view>& words) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
}

}  // namespace

std::vector<std::string_view> TransferWords() {
  std::vector<std::string_view> words;
  for (std::size_t i = 1; i < std::size(kTransfers); ++i) AddOnce(kTransfers[i].family, words);
  return words;
}

std::vector<std::string_view> ParametersOf(std::string_view word) {
  std::vector<std::string_view> names;
  if (const std::string_view name = FamilyParameter(word); !name.empty()) names.push_back(name);
  for (const TransferParameter& parameter : kParameters)
    if (kTransfers[static_cast<std::size_t>(parameter.transfer)].family == word)
      AddOnce(parameter.name, names);
  return names;
}

Transfer FindTransfer(std::string_view word) { return FindVariant(word, ""); }

std::string_view FamilyParameter(std::string_view family) {
  for (const TransferRow& row : kTransfers)
    if (row.family == family && !row.parameter.empty()) return row.parameter;
  return {};
}

std::vector<std::string_view> FamilyWords(std::string_view family) {
  std::vector<std::string_view> words;
  for (const TransferRow& row : kTransfers)
    if (row.family == family && !row.parameter.empty()) words.push_back(row.word);
  return words;
}

Transfer FindVariant(std::string_view family, std::string_view word) {
  for (std::size_t i = 1; i < std::size(kTransfers); ++i)
    if (kTransfers[i].family == family && kTransfers[i].word == word)
      return static_cast<Transfer>(i);
  return Transfer::None;
}

const TransferParameter* ParameterOf(Transfer transfer) {
  const auto* found = std::find_if(
      std::begin(kParameters), std::end(kParameters),
      [&](const TransferParameter& parameter) { return parameter.transfer == transfer; });
  return found == std::end(kParameters) ? nullptr : found;
}

std::string Name(Transfer transfer) {
  const TransferRow& row = kTransfers[static_cast<std::size_t>(transfer)];
  std::string name(row.family);
  if (row.parameter.empty()) return name;
  return name.append("(").append(row.parameter).append("=\"").append(row.word).append("\")");
}

}  // namespace graphmend::models
