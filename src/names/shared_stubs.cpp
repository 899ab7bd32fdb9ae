#include "names/shared_stubs.h"

#include <utility>

#include "names/module_path.h"

namespace graphmend::names {

FileInfo InfoOfStub(std::string_view relative_path) {
  FileInfo info;
  info.path = "<stubs>/" + std::string(relative_path);
  info.shown_path = info.path;
  info.is_stub = true;
  std::string_view stem = relative_path.substr(0, relative_path.rfind('.'));
  info.is_package = BaseName(stem) == "__init__";
  info.module = DottedBelow(info.is_package ? DirectoryOf(stem) : stem, "");
  return info;
}

std::shared_ptr<const FileInfo> SharedStubs::InfoOf(const std::string& relative_path) {
  std::lock_guard lock(mutex_);
  std::shared_ptr<const FileInfo>& info = infos_[relative_path];
  if (!info) info = std::make_shared<FileInfo>(InfoOfStub(relative_path));
  return info;
}

std::shared_ptr<ParsedFile> SharedStubs::Parsed(FileId id, const std::string& path,
                                                std::string_view text) {
  {
    std::lock_guard lock(mutex_);
    auto known = by_path_.find(path);
    if (known != by_path_.end() && known->second->id() == id &&
        known->second->source().text() == text)
      return known->second;
  }
  auto parsed =
      std::make_shared<ParsedFile>(id, source::SourceFile(path, std::string(text)), interner_);
  std::lock_guard lock(mutex_);
  by_path_[path] = parsed;
  return parsed;
}

bool SharedStubs::IsLarge() const {
  constexpr std::size_t kMostNames = 4'000'000;
  return interner_.Count() > kMostNames;
}

}  // namespace graphmend::names
