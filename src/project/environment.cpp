#include "project/environment.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/path.h"
#include "os/files.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

// What is read as text here is small; more than this is something else.
constexpr std::size_t kLongestText = 1 << 16;
constexpr std::size_t kMostRoots = 256;

bool IsDirectory(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool IsFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::vector<fs::path> Sorted(const fs::path& directory) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
    entries.push_back(it->path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

// The first bytes of a regular file; nothing of anything else.
std::string TextOf(const fs::path& path, std::size_t limit = kLongestText) {
  return os::ReadStart(base::ToText(path), limit).bytes;
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

// "key = value" of pyvenv.cfg.
std::string ConfiguredValue(const std::string& text, std::string_view key) {
  for (const std::string& line : LinesOf(text)) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    std::string name = line.substr(0, equals);
    while (!name.empty() && name.back() == ' ') name.pop_back();
    const std::size_t value = line.find_first_not_of(' ', equals + 1);
    if (name == key) return value == std::string::npos ? "" : line.substr(value);
  }
  return {};
}

// "3.12" of "python3.12"; empty where a name has none.
std::string VersionIn(const std::string& name) {
  constexpr std::string_view kPython = "python";
  if (!name.starts_with(kPython)) return {};
  std::string version = name.substr(kPython.size());
  if (version.ends_with(".exe")) version.resize(version.size() - 4);
  return version.find('.') == std::string::npos ? "" : version;
}

// "python3.9" before "python3.12".
bool IsOlder(const fs::path& a, const fs::path& b) {
  const std::string x = VersionIn(base::ToText(a.filename()));
  const std::string y = VersionIn(base::ToText(b.filename()));
  return std::pair(x.size(), x) < std::pair(y.size(), y);
}

// 12 of "3.12"; nothing: another Python.
std::optional<int> MinorOf(const std::string& version) {
  constexpr std::string_view kThree = "3.";
  int minor = 0;
  const char* end = version.data() + version.size();
  if (!version.starts_with(kThree)) return std::nullopt;
  const auto read = std::from_chars(version.data() + kThree.size(), end, minor);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return minor;
}

class Finder {
 public:
  explicit Finder(Environment& out) : out_(out) {}

  // `version`: "3.12", of which the packages are wanted; empty: the newest that has any.
  void AddPrefix(const fs::path& prefix, const std::string& version) {
    const fs::path configuration = prefix / "pyvenv.cfg";
    const std::string text = TextOf(configuration);
    AddPackagesBelow(prefix, version);
    if (text.empty() || ConfiguredValue(text, "include-system-site-packages") != "true") return;
    const std::string home = ConfiguredValue(text, "home");
    if (!home.empty()) AddPackagesBelow(base::ToPath(home).parent_path(), version);
  }

 private:
  void AddPackagesBelow(const fs::path& prefix, const std::string& version) {
    for (const fs::path& below : {prefix / "local", prefix}) {
      std::vector<fs::path> versions;
      for (const char* lib : {"lib", "lib64"})
        for (const fs::path& entry : Sorted(below / lib)) {
          const std::string found = VersionIn(base::ToText(entry.filename()));
          if (!found.empty() && (version.empty() || found == version)) versions.push_back(entry);
        }
      std::stable_sort(versions.begin(), versions.end(),
                       [](const fs::path& a, const fs::path& b) { return IsOlder(b, a); });
      std::string newest;
      for (const fs::path& python : versions) {
        const std::string name = base::ToText(python.filename());
        if (!newest.empty() && name != newest) break;
        for (const char* folder : {"site-packages", "dist-packages"})
          if (IsDirectory(python / folder)) {
            newest = name;
            if (!out_.python_minor) out_.python_minor = MinorOf(VersionIn(name));
            AddSite(python / folder);
          }
      }
    }
    if (IsDirectory(prefix / "lib" / "python3" / "dist-packages"))
      AddSite(prefix / "lib" / "python3" / "dist-packages");
    if (IsDirectory(prefix / "Lib" / "site-packages")) AddSite(prefix / "Lib" / "site-packages");
  }

  bool AddRoot(const fs::path& directory) {
    std::error_code error;
    // One folder has one name, also where `lib64` is a link to `lib`.
    const fs::path real = fs::canonical(directory, error);
    const std::string root = base::ToText(error ? directory : real);
    if (out_.roots.size() >= kMostRoots ||
        std::find(out_.roots.begin(), out_.roots.end(), root) != out_.roots.end())
      return false;
    out_.roots.push_back(root);
    return true;
  }

  void AddSite(const fs::path& site) {
    if (!AddRoot(site)) return;
    const std::vector<fs::path> entries = Sorted(site);
    for (const fs::path& entry : entries) {
      const std::string name = base::ToText(entry.filename());
      if (name.ends_with(".dist-info") || name.ends_with(".egg-info")) AddVersion(name);
      else if (name.ends_with(".pth")) AddPaths(site, TextOf(entry));
      else if (name.starts_with("__editable___") && name.ends_with("_finder.py"))
        AddMapping(TextOf(entry));
    }
  }

  // "scikit_learn-1.9.0.dist-info"
  void AddVersion(const std::string& name) {
    const std::size_t dash = name.find('-'), end = name.rfind('.');
    if (dash == std::string::npos || end <= dash) return;
    std::string package = name.substr(0, dash);
    for (char& c : package) c = c == '-' || c == '.' ? '_' : c >= 'A' && c <= 'Z' ? c + 32 : c;
    std::string version = name.substr(dash + 1, end - dash - 1);
    if (const std::size_t python = version.find("-py"); python != std::string::npos)
      version.resize(python);
    out_.versions.emplace(std::move(package), std::move(version));
  }

  // Lines of a .pth file that are paths. Python would execute those that begin with `import`.
  void AddPaths(const fs::path& site, const std::string& text) {
    for (const std::string& line : LinesOf(text)) {
      if (line.empty() || line.front() == '#' || line.starts_with("import ") ||
          line.starts_with("import\t"))
        continue;
      const fs::path path = (site / base::ToPath(line)).lexically_normal();
      if (IsDirectory(path)) AddRoot(path);
    }
  }

  // MAPPING = {'package': '/project/src/package', …} of setuptools' editable installs.
  void AddMapping(const std::string& text) {
    const std::size_t mapping = text.find("MAPPING");
    const std::size_t open = mapping == std::string::npos ? mapping : text.find('{', mapping);
    const std::size_t close = open == std::string::npos ? open : text.find('}', open);
    if (close == std::string::npos) return;
    std::vector<std::string> words;
    for (std::size_t at = open; at < close;) {
      const std::size_t quote = text.find_first_of("'\"", at);
      if (quote >= close) break;
      const std::size_t end = text.find(text[quote], quote + 1);
      if (end >= close) break;
      words.push_back(text.substr(quote + 1, end - quote - 1));
      at = end + 1;
    }
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
      const fs::path package = base::ToPath(words[i + 1]);
      if (package.is_absolute() && package.filename() == base::ToPath(words[i]) &&
          IsDirectory(package))
        AddRoot(package.parent_path());
    }
  }

  Environment& out_;
};

// The folder of the environment that an interpreter is of, and its version.
std::pair<fs::path, std::string> OfInterpreter(const fs::path& interpreter) {
  std::error_code error;
  const fs::path beside = interpreter.parent_path().parent_path();
  if (IsFile(beside / "pyvenv.cfg")) return {beside, ""};
  const fs::path real = fs::canonical(interpreter, error);
  if (error) return {beside, ""};
  return {real.parent_path().parent_path(), VersionIn(base::ToText(real.filename()))};
}

// A script in the place of an interpreter (of pyenv or asdf) would have to be run to tell.
bool IsScript(const fs::path& interpreter) { return TextOf(interpreter, 2) == "#!"; }

std::optional<Environment> At(const fs::path& path, std::string_view found_by) {
  Environment environment;
  fs::path prefix = path;
  std::string version;
  if (IsFile(path)) {
    if (IsScript(path)) return std::nullopt;
    std::tie(prefix, version) = OfInterpreter(path);
  }
  Finder(environment).AddPrefix(prefix, version);
  if (environment.roots.empty()) return std::nullopt;
  environment.prefix = base::ToText(prefix);
  environment.found_by = found_by;
  return environment;
}

std::optional<Environment> OnPath(const std::string& path) {
  constexpr char kSeparator = base::kIsWindows ? ';' : ':';
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, kSeparator);) {
    if (folder.empty()) continue;
    for (const char* name : {"python3", "python3.exe", "python.exe"}) {
      const fs::path interpreter = base::ToPath(folder) / name;
      if (!IsFile(interpreter)) continue;
      if (auto found = At(interpreter, "python3 on the PATH")) return found;
    }
  }
  return std::nullopt;
}

