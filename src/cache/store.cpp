#include "cache/store.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
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
// Tells people and their tools what this is; see https://bford.info/cachedir.
constexpr std::string_view kTag =
    "Signature: 8a477f597d28d172789f06886806bc55\n# Results of graphmend; may be deleted.\n";

std::string Hexadecimal(std::uint64_t number) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4) text[i] = "0123456789abcdef"[number & 15];
  return text;
}

}  // namespace

std::string Store::PathOf(const std::string& key) const {
  return base::ToText(base::ToPath(directory_) /
                      (Hexadecimal(base::Digest(key)) + std::string(kEnding)));
}

// A file: the key, the record, and a digest of the record.
std::optional<std::string> Store::Find(const std::string& key) const {
  const fs::path path = base::ToPath(PathOf(key));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  Reader reader(bytes);
  const bool same = reader.Text() == key;
  std::string record = reader.Text();
  const std::uint64_t digest = reader.Number();
  if (!same || !reader.AtEnd() || digest != base::Digest(record)) return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return record;
}

void Store::Keep(const std::string& key, std::string_view record) const {
  std::error_code error;
  const fs::path directory = base::ToPath(directory_);
  fs::create_directories(directory, error);
  if (error) return;
  if (!fs::exists(directory / "CACHEDIR.TAG", error))
    static_cast<void>(os::WriteFile(base::ToText(directory / "CACHEDIR.TAG"), kTag));
  Writer file;
  file.Text(key);
  file.Text(record);
  file.Number(base::Digest(record));
  if (!os::WriteFile(PathOf(key), file.Take())) Prune();
}

void Store::Prune() const {
  struct Kept {
    fs::file_time_type used;
    std::uint64_t size;
    fs::path path;
  };
  std::vector<Kept> kept;
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator entry(base::ToPath(directory_), error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    if (!base::ToText(entry->path().filename()).ends_with(kEnding)) continue;
    const Kept one{entry->last_write_time(gone), entry->file_size(gone), entry->path()};
    if (gone) continue;
    bytes += one.size;
    kept.push_back(one);
  }
  std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& one : kept) {
    if (bytes <= kMostBytes) break;
    std::error_code ignored;
    fs::remove(one.path, ignored);
    bytes -= one.size;
  }
}

}  // namespace graphmend::cache
