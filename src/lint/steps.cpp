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
  }
  return text;
}

}  // namespace

std::vector<diag::Step> Words(const std::vector<infer::OriginStep>& reason) {
  std::vector<diag::Step> steps;
  // Of two that read alike the later one stays, which is nearer to where the value comes from.
  for (auto step = reason.rbegin(); step != reason.rend(); ++step) {
    diag::Step words{step->location, WordsOf(*step)};
    if (steps.empty() || steps.back().text != words.text ||
        steps.back().location.span.begin != words.location.span.begin)
      steps.push_back(std::move(words));
  }
  return {steps.rbegin(), steps.rend()};
}

std::string InOneLine(const std::vector<infer::OriginStep>& reason) {
  std::string line;
  for (const diag::Step& step : Words(reason)) line += (line.empty() ? "" : "; ") + step.text;
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
      return {step.location, "taken as compiled: nn.Module." + step.how.text};
    case CompiledBy::AssumedFunction: return {step.location, "taken as compiled: " + step.how.text};
  }
  return {step.location, ""};
}

}  // namespace graphmend::lint
