// A rule: what it is called, what it covers, and how it words a finding. Declared once, in
// rules/<slug>.cpp, as a constant named after the slug; its explanation is rules/<slug>.md, whose
// examples run as tests. `rules/meson.build` lists the slugs and generates the registry.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "infer/observation.h"

namespace graphmend::lint {

// "GM" and three digits; anything else does not compile.
class RuleCode {
 public:
  consteval RuleCode(const char* text) : text_(text) {  // NOLINT: implicit by design
    if (text_.size() != 5 || text_[0] != 'G' || text_[1] != 'M')
      throw "a rule code is GM and three digits";
    for (char c : text_.substr(2))
      if (c < '0' || c > '9') throw "a rule code is GM and three digits";
  }
  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// One line, no full stop at the end, at most 100 characters.
class Summary {
 public:
  consteval Summary(const char* text) : text_(text) {  // NOLINT: implicit by design
    if (text_.empty() || text_.back() == '.' || text_.size() > 100)
      throw "a summary is one line without a full stop";
    for (char c : text_)
      if (c == '\n') throw "a summary is one line without a full stop";
  }
  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// PyTorch's own id of a break: "GB" and four digits.
class GbId {
 public:
  consteval GbId(const char* text) : text_(text) {  // NOLINT: implicit by design
    if (text_.size() != 6 || text_[0] != 'G' || text_[1] != 'B')
      throw "a GB id is GB and four digits";
    for (char c : text_.substr(2))
      if (c < '0' || c > '9') throw "a GB id is GB and four digits";
  }
  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

enum class Precision : std::uint8_t { VeryHigh, High, Medium, Low };
std::string_view Slug(Precision precision);  // "very-high", as SARIF and JSON write it

// What a rule says about one observation, for a reader who knows PyTorch and has never heard of
// Dynamo; no full stop at the end. `message` names what breaks, and in which code; `label`, which
// stands under the code, what is needed there and what there is instead; `help`, what to write.
struct Finding {
  std::string message;
  std::string label;
  std::string help;
};

struct Rule {
  RuleCode code;
  std::string_view name;  // "branch-on-tensor"
  Summary summary;
  std::span<const GbId> breaks = {};  // the registry ids it covers
  diag::Severity severity = diag::Severity::Warning;
  Precision precision = Precision::High;
  std::string_view since = "0.1";
  bool on_request = false;                        // off until a selector names it
  std::optional<infer::ObservationKind> on = {};  // which observations it words
  // Words one of them; a kind belongs to exactly one rule unless `accepts` splits it.
  Finding (*check)(const infer::Observation&) = nullptr;
  bool (*accepts)(const infer::Observation&) = nullptr;  // null: all of the kind
};

// The kind of an observation, by the struct that has what is particular to it.
template <class Kind>
inline constexpr infer::ObservationKind kOn =
    infer::observed::KindOf(static_cast<const Kind*>(nullptr));
// A rule's `check` and `accepts`, which take what is particular to the kind as well.
template <class Kind, Finding (*kCheck)(const infer::Observation&, const Kind&)>
Finding Check(const infer::Observation& observation) {
  return kCheck(observation, std::get<Kind>(observation.what));
}
template <class Kind, bool (*kAccepts)(const Kind&)>
bool Accepts(const infer::Observation& observation) {
  return kAccepts(std::get<Kind>(observation.what));
}

// All rules, by code. Generated from rules/meson.build.
std::span<const Rule* const> Rules();
// The text of rules/<slug>.md, embedded.
std::string_view Documentation(const Rule& rule);
// By code, name or code prefix ("GM1"); null when nothing or more than one thing is meant.
const Rule* FindRule(std::string_view code_or_name);

// Its place in `Rules()`, by a name that there is.
std::uint32_t IndexOfRule(std::string_view name);

// Where PyTorch explains a break: "https://…/gb0170.html".
std::string GbPage(std::string_view gb_id);

}  // namespace graphmend::lint
