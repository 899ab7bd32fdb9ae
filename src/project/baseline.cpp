#include "project/baseline.h"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>

#include "base/path.h"
#include "diag/json_writer.h"
#include "os/files.h"
#include "project/version.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;
using Json = diag::JsonWriter<diag::JsonLayout::Indented>;

constexpr int kVersion1 = 1;

fs::path AbsolutePath(const std::string& path) {
  std::error_code error;
  return (fs::current_path(error) / base::ToPath(path)).lexically_normal();
}

std::string PlaceAt(const std::string& path, const std::string& text, std::size_t offset) {
  std::string_view before = std::string_view(text).substr(0, offset);
  auto line = std::count(before.begin(), before.end(), '\n') + 1;
  std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return path + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::optional<std::string> TextOf(const rapidjson::Value& object, const char* key) {
  auto member = object.FindMember(key);
  if (member == object.MemberEnd() || !member->value.IsString()) return std::nullopt;
  return std::string(member->value.GetString(), member->value.GetStringLength());
}

bool Exists(const std::string& path) {
  std::error_code error;
  return fs::exists(base::ToPath(path), error);
}

}  // namespace

base::Result<Baseline> Baseline::Read(const std::string& path, bool may_be_missing) {
  const os::FileText file = os::ReadFile(path, os::kMostBaseline);
  if (file.missing && may_be_missing) return Baseline(path);
  if (file.missing) return base::Error{path + ": no such baseline", "--update-baseline writes it"};
  if (!file.trouble.empty()) return base::Error{path + ": " + file.trouble, "a baseline is a file"};
  return FromText(path, file.bytes);
}

base::Result<Baseline> Baseline::FromText(const std::string& path, const std::string& text) {
  Baseline baseline(path);
  base::Result<bool> parsed = baseline.Parse(text);
  if (!parsed) return parsed.error();
  return baseline;
}

Baseline::Baseline(const std::string& path)
    : path_(path), directory_(base::ToText(AbsolutePath(path).parent_path())) {}

base::Result<bool> Baseline::Parse(const std::string& text) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(
      text.data(), text.size());
  const std::string hint = "a baseline is written by --update-baseline";
  if (document.HasParseError())
    return base::Error{PlaceAt(path_, text, document.GetErrorOffset()) + ": not valid JSON: " +
                           rapidjson::GetParseError_En(document.GetParseError()),
                       hint};
  if (!document.IsObject() || !document.HasMember("version") || !document["version"].IsInt())
    return base::Error{path_ + ":1:1: is not a baseline of graphmend", hint};
  int version = document["version"].GetInt();
  if (version != kVersion1)
    return base::Error{path_ + ": is a baseline of version " + std::to_string(version) + ", not " +
                           std::to_string(kVersion1),
                       "it was written by another release of graphmend"};
  auto findings = document.FindMember("findings");
  if (findings == document.MemberEnd() || !findings->value.IsArray())
    return base::Error{path_ + ": has no list of findings", hint};
  std::size_t number = 0;
  for (const rapidjson::Value& entry : findings->value.GetArray()) {
    ++number;
    if (entry.IsObject()) {
      auto path = TextOf(entry, "path"), code = TextOf(entry, "code"),
           function = TextOf(entry, "function"), line = TextOf(entry, "line");
      auto count = entry.FindMember("count");
      bool counted =
          count != entry.MemberEnd() && count->value.IsUint() && count->value.GetUint() > 0;
      if (path && code && function && line && counted) {
        counts_[{*path, *code, *function, *line}] += count->value.GetUint();
        continue;
      }
    }
    return base::Error{path_ + ": finding " + std::to_string(number) +
                           " needs path, code, function, line and a count",
                       hint};
  }
  return true;
}

// The identity with its path as the file has it.
lint::Identity Baseline::InFile(const lint::Identity& shown) const {
  lint::Identity identity = shown;
  identity.path =
      base::ToText(AbsolutePath(shown.path).lexically_relative(base::ToPath(directory_)));
  return identity;
}

// Takes, for each finding that is still open, the first entry of the same key that `may_serve`.
template <class KeyOf, class MayServe>
void Baseline::Match(std::vector<const diag::Diagnostic*>& open,
                     std::set<const diag::Diagnostic*>& known, KeyOf key_of, MayServe may_serve) {
  if (open.empty()) return;
  // Each with the first at its end.
  std::map<decltype(key_of(lint::Identity())), std::vector<std::size_t*>> left;
  for (auto entry = open_.rbegin(); entry != open_.rend(); ++entry)
    if (entry->second > 0 && may_serve(entry->first))
      left[key_of(entry->first)].push_back(&entry->second);
  std::erase_if(open, [&](const diag::Diagnostic* finding) {
    const auto found = left.find(key_of(InFile(lint::IdentityOf(*finding))));
    if (found == left.end() || found->second.empty()) return false;
    if (--*found->second.back() == 0) found->second.pop_back();
    known.insert(finding);
    return true;
  });
}

