#include "names/shared_stubs.h"

#include <utility>

namespace graphmend::names {

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
