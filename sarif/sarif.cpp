#include "sarif/sarif.h"

#include <vector>

#include "lint/holes.h"
#include "sarif/parts.h"
#include "sarif/uri.h"

namespace graphmend::sarif {
namespace {

constexpr std::size_t kMostNotifications = 1000;  // the rest of what was not followed is left out

struct Notification {
  std::string id;
  std::string_view level;
  std::string text;
  std::string path;
  std::uint32_t line = 0;
};

Notification FromProblem(const lint::Problem& problem) {
  Notification notification{"", "error", Sentence(problem.message), problem.path, problem.line};
  if (!problem.hint.empty()) notification.text += " " + Sentence(problem.hint);
  switch (problem.kind) {
    case lint::ProblemKind::Unusable: notification.id = "unusable-file"; break;
    case lint::ProblemKind::Internal: notification.id = "GM000"; break;
    case lint::ProblemKind::Incomplete:
      notification.id = "incomplete-analysis";
      notification.level = "warning";
      break;
    case lint::ProblemKind::PassedOver:
      notification.id = "passed-over";
      notification.level = "note";
      break;
  }
  return notification;
}

Notification FromHole(const infer::Hole& hole) {
  Notification notification{"not-followed", "note", Sentence(lint::Describe(hole)), "", 0};
  if (!hole.location.file) return notification;
  notification.path = hole.location.file->path();
  notification.line = hole.location.file->LineOf(hole.location.span.begin);
  return notification;
}

std::vector<Notification> Notifications(const lint::Outcome& outcome) {
  std::vector<Notification> notifications;
  for (const lint::Problem& problem : outcome.problems)
    notifications.push_back(FromProblem(problem));
  for (const infer::Hole& hole : outcome.holes)
    if (notifications.size() < kMostNotifications) notifications.push_back(FromHole(hole));
  if (outcome.entries.empty())
    notifications.push_back(
        {"nothing-compiled", "warning", lint::NothingCompiled(outcome) + ".", "", 0});
  // Results are fewer than findings where a line holds several, so this may speak a little early.
  if (outcome.diagnostics.size() > kMostResults)
    notifications.push_back({"incomplete-analysis", "warning",
                             "There are more findings than GitHub takes; the most severe " +
                                 std::to_string(kMostResults) + " are here.",
                             "", 0});
  return notifications;
}

void WriteNotification(Json& json, const Notification& notification) {
  json.Object([&] {
    json.Object("descriptor", [&] { json.Field("id", notification.id); });
    json.Field("level", notification.level);
    WriteMessage(json, "message", notification.text);
    if (notification.path.empty()) return;
    json.ArrayOfOne("locations", [&] {
      json.Object("physicalLocation", [&] {
        json.Object("artifactLocation", [&] { json.Field("uri", UriOf(notification.path)); });
        if (notification.line > 0)
          json.Object("region", [&] { json.Field("startLine", notification.line); });
      });
    });
  });
}

void WriteInvocation(Json& json, const lint::Outcome& outcome, const Options& options) {
  json.Flag("executionSuccessful", !outcome.HasTrouble());
  json.Field("exitCode", static_cast<std::uint64_t>(options.exit_status));
  json.Array("toolExecutionNotifications", Notifications(outcome),
             [&](const Notification& notification) { WriteNotification(json, notification); });
}

void WriteRunProperties(Json& json, const lint::Outcome& outcome) {
  json.Object("properties", [&] {
    json.Field("targetTorch", outcome.target);
    json.Field("assumeCompiled", outcome.assume);
    json.Field("files", outcome.files);
    json.Object("entries", [&] {
      json.Field("total", outcome.entries.size());
      json.Field("explicit", outcome.entries.size() - outcome.AssumedEntries());
      json.Field("assumed", outcome.AssumedEntries());
    });
  });
}

}  // namespace

std::string_view LevelOf(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::Error: return "error";
    case diag::Severity::Warning: return "warning";
    case diag::Severity::Note: break;
  }
  return "note";
}

std::string Sentence(std::string_view text) {
  std::string sentence(text);
  if (sentence.empty()) return sentence;
  if (sentence[0] >= 'a' && sentence[0] <= 'z')
    sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  if (sentence.back() != '.' && sentence.back() != '?') sentence += '.';
  return sentence;
}

void WriteMessage(Json& json, std::string_view key, std::string_view sentence) {
  json.Object(key, [&] { json.Field("text", Sentence(sentence)); });
}

std::string Write(const lint::Outcome& outcome, const Options& options) {
  Json json;
  json.Object([&] {
    json.Field("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.Field("version", "2.1.0");
    json.ArrayOfOne("runs", [&] {
      json.Object("tool", [&] { WriteDriver(json, options); });
      json.Object("automationDetails", [&] { json.Field("id", "graphmend/"); });
      json.ArrayOfOne("invocations", [&] { WriteInvocation(json, outcome, options); });
      json.Field("columnKind", "utf16CodeUnits");
      WriteResults(json, outcome, options);
      WriteRunProperties(json, outcome);
    });
  });
  return json.Finish();
}

}  // namespace graphmend::sarif