void Baseline::Apply(lint::Outcome& outcome, const BaselineScope& scope) {
  open_ = counts_;
  std::set<const diag::Diagnostic*> known;
  std::vector<const diag::Diagnostic*> open;
  // The exact ones by look-up; only the rest is searched for.
  for (const diag::Diagnostic& finding : outcome.diagnostics) {
    auto entry = open_.find(InFile(lint::IdentityOf(finding)));
    if (entry == open_.end() || entry->second == 0) {
      open.push_back(&finding);
      continue;
    }
    --entry->second;
    known.insert(&finding);
  }
  std::erase_if(open_, [](const auto& entry) { return entry.second == 0; });
  std::map<std::string, bool> gone;
  auto is_gone = [&](const std::string& path) {
    auto [found, added] = gone.try_emplace(path, false);
    if (added) found->second = !Exists(base::ToText(base::ToPath(directory_) / base::ToPath(path)));
    return found->second;
  };
  using lint::Identity;
  auto is_of_gone = [&](const Identity& entry) { return is_gone(entry.path); };
  Match(
      open, known, [](const Identity& one) { return std::tuple(one.code, one.line, one.function); },
      is_of_gone);
  Match(
      open, known, [](const Identity& one) { return std::tuple(one.code, one.line, one.path); },
      [](const Identity&) { return true; });
  Match(
      open, known, [](const Identity& one) { return std::tuple(one.code, one.line); }, is_of_gone);
  std::set<std::string> files;
  for (const std::string& shown : scope.files)
    files.insert(base::ToText(AbsolutePath(shown).lexically_relative(base::ToPath(directory_))));
  stale_.clear();
  for (const auto& [entry, count] : open_)
    if (count > 0 && (is_gone(entry.path) || files.contains(entry.path)) &&
        scope.looked_for(base::ToText(base::ToPath(directory_) / base::ToPath(entry.path)),
                         entry.code))
      stale_.emplace(entry, count);
  std::vector<diag::Diagnostic> reported;
  for (diag::Diagnostic& finding : outcome.diagnostics) {
    if (known.contains(&finding))
      outcome.suppressed.push_back({std::move(finding), lint::SuppressionKind::Baseline, ""});
    else reported.push_back(std::move(finding));
  }
  outcome.diagnostics = std::move(reported);
}

std::vector<std::string> Baseline::Stale() const {
  std::vector<std::string> texts;
  for (const auto& [entry, count] : stale_)
    texts.push_back(entry.path + ": " + entry.code +
                    (entry.function.empty() ? "" : " in " + entry.function) + ": `" + entry.line +
                    "`" + (count > 1 ? " (" + std::to_string(count) + ")" : ""));
  return texts;
}

std::string Baseline::Pruned() const {
  Counts counts = counts_;
  for (const auto& [entry, count] : stale_) counts[entry] -= count;
  return Write(counts);
}

std::string Baseline::Updated(const lint::Outcome& outcome) const {
  // What no finding used and what is not stale lies outside of this run.
  Counts counts = open_;
  for (const auto& [entry, count] : stale_) counts[entry] -= count;
  for (const diag::Diagnostic& finding : outcome.diagnostics)
    ++counts[InFile(lint::IdentityOf(finding))];
  for (const lint::Suppressed& one : outcome.suppressed)
    if (one.kind == lint::SuppressionKind::Baseline)
      ++counts[InFile(lint::IdentityOf(one.diagnostic))];
  return Write(counts);
}

std::size_t Baseline::size() const {
  std::size_t size = 0;
  for (const auto& [entry, count] : counts_) size += count;
  return size;
}

std::string Baseline::Write(const Counts& counts) const {
  Json json;
  json.Object([&] {
    json.Field("version", kVersion1);
    json.Object("tool", [&] {
      json.Field("name", "graphmend");
      json.Field("version", kVersion);
    });
    json.Key("findings");
    std::vector<Counts::value_type> rows;
    for (const auto& [entry, count] : counts)
      if (count > 0) rows.push_back({entry, count});
    json.Array(rows, [&](const Counts::value_type& row) {
      json.Object([&] {
        json.Field("path", row.first.path);
        json.Field("code", row.first.code);
        json.Field("function", row.first.function);
        json.Field("line", row.first.line);
        json.Field("count", row.second);
      });
    });
  });
  return json.Finish();
}

}  // namespace graphmend::project
