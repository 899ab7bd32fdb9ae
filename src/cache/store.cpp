#include "cache/store.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/digest.h"
#include "base/path.h"
#include "cache/bytes.h"
#include "os/files.h"

namespace graphmend::cache {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".record";
constexpr std::size_t kDigits = 16;
// What a record begins with; another number for another form.
constexpr std::string_view kMagic = "\x89graphmend record 1\r\n";
constexpr std::chrono::hours kMostLife{1};
// Tells people and their tools what this is; see https://bford.info/cachedir.
constexpr std::string_view kTag =
    "Signature: 8a477f597d28d172789f06886806bc55\n# Results of graphmend; may be deleted.\n";

std::string Hexadecimal(std::uint64_t number) {
  std::string text(kDigits, '0');
  for (std::size_t i = kDigits; i-- > 0; number >>= 4) text[i] = "0123456789abcdef"[number & 15];
  return text;
}

bool IsRecordName(std::string_view name) {
  return name.size() == kDigits + kEnding.size() && name.ends_with(kEnding) &&
         name.find_first_not_of("0123456789abcdef") == kDigits;
}

}  // namespace

std::string Store::PathIn(std::string_view name) const {
  return base::ToText(base::ToPath(directory_) / base::ToPath(name));
}

std::string Store::PathOf(const std::string& key) const {
  return PathIn(Hexadecimal(base::Digest(key)) + std::string(kEnding));
}

// A file: what it is, the key, the record, and a digest of the record.
std::optional<std::string> Store::Find(const std::string& key) const {
  if (!os::IsOwnDirectory(directory_)) return std::nullopt;
  const std::string path = PathOf(key);
  const os::FileText file = os::ReadOwnFile(path, os::kMostRecord);
  if (!file.trouble.empty() || !file.bytes.starts_with(kMagic)) return std::nullopt;
  Reader reader(std::string_view(file.bytes).substr(kMagic.size()));
  const bool same = reader.Text() == key;
  std::string record = reader.Text();
  const std::uint64_t digest = reader.Number();
  if (!same || !reader.AtEnd() || digest != base::Digest(record)) return std::nullopt;
  os::Touch(path);
  return record;
}

void Store::Keep(const std::string& key, std::string_view record) const {
  bool made = false;
  if (!os::MakeOwnDirectory(directory_, made)) return;
  // A folder that was there before may hold what is to be backed up.
  if (made) static_cast<void>(os::WriteOwnFile(PathIn("CACHEDIR.TAG"), kTag));
  Writer file;
  file.Text(key);
  file.Text(record);
  file.Number(base::Digest(record));
  std::string bytes(kMagic);
  bytes += file.Take();
  if (bytes.size() <= os::kMostRecord && !os::WriteOwnFile(PathOf(key), bytes)) Prune();
}

// Only what this program has written goes, whatever else lies there.
void Store::Prune() const {
  struct Kept {
    fs::file_time_type used;
    std::uint64_t size;
    fs::path path;
  };
  std::vector<Kept> kept;
  std::uint64_t bytes = 0;
  std::error_code error;
  const fs::file_time_type now = fs::file_time_type::clock::now();
  for (fs::directory_iterator entry(base::ToPath(directory_), error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    const std::string name = base::ToText(entry->path().filename());
    const Kept one{entry->last_write_time(gone), entry->file_size(gone), entry->path()};
    if (gone) continue;
    // Of a process that was killed; one that lives has been at it for a shorter time.
    if (os::IsTemporaryName(name) && now - one.used > kMostLife) fs::remove(one.path, gone);
    if (!IsRecordName(name)) continue;
    bytes += one.size;
    kept.push_back(one);
  }
  std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& one : kept) {
    if (bytes <= kMostBytes) break;
    if (os::ReadOwnFileStart(base::ToText(one.path), kMagic.size()).bytes != kMagic) continue;
    std::error_code ignored;
    fs::remove(one.path, ignored);
    bytes -= one.size;
  }
}

}  // namespace graphmend::cache
