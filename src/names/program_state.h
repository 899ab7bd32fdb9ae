// The insides of a `Program`: its files, and the maps that module names are looked up in.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "names/directory_cache.h"
#include "names/module_path.h"
#include "names/program.h"
#include "names/readers.h"
#include "names/shared_stubs.h"
#include "syntax/parse.h"

namespace graphmend::names {

// One file. What is above `mutex` is settled before threads see the entry.
struct FileEntry {
  FileInfo own_info;                     // of a file that is no stub
  std::shared_ptr<const FileInfo> stub;  // of one that is
  std::string absolute;                  // normal; the identity of the file; empty for a stub
  std::string directory;
  ModulePath location;
  std::optional<std::string> text;  // in place of what is on disk
  std::vector<source::Cell> cells;  // of a notebook that `text` was made of
  std::string_view embedded;        // of a stub

  std::mutex mutex;
  std::unique_ptr<source::SourceFile> loaded;  // by `Bytes`
  std::shared_ptr<ParsedFile> parsed;
  std::unique_ptr<syntax::Memory> memory;  // of a text that an editor changes
  std::optional<Problem> problem;
  std::optional<std::uint64_t> digest;  // of what was read, 0 where that failed
  bool kept = false;                    // `loaded` stays
  std::atomic<const ParsedFile*> ready{nullptr};
  // The latest reader that has asked for it, and about how many have.
  std::atomic<Readers::Epoch> asked_for{0};
  std::atomic<std::uint32_t> askers{0};

  const FileInfo& Info() const { return stub ? *stub : own_info; }
  void AskedFor(Readers::Epoch reader);
};

struct Program::State {
  // The threads of MinGW make a shared_mutex when it is first locked, and fail where two do that at
  // once (winpthreads 10): locked here, where there is one thread.
  State() {
    files_mutex.lock(), files_mutex.unlock();
    resolved_mutex.lock(), resolved_mutex.unlock();
  }

  // ---- files ----------------------------------------------------------------------------------
  mutable std::shared_mutex files_mutex;
  std::deque<FileEntry> files;  // addresses are stable
  std::unordered_map<std::string, FileId> by_path;
  std::vector<std::string> source_roots;     // asked for
  std::vector<std::string> named_roots;      // and these two, where imports are looked up
  std::vector<std::string> installed_roots;  // in the order of Python's path
  DirectoryCache directories;
  // What `Replace` put away.
  std::vector<std::shared_ptr<ParsedFile>> replaced;
  std::vector<std::unique_ptr<source::SourceFile>> replaced_texts;

  Readers readers;
  std::shared_ptr<SharedStubs> shared_stubs;  // null: stubs are of this program alone

  FileEntry& Entry(FileId file) {
    std::shared_lock lock(files_mutex);
    return files[file.index];
  }
  std::optional<FileId> FindAdded(const std::string& path) const;
  FileId AddFound(const std::string& path);
  // Reads the file unless that was done or failed; the entry is locked by the caller.
  bool Load(FileEntry& entry);
  std::atomic<bool> has_changed{false};  // a file, between two times of reading it

  // ---- modules: derived from the files that were added, once they all are -----------------------
  std::atomic<bool> prepared{false};
  std::mutex prepare_mutex;
  std::unordered_set<std::string> added_packages;  // directories
  // Roots that hold a package among the added files, by the first part of its name.
  std::unordered_map<std::string, std::vector<std::string>> package_roots;
  std::unordered_set<std::string> package_names;  // dotted
  std::unordered_map<std::string, FileId> stubs;  // by module
  std::unordered_set<std::string> partial_stubs;  // top-level packages of which stubs know a part
  std::string shown_prefix;                       // what shown paths leave out, if anything

  void Prepare();
  void LocateAll();
  void CollectNames(const FileEntry& entry);

  // ---- resolving --------------------------------------------------------------------------------
  mutable std::shared_mutex resolved_mutex;
  std::unordered_map<std::string, std::optional<FileId>> resolved;  // by origin and module

  std::optional<FileId> Resolve(const std::string& dotted, const FileEntry* from);
  std::optional<FileId> FindBelow(const std::string& root, const std::string& relative);
  bool HasExtension(const std::string& path);  // without its ending
  std::optional<FileId> FindFile(const std::string& directory, const std::string& name);
  std::optional<FileId> FindInRoots(const std::string& relative, std::string_view origin);
  std::optional<FileId> FindElsewhere(const std::string& relative);
  std::optional<FileId> FindStub(const std::string& dotted) const;
  bool IsCovered(const std::string& package) const;
  bool IsInstalledBeside(const FileEntry& from, const std::string& package) const;
  // Where modules are named from: all roots.
  std::vector<std::string> AllRoots() const;
};

}  // namespace graphmend::names
