// What files have in common on all systems.
#include "os/files.h"

#include "base/path.h"
#include "os/file_parts.h"

namespace graphmend::os {
namespace {

namespace fs = std::filesystem;

class RefusalCategory : public std::error_category {
 public:
  const char* name() const noexcept override { return "graphmend"; }
  std::string message(int value) const override {
    switch (static_cast<Refusal>(value)) {
      case Refusal::Link: return "it is a link, and what it leads to would change";
      case Refusal::OtherNames:
        return "it has other names (hard links) that would keep the old text";
      case Refusal::Owner: return "it would no longer belong to its owner and group";
      case Refusal::Attributes: return "its extended attributes or access list would be lost";
      case Refusal::NoFile: return "it is not a regular file";
      case Refusal::NoReader: break;
    }
    return "it is a pipe that nobody reads";
  }
};

}  // namespace

std::error_code make_error_code(Refusal refusal) {
  static const RefusalCategory category;
  return {static_cast<int>(refusal), category};
}

std::string TooLarge(std::size_t most) {
  constexpr std::size_t kMebi = 1 << 20;
  if (most >= kMebi) return "is larger than " + std::to_string(most / kMebi) + " MiB";
  return "is larger than " + std::to_string(most) + " bytes";
}

bool IsTemporaryName(std::string_view name) {
  if (!name.starts_with(kTemporaryStart) || !name.ends_with(kTemporaryEnd)) return false;
  name.remove_prefix(kTemporaryStart.size());
  name.remove_suffix(kTemporaryEnd.size());
  return name.size() == kTemporaryDigits &&
         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool LiesWithin(const std::string& directory, const std::string& path) {
  std::error_code error;
  const fs::path root = RealPath(base::ToPath(directory), error);
  if (error) return false;
  // What is not there yet lies where the last directory that is there does.
  fs::path there = base::ToPath(path).lexically_normal(), rest;
  if (!there.has_filename()) there = there.parent_path();
  while (!fs::exists(fs::symlink_status(there, error))) {
    if (there == there.parent_path()) return false;
    rest = there.filename() / rest;
    there = there.parent_path();
  }
  const fs::path real = RealPath(there, error);
  if (error) return false;  // a link to nothing
  const std::string whole = base::ToText(rest.empty() ? real : real / rest);
  const std::string start = base::ToText(root / "");
  return whole == base::ToText(root) || whole.starts_with(start);
}

}  // namespace graphmend::os
