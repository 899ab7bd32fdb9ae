#include "project/result_cache.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <utility>

#include "base/digest.h"
#include "base/path.h"
#include "cache/bytes.h"
#include "cache/outcome.h"
#include "lint/directive.h"
#include "lint/suppress.h"
#include "os/programs.h"
#include "project/session.h"
#include "project/version.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

// A program that was built anew may come to another result.
void AddProgram(cache::Writer& key) {
  const fs::path program = os::ThisProgram();
  std::error_code error;
  key.Text(kVersion);
  key.Number(fs::file_size(program, error));
  key.Number(
      static_cast<std::uint64_t>(fs::last_write_time(program, error).time_since_epoch().count()));
}

void AddAll(cache::Writer& key, const std::vector<std::string>& texts) {
  key.List(texts, [&](const std::string& text) { key.Text(text); });
}

std::string KeyOf(const SessionSetup& setup, const names::Program& files,
                  const std::map<std::string, std::string>& stubs) {
  cache::Writer key;
  AddProgram(key);
  std::error_code error;
  key.Text(base::ToText(fs::current_path(error)));
  key.Text(SettingsKey(setup));
  key.List(setup.selection.files, [&](const SelectedFile& file) {
    key.Text(file.path);
    key.Text(file.shown);
  });
  AddAll(key, files.SourceRoots());
  for (const auto& [path, text] : stubs) {
    key.Text(path);
    key.Number(base::Digest(text));
  }
  key.List(setup.selection.problems, [&](const lint::Problem& problem) {
    key.Text(problem.path);
    key.Text(problem.message);
  });
  return key.Take();
}

// A file like the one before it is an empty text.
void WriteRules(cache::Writer& record, const LookedFor& rules) {
  const std::vector<bool>* before = nullptr;
  record.List(rules, [&](const std::vector<bool>& of_file) {
    std::string flags;
    if (!before || *before != of_file)
      for (bool on : of_file) flags += on ? '1' : '0';
    record.Text(flags);
    before = &of_file;
  });
}

// Whether all of `rules` were looked for by the run that wrote the record.
bool ReadRules(cache::Reader& record, const LookedFor& rules) {
  const std::vector<std::string> flags = record.List([&] { return record.Text(); });
  if (flags.size() != rules.size()) return false;
  const std::string* then = nullptr;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (!then || !flags[i].empty()) then = &flags[i];
    if (then->size() != rules[i].size()) return false;
    for (std::size_t k = 0; k < rules[i].size(); ++k)
      if (rules[i][k] && (*then)[k] != '1') return false;
  }
  return true;
}

// As the analysis found it.
lint::Outcome Unsuppressed(lint::Outcome outcome) {
  std::erase_if(outcome.diagnostics, lint::IsAboutComment);
  for (lint::Suppressed& suppressed : outcome.suppressed)
    if (!lint::IsAboutComment(suppressed.diagnostic))
      outcome.diagnostics.push_back(std::move(suppressed.diagnostic));
  outcome.suppressed.clear();
  std::sort(outcome.diagnostics.begin(), outcome.diagnostics.end(), diag::Before);
  return outcome;
}

}  // namespace

std::string SettingsKey(const SessionSetup& setup) {
  const infer::Options& options = setup.analysis;
  cache::Writer key;
  key.Number(static_cast<std::uint64_t>(options.target.major));
  key.Number(static_cast<std::uint64_t>(options.target.minor));
  key.Number(static_cast<std::uint64_t>(options.assume));
  key.Number(options.fullgraph);
  key.Number(static_cast<std::uint64_t>(setup.fixes.side_effects));
  key.Number(setup.fixes.outline);
  AddAll(key, options.dynamo_flags);
  AddAll(key, options.entry_points);
  key.Number(static_cast<std::uint64_t>(options.python_minor.value_or(0)));
  key.Text(options.model_hub);
  key.Text(options.working_directory);
  AddAll(key, setup.source_roots);
  AddAll(key, setup.environment.roots);
  for (const auto& [package, version] : setup.environment.versions) {
    key.Text(package);
    key.Text(version);
  }
  key.Number(static_cast<std::uint64_t>(setup.library_breaks));
  AddAll(key, setup.stubs);
  return key.Take();
}

ResultCache::ResultCache(const SessionSetup& setup, names::Program& program,
                         const std::map<std::string, std::string>& stubs, const WorkerPool& pool)
    : program_(program), pool_(pool), store_(setup.cache), key_(KeyOf(setup, program, stubs)) {}

bool ResultCache::IsUnchanged(const std::vector<names::Dependency>& dependencies) const {
  std::atomic<bool> same{true};
  pool_.Run(dependencies.size(), [&](std::size_t i) {
    if (same && !program_.IsUnchanged(dependencies[i])) same = false;
  });
  return same;
}

// Comments that suppress are read in the parsed file, and all that speaks of a file shall point to
// one text.
const source::SourceFile* ResultCache::SourceOf(const std::string& path, const std::string& shown) {
  const std::optional<names::FileId> stub = program_.StubAt(path);
  const names::FileId id = stub ? *stub : program_.Add(path, shown, false);
  const source::SourceFile* source = program_.Source(id);
  if (!source || !lint::MaySuppress(source->text())) return source;
  const names::ParsedFile* parsed = program_.Parsed(id);
  return parsed ? &parsed->source() : nullptr;
}

std::optional<lint::Outcome> ResultCache::Find(const LookedFor& rules) {
  const std::optional<std::string> record = store_.Find(key_);
  if (!record) return std::nullopt;
  cache::Reader reader(*record);
  const std::vector<names::Dependency> dependencies = reader.List([&] {
    names::Dependency one;
    one.kind = reader.UpTo(names::Dependency::Kind::Directory);
    one.path = reader.Text();
    one.digest = reader.Number();
    return one;
  });
  const bool has_rules = ReadRules(reader, rules);
  const std::string outcome = reader.Text();
  if (!reader.AtEnd() || !has_rules || !IsUnchanged(dependencies)) return std::nullopt;
  return cache::Unpack(
      outcome, [&](const cache::FileName& name) { return SourceOf(name.path, name.shown); });
}

void ResultCache::Keep(const lint::Outcome& outcome, const LookedFor& rules) const {
  const bool failed = std::any_of(
      outcome.problems.begin(), outcome.problems.end(),
      [](const lint::Problem& problem) { return problem.kind == lint::ProblemKind::Internal; });
  const std::optional<std::vector<names::Dependency>> dependencies = program_.Dependencies();
  if (failed || !dependencies) return;
  cache::Writer record;
  record.List(*dependencies, [&](const names::Dependency& one) {
    record.Number(static_cast<std::uint64_t>(one.kind));
    record.Text(one.path);
    record.Number(one.digest);
  });
  WriteRules(record, rules);
  std::map<std::string_view, std::string_view> paths;  // by how they are shown
  for (std::uint32_t i = 0; i < program_.FileCount(); ++i) {
    const names::FileInfo& info = program_.Info(names::FileId(i));
    paths.emplace(info.shown_path, info.path);
  }
  record.Text(cache::Pack(Unsuppressed(outcome), [&](const source::SourceFile& file) {
    return cache::FileName{std::string(paths[file.path()]), file.path()};
  }));
  store_.Keep(key_, record.Take());
}

}  // namespace graphmend::project
