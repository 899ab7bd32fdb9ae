// How stubs name transfers: @transfer("word"), or @transfer("family", parameter="word"), as
// transfers.def lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/vocabulary.h"

namespace graphmend::models {

// What a transfer takes besides the parameter that tells it from others of its family.
struct TransferParameter {
  Transfer transfer;
  std::string_view name;
  Need need;
  std::string_view word;  // the only one that it may be; empty: any text
};

// What @transfer may begin with: families, and transfers that are of none.
std::vector<std::string_view> TransferWords();
// All that @transfer may take by name behind this word.
std::vector<std::string_view> ParametersOf(std::string_view word);
// The transfer that is named by this word alone; `Transfer::None` when there is none.
Transfer FindTransfer(std::string_view word);

// The parameter that says which of a family is meant; empty for what is no family.
std::string_view FamilyParameter(std::string_view family);
// What that parameter may be.
std::vector<std::string_view> FamilyWords(std::string_view family);
// `Transfer::None` when the family has no such member.
Transfer FindVariant(std::string_view family, std::string_view word);

// Null: it takes nothing.
const TransferParameter* ParameterOf(Transfer transfer);

// "same"; "reduce(dtype="bool")".
std::string Name(Transfer transfer);

}  // namespace graphmend::models
