// The files of a program: adding, reading and parsing them.
#include "names/program.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/digest.h"
#include "base/path.h"
#include "names/program_state.h"
#include "names/shared_stubs.h"

namespace graphmend::names {
namespace fs = std::filesystem;
namespace {

std::string Normal(const std::string& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(base::ToPath(path), error);
  std::string normal = base::ToText((error ? base::ToPath(path) : absolute).lexically_normal());
  if (normal.size() > base::RootSize(normal) && normal.ends_with('/')) normal.pop_back();
  return normal;
}

// Messages of the source stage begin with the path, which a `Problem` keeps apart.
Problem ProblemOf(const std::string& path, const base::Error& error) {
  std::string_view message = error.message;
  std::string prefix = path + ": ";
  if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
  return {path, std::string(message), error.hint};
}

base::Result<source::SourceFile> Read(const FileEntry& entry) {
  const std::string& shown = entry.Info().shown_path;
  if (entry.stub) return source::SourceFile(shown, std::string(entry.embedded));
  if (!entry.text) return source::Load(entry.absolute, shown);
  base::Result<std::string> text = source::Decode(*entry.text, shown);
  if (!text) return text.error();
  return source::SourceFile(shown, *std::move(text), entry.cells);
}

}  // namespace

// ---- adding -------------------------------------------------------------------------------------
Program::Program(base::Interner& interner, std::shared_ptr<SharedStubs> stubs)
    : interner_(interner), state_(std::make_unique<State>()) {
  state_->shared_stubs = std::move(stubs);
}
Program::~Program() = default;

FileId Program::Add(std::string path, std::string shown_path, bool selected,
                    std::optional<std::string> text, std::vector<source::Cell> cells) {
  std::string absolute = Normal(path);
  FileId id(static_cast<std::uint32_t>(state_->files.size()));
  auto [known, is_new] = state_->by_path.emplace(absolute, id);
  FileEntry& entry = is_new ? state_->files.emplace_back() : state_->files[known->second.index];
  entry.own_info.selected |= selected;
  if (text) {
    entry.text = std::move(text);
    entry.cells = std::move(cells);
  }
  if (!is_new) return known->second;
  if (absolute.size() > shown_path.size() && absolute.ends_with(shown_path) &&
      state_->shown_prefix.empty())
    state_->shown_prefix = absolute.substr(0, absolute.size() - shown_path.size());
  entry.own_info.path = std::move(path);
  entry.own_info.shown_path = std::move(shown_path);
  entry.directory = DirectoryOf(absolute);
  entry.absolute = std::move(absolute);
  state_->prepared = false;
  return id;
}

FileId Program::AddStub(std::string relative_path, std::string_view text) {
  FileId id(static_cast<std::uint32_t>(state_->files.size()));
  FileEntry& entry = state_->files.emplace_back();
  entry.stub = state_->shared_stubs ? state_->shared_stubs->InfoOf(relative_path)
                                    : std::make_shared<FileInfo>(InfoOfStub(relative_path));
  entry.embedded = text;
  const FileInfo& info = *entry.stub;
  state_->stubs.emplace(info.module, id);
  const auto says = [&](std::string_view word) { return text.find(word) != text.npos; };
  if (info.is_package && info.module.find('.') == std::string::npos && !says("def ") &&
      !says("class ") && !says(" = "))
    state_->partial_stubs.insert(info.module);
  state_->prepared = false;
  return id;
}

void Program::Replace(FileId file, std::optional<std::string> text,
                      std::vector<source::Cell> cells) {
  FileEntry& entry = state_->Entry(file);
  entry.ready.store(nullptr);
  if (entry.parsed) state_->replaced.push_back(std::move(entry.parsed));
  if (entry.loaded) state_->replaced_texts.push_back(std::move(entry.loaded));
  entry.problem.reset();
  if (!text) entry.memory.reset();
  else if (!entry.memory) entry.memory = std::make_unique<syntax::Memory>();
  entry.text = std::move(text);
  entry.cells = std::move(cells);
}

void Program::DropReplaced() {
  state_->replaced.clear();
  state_->replaced_texts.clear();
}

void Program::AddSourceRoot(std::string directory, Root root) {
  std::vector<std::string>& roots = root == Root::Asked   ? state_->source_roots
                                    : root == Root::Named ? state_->named_roots
                                                          : state_->installed_roots;
  directory = Normal(directory);
  if (std::find(roots.begin(), roots.end(), directory) == roots.end())
    roots.push_back(std::move(directory));
  state_->prepared = false;
}

std::vector<std::string> Program::SourceRoots() const {
  std::vector<std::string> all;
  for (const auto* roots :
       {&state_->source_roots, &state_->named_roots, &state_->installed_roots}) {
    all.insert(all.end(), roots->begin(), roots->end());
    all.emplace_back();  // where one kind ends counts, too
  }
  return all;
}

// ---- looking at files ---------------------------------------------------------------------------
std::size_t Program::FileCount() const {
  std::shared_lock lock(state_->files_mutex);
  return state_->files.size();
}

const FileInfo& Program::Info(FileId file) const {
  state_->Prepare();
  return state_->Entry(file).Info();
}

std::vector<FileId> Program::SelectedFiles() const {
  std::vector<std::pair<std::string_view, FileId>> selected;
  {
    std::shared_lock lock(state_->files_mutex);
    for (std::uint32_t i = 0; i < state_->files.size(); ++i)
      if (const FileInfo& info = state_->files[i].Info(); info.selected)
        selected.emplace_back(info.shown_path, FileId(i));
  }
  std::sort(selected.begin(), selected.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<FileId> files;
  files.reserve(selected.size());
  for (const auto& [path, file] : selected) files.push_back(file);
  return files;
}

bool Program::State::Load(FileEntry& entry) {
  if (entry.loaded) return true;
  if (entry.problem) return false;
  base::Result<source::SourceFile> file = Read(entry);
  if (!entry.stub) {
    const std::uint64_t digest = file ? base::Digest(file->text()) : 0;
    if (entry.digest && *entry.digest != digest) has_changed = true;
    entry.digest = digest;
  }
  if (file) entry.loaded = std::make_unique<source::SourceFile>(*std::move(file));
  else entry.problem = ProblemOf(entry.Info().shown_path, file.error());
  return static_cast<bool>(entry.loaded);
}

std::string_view Program::Bytes(FileId file) const {
  FileEntry& entry = state_->Entry(file);
  if (entry.stub) return entry.embedded;
  std::lock_guard lock(entry.mutex);
  if (entry.loaded) return entry.loaded->text();  // stays until `Forget`, since views are out
  if (entry.parsed) return entry.parsed->source().text();
  return state_->Load(entry) ? entry.loaded->text() : std::string_view();
}

bool Program::Mentions(FileId file, std::initializer_list<std::string_view> texts) const {
  FileEntry& entry = state_->Entry(file);
  auto mentions = [&](std::string_view bytes) {
    return std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
      return bytes.find(text) != std::string_view::npos;
    });
  };
  if (entry.stub) return mentions(entry.embedded);
  std::lock_guard lock(entry.mutex);
  if (entry.loaded) return mentions(entry.loaded->text());
  if (entry.parsed) return mentions(entry.parsed->source().text());
  if (!state_->Load(entry)) return false;
  const bool found = mentions(entry.loaded->text());
  if (!found && !entry.kept) entry.loaded.reset();
  return found;
}

