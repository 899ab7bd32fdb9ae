#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "lint/rule.h"
#include "sarif/fingerprint.h"
#include "sarif/parts.h"
#include "sarif/uri.h"
#include "source/notebook.h"

namespace graphmend::sarif {
namespace {

using diag::Diagnostic;
using diag::Location;
using diag::Step;

constexpr std::size_t kMostLinkedSteps = 8;  // of each chain; the message has to stay readable

// The findings of one rule that start on one line. GitHub knows an alert by rule and line, so they
// are one result: the firmest speaks, the others are named behind it.
using Group = std::vector<const Diagnostic*>;

std::uint32_t LineOf(const Location& location) {
  return location.file->LineOf(location.span.begin);
}

std::vector<Group> GroupByLine(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Group> groups;
  std::map<std::tuple<std::string_view, std::uint32_t, std::uint32_t>, std::size_t> known;
  for (const Diagnostic& diagnostic : diagnostics) {
    const Location& location = diagnostic.location;
    std::tuple key(std::string_view(location.file->path()), LineOf(location),
                   diagnostic.rule_index);
    auto [found, added] = known.emplace(key, groups.size());
    if (added) groups.emplace_back();
    groups[found->second].push_back(&diagnostic);
  }
  for (Group& group : groups)
    std::stable_sort(group.begin(), group.end(), [](const Diagnostic* a, const Diagnostic* b) {
      return a->severity > b->severity;
    });
  return groups;
}

void WriteRegion(Json& json, std::string_view key, const source::SourceFile& file,
                 source::Span span) {
  source::Position begin = file.PositionOf(span.begin, source::ColumnUnit::Utf16);
  source::Position end = file.PositionOf(span.end, source::ColumnUnit::Utf16);
  json.Object(key, [&] {
    json.Field("startLine", begin.line);
    json.Field("startColumn", begin.column);
    json.Field("endLine", end.line);
    json.Field("endColumn", end.column);
  });
}

// `span` cut at the end of its first line: GitHub shows an alert in a pull request only when all
// of its lines are in the diff.
source::Span FirstLine(const Location& location) {
  std::uint32_t line = LineOf(location);
  auto line_end =
      static_cast<std::uint32_t>(location.file->LineStart(line) + location.file->Line(line).size());
  return {location.span.begin,
          std::max(location.span.begin, std::min(location.span.end, line_end))};
}

void WritePhysicalLocation(Json& json, const Location& location, source::Span context = {}) {
  source::Span region = FirstLine(location);
  json.Object("physicalLocation", [&] {
    json.Object("artifactLocation", [&] { json.Field("uri", UriOf(location.file->path())); });
    WriteRegion(json, "region", *location.file, region);
    bool wider = context.begin <= region.begin && context.end >= region.end &&
                 context.size() > region.size();
    if (wider) WriteRegion(json, "contextRegion", *location.file, context);
  });
}

// The text of a result, with the places that it links to.
class LinkedMessage {
 public:
  explicit LinkedMessage(const Location& primary) : primary_(primary) {}

  void Add(std::string_view text) { text_ += Escaped(text); }
  void AddLink(const Step& step) {
    if (!step.location.file) return;
    related_.push_back(step.location);
    notes_.push_back(step.text);
    text_ += "[" + LinkText(step.location) + "](" + std::to_string(related_.size()) + ")";
  }

  void Write(Json& json) const {
    json.Object("message", [&] { json.Field("text", text_); });
    if (related_.empty()) return;
    json.Key("relatedLocations");
    std::size_t id = 0;
    json.Array(related_, [&](const Location& location) {
      json.Object([&] {
        json.Field("id", id + 1);
        WritePhysicalLocation(json, location);
        WriteMessage(json, "message", notes_[id]);
      });
      ++id;
    });
  }

 private:
  // What would read as a link, "](", is broken up by SARIF's escape; other brackets stay as they
  // are.
  static std::string Escaped(std::string_view text) {
    std::string escaped;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == ']' && i + 1 < text.size() && text[i + 1] == '(') escaped += '\\';
      escaped += text[i];
    }
    return escaped;
  }

  std::string LinkText(const Location& location) const {
    std::string line = std::to_string(LineOf(location));
    if (location.file == primary_.file) return "line " + line;
    std::string_view path = location.file->path();
    std::string name(path.substr(path.rfind('/') + 1));
    std::replace(name.begin(), name.end(), '[', '(');
    std::replace(name.begin(), name.end(), ']', ')');
    return name + ":" + line;
  }

  const Location& primary_;
  std::string text_;
  std::vector<Location> related_;
  std::vector<std::string> notes_;
};

