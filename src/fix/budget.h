// How much work goes into the proposals for one file. What a proposal looks at again and again
// grows with the function that it is for, so that a file of many findings would take the square of
// its size, or worse.
#pragma once

#include <cstdint>

namespace graphmend::fix {

class Budget {
 public:
  // An instruction or a term looked at, or a character written. Of 9,000 files of libraries none
  // takes more than 260,000.
  static constexpr std::int64_t kMostOfProposal = 5'000'000;
  static constexpr std::int64_t kMostOfFile = 20'000'000;
  // A character of the statement that is to be rewritten: all fixes walk through it.
  static constexpr std::int64_t kOfCharacter = 16;
  static constexpr std::int64_t kOfEdit = 32;
  static constexpr std::int64_t kOfFact = 2;

  void BeginFile() { file_ = kMostOfFile; }
  void BeginProposal() { proposal_ = kMostOfProposal; }
  // False: there is none left, and the proposal is not to be believed.
  bool Spend(std::int64_t work) {
    proposal_ -= work;
    file_ -= work;
    return !IsExhausted();
  }
  bool IsExhausted() const { return proposal_ < 0 || file_ < 0; }
  bool IsFileExhausted() const { return file_ < 0; }

 private:
  std::int64_t proposal_ = kMostOfProposal;
  std::int64_t file_ = kMostOfFile;
};

}  // namespace graphmend::fix