void FileEntry::AskedFor(Readers::Epoch reader) {
  Readers::Epoch latest = asked_for.load();
  while (latest < reader) {
    if (!asked_for.compare_exchange_weak(latest, reader)) continue;
    ++askers;
    return;
  }
}

const ParsedFile* Program::Parsed(FileId file) const {
  return ParsedFor(file, state_->readers.Latest());
}

const ParsedFile* Program::ParsedFor(FileId file, Readers::Epoch reader) const {
  FileEntry& entry = state_->Entry(file);
  entry.AskedFor(reader);
  if (const ParsedFile* parsed = entry.ready.load()) return parsed;
  std::lock_guard lock(entry.mutex);
  if (entry.ready.load()) return entry.parsed.get();
  if (entry.stub && state_->shared_stubs) {
    entry.parsed = state_->shared_stubs->Parsed(file, entry.Info().path, entry.embedded);
  } else if (entry.parsed) {
    entry.parsed->ParseAgain(entry.memory.get());
  } else {
    bool has_views = entry.loaded != nullptr;
    if (!state_->Load(entry)) return nullptr;
    source::SourceFile source = has_views ? *entry.loaded : *std::exchange(entry.loaded, nullptr);
    entry.parsed =
        std::make_shared<ParsedFile>(file, std::move(source), interner_, entry.memory.get());
  }
  entry.ready.store(entry.parsed.get());
  return entry.parsed.get();
}

