// `graphmend entries`: what is compiled, and how far it was followed.
#include <algorithm>
#include <array>

#include "base/visible.h"
#include "cli/commands.h"
#include "lint/holes.h"
#include "lint/steps.h"
#include "project/session.h"
#include "report/json.h"
#include "report/text.h"

namespace graphmend::cli {
namespace {

constexpr std::size_t kMostReasons = 5;

enum class Group : std::uint8_t { Followed, InPart, NotFollowed, Assumed };
constexpr std::array kGroups = {
    std::pair(Group::Followed, std::string_view("Followed")),
    std::pair(Group::InPart, std::string_view("Followed in part")),
    std::pair(Group::NotFollowed, std::string_view("Not followed")),
    std::pair(Group::Assumed, std::string_view("Assumed, though nothing in view compiles them"))};

Group GroupOf(const infer::Entry& entry) {
  if (entry.how.IsAssumed()) return Group::Assumed;
  if (lint::IsNotFollowed(entry)) return Group::NotFollowed;
  return entry.incomplete ? Group::InPart : Group::Followed;
}

std::string EntryLine(const infer::Entry& entry, const report::Style& style) {
  std::string line = "  ";
  if (entry.location.file) line += report::Place(entry.location) + ": ";
  line += style.Paint(report::Tone::Bold, base::OneLine(entry.target));
  if (!entry.how.IsAssumed()) line += "  " + base::OneLine(lint::Words(entry.how));
  if (entry.fullgraph) line += ", fullgraph=True";
  if (!entry.options.empty()) line += ", " + base::OneLine(entry.options);
  return line + "\n";
}

std::string ReasonLines(const infer::Entry& entry, const std::vector<infer::Hole>& holes) {
  const std::vector<std::string> reasons = lint::NotFollowedOf(entry, holes);
  std::string text;
  for (std::size_t i = 0; i < std::min(reasons.size(), kMostReasons); ++i)
    text += "      not followed: " + base::OneLine(reasons[i]) + "\n";
  if (reasons.size() > kMostReasons)
    text += "      and " + std::to_string(reasons.size() - kMostReasons) + " more\n";
  return text;
}

std::string EntriesText(const lint::Outcome& outcome, const report::Style& style) {
  std::string text;
  for (const auto& [group, title] : kGroups) {
    std::string lines;
    std::size_t count = 0;
    for (const infer::Entry& entry : outcome.entries) {
      if (GroupOf(entry) != group) continue;
      ++count;
      lines += EntryLine(entry, style);
      if (group != Group::Assumed) lines += ReasonLines(entry, outcome.holes);
    }
    if (count > 0)
      text += style.Paint(report::Tone::Bold, title) + " (" + std::to_string(count) + ")\n" + lines;
  }
  if (outcome.entries.empty()) return text;
  text +=
      lint::DescribeEntries(outcome) + " in " + lint::Count(outcome.files, "file", "files") + "\n";
  if (const std::string also = lint::DescribeLeftOut(outcome.left_out); !also.empty())
    text += also + "\n";
  return text;
}

}  // namespace

int RunEntries(const Invocation& invocation) {
  project::Configuration configuration(invocation.settings);
  project::Session session(configuration, Selected(invocation, configuration, PathsOf(invocation)),
                           invocation.jobs);
  if (auto error = configuration.error()) return Fail(invocation, *error);
  lint::Outcome outcome = session.Analyse();
  ComplainOf(invocation, outcome);
  if (invocation.only_explicit) {
    std::erase_if(outcome.entries, [](const infer::Entry& e) { return e.how.IsAssumed(); });
    outcome.left_out = {};
  }
  const int status = outcome.HasTrouble() ? kTrouble : 0;
  if (invocation.format == Format::Json)
    return Deliver(invocation, report::EntriesJson(outcome.entries, outcome.holes), status);
  const report::Style style = StyleFor(os::Stream::Output, invocation.color);
  return Deliver(invocation, EntriesText(outcome, style), status, style);
}

}  // namespace graphmend::cli
