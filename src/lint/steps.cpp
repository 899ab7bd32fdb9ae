#include "lint/steps.h"

#include "source/excerpt.h"

namespace graphmend::lint {
namespace {

using infer::CompiledBy;
using infer::OriginKind;

std::string WordsOf(const infer::OriginStep& step) {
  const std::string text =
      "`" + source::Excerpt(step.location.file->Text(step.location.span), 48) + "`";
  const std::string parameter = "parameter `" + step.detail + "`";
  switch (step.kind) {
    case OriginKind::Annotated: return parameter + " is declared a tensor";
    case OriginKind::Used: return (step.detail.empty() ? text : parameter) + " is used as a tensor";
    case OriginKind::Called: return text + " is a tensor: result of " + step.detail;
    case OriginKind::Operator: return text + " is a tensor: " + step.detail + " of a tensor";
    case OriginKind::Attribute: return text + " is a tensor attribute";
    case OriginKind::Element: return text + " is an element of a tensor";
    case OriginKind::Argument: return "passed as " + parameter;
    case OriginKind::Constructed: return text + " is made here";
    case OriginKind::Shown: return text + " is put into a text";
  }
  return text;
}

bool SamePlace(const infer::OriginStep& a, const infer::OriginStep& b) {
  return a.location.file == b.location.file && a.location.span.begin == b.location.span.begin;
}

// That a parameter is passed on says nothing where the step before is about that parameter.
bool AddsNothing(const infer::OriginStep& step, const infer::OriginStep& before) {
  const bool is_parameter = before.kind == OriginKind::Annotated || before.kind == OriginKind::Used;
  return step.kind == OriginKind::Argument && is_parameter && SamePlace(step, before);
}

std::vector<const infer::OriginStep*> Kept(const std::vector<infer::OriginStep>& reason) {
  std::vector<const infer::OriginStep*> kept;
  // Of two that read alike the later one stays, which is nearer to where the value comes from.
  for (std::size_t i = reason.size(); i-- > 0;) {
    if (i > 0 && AddsNothing(reason[i], reason[i - 1])) continue;
    if (kept.empty() || !SamePlace(*kept.back(), reason[i]) ||
        WordsOf(*kept.back()) != WordsOf(reason[i]))
      kept.push_back(&reason[i]);
  }
  return {kept.rbegin(), kept.rend()};
}

bool IsOnLinesOf(const diag::Location& step, const diag::Location& at) {
  if (step.file != at.file) return false;
  const std::uint32_t line = step.file->LineOf(step.span.begin);
  return at.file->LineOf(at.span.begin) <= line && line <= at.file->LineOf(at.span.end);
}

}  // namespace

Reason Words(const std::vector<infer::OriginStep>& reason, const diag::Location& at) {
  Reason words;
  for (const infer::OriginStep* step : Kept(reason)) {
    if (step->kind != OriginKind::Argument && !IsOnLinesOf(step->location, at))
      words.telling = words.steps.size();
    words.steps.push_back({step->location, WordsOf(*step)});
  }
  return words;
}

std::string InOneLine(const std::vector<infer::OriginStep>& reason) {
  std::string line;
  for (const infer::OriginStep* step : Kept(reason))
    line += (line.empty() ? "" : "; ") + WordsOf(*step);
  return line;
}

std::string Words(const infer::HowCompiled& how) {
  switch (how.by) {
    case CompiledBy::Source: return how.text;
    case CompiledBy::Setting: return "the setting entry-points";
    case CompiledBy::AssumedMethod: return "nn.Module." + how.text + " (assumed)";
    case CompiledBy::AssumedFunction: return "function (assumed)";
  }
  return how.text;
}

diag::Step Words(const infer::CallStep& step) {
  if (!step.callee.empty()) return {step.location, "calls " + step.callee};
  switch (step.how.by) {
    case CompiledBy::Source:
    case CompiledBy::Setting: return {step.location, "compiled by " + Words(step.how)};
    case CompiledBy::AssumedMethod:
      return {step.location, "assumed to be compiled: nn.Module." + step.how.text};
    case CompiledBy::AssumedFunction:
      return {step.location, "assumed to be compiled: " + step.how.text};
  }
  return {step.location, ""};
}

}  // namespace graphmend::lint
