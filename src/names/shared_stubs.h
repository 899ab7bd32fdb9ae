// What analyses that follow or accompany one another share: names, and stubs parsed with their
// graphs. Parsing what is known of torch takes longer than most small analyses: rounds of fixing,
// an editor's checks of a whole project and tests do it once.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/symbol.h"
#include "names/program.h"

namespace graphmend::names {

// What the path of a stub, "torch/nn/__init__.pyi", says of it.
FileInfo InfoOfStub(std::string_view relative_path);

class SharedStubs {
 public:
  base::Interner& interner() { return interner_; }
  // The stub with this id, pseudo path and text, parsed at the first time. What is given is never
  // let go of. Thread-safe.
  std::shared_ptr<ParsedFile> Parsed(FileId id, const std::string& path, std::string_view text);
  // The same, made at the first time. Thread-safe.
  std::shared_ptr<const FileInfo> InfoOf(const std::string& relative_path);
  // Names of all analyses stay. Where those of sources that are gone take much memory, the next
  // analysis had better begin anew.
  bool IsLarge() const;

 private:
  base::Interner interner_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<ParsedFile>> by_path_;
  std::unordered_map<std::string, std::shared_ptr<const FileInfo>> infos_;  // by relative path
};

}  // namespace graphmend::names