bool IsAt(const Step& step, const Location& location) {
  return step.location.file == location.file && step.location.span == location.span;
}

// A step at the finding itself needs no link.
std::vector<Step> Elsewhere(std::vector<Step> steps, const Location& location) {
  std::erase_if(steps, [&](const Step& step) { return IsAt(step, location); });
  return steps;
}

void AddChain(LinkedMessage& message, std::string_view label, const std::vector<Step>& steps) {
  if (steps.empty()) return;
  message.Add(label);
  std::size_t shown = std::min(steps.size(), kMostLinkedSteps);
  for (std::size_t i = 0; i < shown; ++i) {
    message.Add(i == 0 ? " " : "; ");
    message.Add(steps[i].text);
    if (!steps[i].location.file) continue;
    message.Add(" (");
    message.AddLink(steps[i]);
    message.Add(")");
  }
  message.Add(shown < steps.size() ? "; …" : ".");
}

LinkedMessage Compose(const Group& group) {
  const Diagnostic& first = *group.front();
  LinkedMessage message(first.location);
  message.Add(Sentence(diag::MessageAndCell(first)));
  AddChain(message, " Because", Elsewhere(first.reason, first.location));
  AddChain(message,
           first.call_sites > 1 ? " Several calls lead here:" : " Compiled code gets here through:",
           first.callers);
  std::vector<Step> breaks;
  for (const diag::LibraryBreak& one : first.breaks)
    breaks.push_back({one.location, one.code + " " + one.message});
  AddChain(message, " In the library:", breaks);
  if (!first.help.empty()) message.Add(" " + Sentence(first.help));
  for (std::size_t i = 1; i < group.size(); ++i) {
    message.Add(" Also on this line: " + diag::MessageAndCell(*group[i]) + " (");
    message.AddLink({group[i]->location, diag::MessageAndCell(*group[i])});
    message.Add(").");
  }
  return message;
}

void WriteThreadFlow(Json& json, std::string_view title, const std::vector<Step>& steps,
                     const Diagnostic& diagnostic) {
  std::vector<Step> way;
  for (const Step& step : steps)
    if (step.location.file) way.push_back(step);
  if (way.empty()) return;
  if (!IsAt(way.back(), diagnostic.location))
    way.push_back({diagnostic.location, diag::MessageAndCell(diagnostic)});
  json.Object([&] {
    WriteMessage(json, "message", title);
    json.ArrayOfOne("threadFlows", [&] {
      json.Array("locations", way, [&](const Step& step) {
        json.Object([&] {
          json.Object("location", [&] {
            WritePhysicalLocation(json, step.location);
            WriteMessage(json, "message", step.text);
          });
        });
      });
    });
  });
}

bool HasPlace(const std::vector<Step>& steps) {
  return std::any_of(steps.begin(), steps.end(),
                     [](const Step& step) { return step.location.file; });
}

// One way for the value, from its origin to the break; one for the calls, from the compiled entry.
void WriteCodeFlows(Json& json, const Diagnostic& diagnostic) {
  bool one_way = diagnostic.call_sites <= 1 && HasPlace(diagnostic.callers);
  if (!HasPlace(diagnostic.reason) && !one_way) return;
  json.Key("codeFlows");
  std::vector<int> flows;
  if (HasPlace(diagnostic.reason)) flows.push_back(0);
  if (one_way) flows.push_back(1);
  json.Array(flows, [&](int flow) {
    if (flow == 0)
      WriteThreadFlow(json, "Where the value comes from", diagnostic.reason, diagnostic);
    else WriteThreadFlow(json, "How the compiled entry gets here", diagnostic.callers, diagnostic);
  });
}

void WriteResultProperties(Json& json, const Diagnostic& diagnostic) {
  json.Object("properties", [&] {
    json.Flag("firm", diagnostic.condition.empty());
    if (!diagnostic.condition.empty()) json.Field("condition", diagnostic.condition);
    if (!diagnostic.function.empty()) json.Field("function", diagnostic.function);
    json.Flag("skipsFrame", diagnostic.skips_frame);
    json.Array("gbIds", diagnostic.gb_ids, [&](const std::string& id) { json.Text(id); });
  });
}

// Line hashes of the files with findings, each file hashed once.
class Fingerprints {
 public:
  explicit Fingerprints(const Options& options) : options_(options) {}

  std::string Of(const Location& location) {
    auto [found, added] = hashes_.try_emplace(location.file);
    if (added)
      found->second = LineHashes(options_.bytes ? options_.bytes(*location.file)
                                                : std::string(location.file->text()));
    std::uint32_t line = LineOf(location);
    return line <= found->second.size() ? found->second[line - 1] : std::string();
  }