const ParsedFile* Program::ParsedBefore(FileId file) const {
  FileEntry& entry = state_->Entry(file);
  entry.AskedFor(state_->readers.Latest());
  return entry.ready.load();
}

// ---- letting go ---------------------------------------------------------------------------------
Program::Reader::Reader(const Program& program)
    : program_(program), begun_(program.state_->readers.Begin()) {}
Program::Reader::~Reader() { program_.state_->readers.End(begun_); }

// Whoever asks marks the entry and then looks whether it is ready; here it is made not ready first,
// and then the mark is looked at. So one of both sees the other. What was asked for more often than
// rarely will be asked for again.
void Program::LetGo(std::span<const FileId> files, ParsedFile::Part part) const {
  constexpr std::uint32_t kRarely = 2;
  const Readers::Epoch oldest = state_->readers.Oldest();
  for (FileId file : files) {
    FileEntry& entry = state_->Entry(file);
    std::lock_guard lock(entry.mutex);
    const ParsedFile* parsed = entry.ready.load();
    if (entry.stub && state_->shared_stubs) continue;
    if (!parsed || entry.memory || !parsed->tree().errors.empty()) continue;
    entry.ready.store(nullptr);
    const bool free = entry.asked_for.load() < oldest && entry.askers.load() <= kRarely;
    if (free) entry.parsed->LetGo(part);
    if (!free || part == ParsedFile::Part::Graphs) entry.ready.store(parsed);
  }
}

bool Program::WasSound(FileId file) const {
  FileEntry& entry = state_->Entry(file);
  std::lock_guard lock(entry.mutex);
  return entry.parsed && !entry.ready.load();
}

void Program::Forget(FileId file) const {
  FileEntry& entry = state_->Entry(file);
  std::lock_guard lock(entry.mutex);
  if (!entry.kept) entry.loaded.reset();
}

const source::SourceFile* Program::Source(FileId file) const {
  FileEntry& entry = state_->Entry(file);
  std::lock_guard lock(entry.mutex);
  entry.kept = true;
  return state_->Load(entry) ? entry.loaded.get() : nullptr;
}

// ---- what was read ------------------------------------------------------------------------------
std::optional<std::vector<Dependency>> Program::Dependencies() const {
  if (state_->has_changed) return std::nullopt;
  std::vector<Dependency> all;
  std::shared_lock lock(state_->files_mutex);
  for (FileEntry& entry : state_->files) {
    std::lock_guard entry_lock(entry.mutex);
    if (entry.digest) all.push_back({Dependency::Kind::File, entry.absolute, *entry.digest});
  }
  for (auto& [directory, digest] : state_->directories.Digests())
    all.push_back({Dependency::Kind::Directory, std::move(directory), digest});
  return all;
}

bool Program::IsUnchanged(const Dependency& dependency) const {
  if (dependency.kind == Dependency::Kind::Directory)
    return DirectoryCache::DigestNow(dependency.path) == dependency.digest;
  if (const std::optional<FileId> file = state_->FindAdded(dependency.path)) {
    FileEntry& entry = state_->Entry(*file);
    std::lock_guard lock(entry.mutex);
    static_cast<void>(state_->Load(entry));
    return entry.digest == dependency.digest;
  }
  const base::Result<source::SourceFile> file = source::Load(dependency.path, dependency.path);
  return (file ? base::Digest(file->text()) : 0) == dependency.digest;
}

FileId Program::FileAt(std::string_view path) const {
  state_->Prepare();
  const std::string absolute = Normal(std::string(path));
  const std::optional<FileId> added = state_->FindAdded(absolute);
  return added ? *added : state_->AddFound(absolute);
}

std::optional<FileId> Program::StubAt(std::string_view path) const {
  std::shared_lock lock(state_->files_mutex);
  for (std::uint32_t i = 0; i < state_->files.size(); ++i)
    if (state_->files[i].stub && state_->files[i].Info().path == path) return FileId(i);
  return std::nullopt;
}

std::vector<Problem> Program::Problems() const {
  std::vector<Problem> problems;
  {
    std::shared_lock lock(state_->files_mutex);
    for (FileEntry& entry : state_->files) {
      std::lock_guard entry_lock(entry.mutex);
      if (entry.Info().selected && entry.problem) problems.push_back(*entry.problem);
    }
  }
  std::sort(problems.begin(), problems.end(),
            [](const Problem& a, const Problem& b) { return a.path < b.path; });
  return problems;
}

}  // namespace graphmend::names