std::optional<Environment> Above(const std::string& directory) {
  for (fs::path at = base::ToPath(directory);; at = at.parent_path()) {
    if (IsFile(at / ".venv" / "pyvenv.cfg"))
      if (auto found = At(at / ".venv", ".venv")) return found;
    if (at == at.parent_path()) return std::nullopt;
  }
}

}  // namespace

std::string Environment::VersionOf(std::string_view package) const {
  auto found = versions.find(package);
  return found == versions.end() ? std::string() : found->second;
}

base::Result<Environment> EnvironmentAt(const std::string& path) {
  std::error_code error;
  if (!fs::exists(base::ToPath(path), error))
    return base::Error{path + ": there is no such interpreter or environment", ""};
  if (auto found = At(base::ToPath(path), "python")) return *std::move(found);
  return base::Error{path + ": no installed packages were found there",
                     "name an interpreter, or the folder of a virtual environment; a script that "
                     "starts an interpreter would have to be run"};
}

base::Result<Environment> FindEnvironment(const std::string& given,
                                          const EnvironmentVariables& variables,
                                          const std::string& directory) {
  if (!given.empty()) return EnvironmentAt(given);
  if (!variables.virtual_env.empty())
    if (auto found = At(base::ToPath(variables.virtual_env), "VIRTUAL_ENV"))
      return *std::move(found);
  if (!variables.conda_prefix.empty())
    if (auto found = At(base::ToPath(variables.conda_prefix), "CONDA_PREFIX"))
      return *std::move(found);
  if (auto found = Above(directory)) return *std::move(found);
  if (auto found = OnPath(variables.path)) return *std::move(found);
  return Environment();
}

}  // namespace graphmend::project