 private:
  const Options& options_;
  std::unordered_map<const source::SourceFile*, std::vector<std::string>> hashes_;
};

// The fixes of all findings that the result stands for; one that mends several is written once.
void WriteFixes(Json& json, const Group& group) {
  std::vector<std::pair<const diag::Fix*, const source::SourceFile*>> fixes;
  auto less = [](const diag::Fix* a, const diag::Fix* b) {
    if (a->title != b->title) return a->title < b->title;
    return std::lexicographical_compare(
        a->edits.begin(), a->edits.end(), b->edits.begin(), b->edits.end(),
        [](const diag::Edit& x, const diag::Edit& y) {
          return std::tie(x.span.begin, x.span.end, x.text) <
                 std::tie(y.span.begin, y.span.end, y.text);
        });
  };
  std::set<const diag::Fix*, decltype(less)> known(less);
  for (const Diagnostic* diagnostic : group)
    for (const diag::Fix& fix : diagnostic->fixes)
      if (known.insert(&fix).second) fixes.emplace_back(&fix, diagnostic->location.file);
  if (fixes.empty() || source::IsNotebook(group.front()->location.file->path())) return;
  json.Array("fixes", fixes, [&](const auto& entry) {
    const auto& [fix, file] = entry;
    json.Object([&] {
      std::string title = fix->title;
      if (!fix->difference.empty()) title += "; unsafe: " + fix->difference;
      WriteMessage(json, "description", Sentence(title));
      json.ArrayOfOne("artifactChanges", [&, file = file, fix = fix] {
        json.Object("artifactLocation", [&] { json.Field("uri", UriOf(file->path())); });
        json.Array("replacements", diag::AllEdits(*fix), [&](const diag::Edit& edit) {
          json.Object([&] {
            WriteRegion(json, "deletedRegion", *file, edit.span);
            json.Object("insertedContent", [&] { json.Field("text", edit.text); });
          });
        });
      });
    });
  });
}

void WriteSuppressions(Json& json, const lint::Suppressed* suppressed) {
  std::vector<const lint::Suppressed*> list;
  if (suppressed) list.push_back(suppressed);
  json.Array("suppressions", list, [&](const lint::Suppressed* one) {
    json.Object([&] {
      bool comment = one->kind == lint::SuppressionKind::Comment;
      json.Field("kind", comment ? "inSource" : "external");
      json.Field("status", "accepted");
      if (!one->reason.empty()) json.Field("justification", one->reason);
    });
  });
}

// `suppressed`: how, where the finding is; `marked`: results say whether they are.
void WriteResult(Json& json, const Group& group, Fingerprints& fingerprints, bool marked,
                 const lint::Suppressed* suppressed = nullptr) {
  const Diagnostic& first = *group.front();
  json.Object([&] {
    json.Field("ruleId", first.code);
    json.Field("ruleIndex", first.rule_index);
    json.Field("level", LevelOf(first.severity));
    json.ArrayOfOne("locations", [&] {
      WritePhysicalLocation(json, first.location, first.statement);
      if (!first.label.empty()) WriteMessage(json, "message", first.label);
    });
    Compose(group).Write(json);
    WriteCodeFlows(json, first);
    WriteFixes(json, group);
    std::string hash = fingerprints.Of(first.location);
    if (!hash.empty())
      json.Object("partialFingerprints", [&] { json.Field("primaryLocationLineHash", hash); });
    if (marked) WriteSuppressions(json, suppressed);
    WriteResultProperties(json, first);
  });
}

}  // namespace

void WriteResults(Json& json, const lint::Outcome& outcome, const Options& options) {
  std::vector<Group> groups = GroupByLine(outcome.diagnostics);
  if (groups.size() > kMostResults) {
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
      return a.front()->severity > b.front()->severity;
    });
    groups.resize(kMostResults);
  }
  Fingerprints fingerprints(options);
  json.Key("results");
  std::vector<const lint::Suppressed*> suppressed;
  if (options.suppressed)
    for (const lint::Suppressed& one : outcome.suppressed) suppressed.push_back(&one);
  if (groups.size() + suppressed.size() > kMostResults)
    suppressed.resize(kMostResults - groups.size());
  std::size_t total = groups.size() + suppressed.size(), at = 0;
  std::vector<char> each(total);
  json.Array(each, [&](char) {
    if (at < groups.size()) WriteResult(json, groups[at], fingerprints, options.suppressed);
    else
      WriteResult(json, {&suppressed[at - groups.size()]->diagnostic}, fingerprints, true,
                  suppressed[at - groups.size()]);
    ++at;
  });
}

}  // namespace graphmend::sarif
