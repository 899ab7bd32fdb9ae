#include "project/library_stubs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "base/path.h"
#include "models/stub_set.h"
#include "project/discover.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFile = "graphmend.pyi";
constexpr std::string_view kFolder = "-graphmend-stubs";
constexpr std::string_view kHeader = "# module: ";

bool IsName(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::vector<fs::path> Sorted(const std::string& directory) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator it(base::ToPath(directory), error), end; !error && it != end;
       it.increment(error))
    entries.push_back(it->path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

// Where stubs of a top-level package lie; empty: nowhere.
struct Places {
  std::map<std::string, fs::path> files;  // by what they describe: "pkg", "pkg/part"
  fs::path folder;
};

bool IsNamespace(const fs::path& package) {
  std::error_code error;
  return !fs::exists(package / "__init__.py", error);
}

// What lies in a package, or in those that it is the namespace of.
void LookInPackage(const fs::path& package, const std::string& relative, Places& out) {
  constexpr std::ptrdiff_t kDeepest = 3;  // packages within each other
  std::error_code error;
  const fs::path file = package / base::ToPath(std::string(kFile));
  if (fs::is_regular_file(file, error)) out.files.try_emplace(relative, file);
  const bool is_deepest = std::count(relative.begin(), relative.end(), '/') >= kDeepest;
  if (is_deepest || !IsNamespace(package)) return;
  for (const fs::path& entry : Sorted(base::ToText(package))) {
    const std::string name = base::ToText(entry.filename());
    if (IsName(name) && fs::is_directory(entry, error))
      LookInPackage(entry, relative + "/" + name, out);
  }
}

void LookIn(const std::string& root, const std::function<bool(std::string_view)>& may_speak,
            std::map<std::string, Places>& out) {
  std::error_code error;
  for (const fs::path& entry : Sorted(root)) {
    std::string package = base::ToText(entry.filename());
    const bool is_folder = package.ends_with(kFolder);
    if (is_folder) package.resize(package.size() - kFolder.size());
    if (!IsName(package) || !may_speak(package) || !fs::is_directory(entry, error)) continue;
    Places& places = out[package];
    if (!is_folder) LookInPackage(entry, package, places);
    else if (places.folder.empty()) places.folder = entry;
  }
}

LibraryStubs Read(const std::string& package, const Places& places) {
  LibraryStubs out;
  out.package = package;
  for (const auto& [described, place] : places.files) {
    const std::string path = base::ToText(place);
    base::Result<source::SourceFile> file = LoadStub(path);
    if (file) out.files.push_back({path, described + "/" + std::string(kFile), *std::move(file)});
    else
      out.problems.push_back(
          {lint::ProblemKind::Unusable, "", 0, file.error().message, file.error().hint});
  }
  if (places.folder.empty()) return out;
  StubFiles tree = ReadStubs({base::ToText(places.folder)});
  for (StubFile& file : tree.files) {
    file.relative = package + "/" + file.relative;
    out.files.push_back(std::move(file));
  }
  std::move(tree.problems.begin(), tree.problems.end(), std::back_inserter(out.problems));
  return out;
}

std::string RelativeOf(std::string_view module, const std::string& package) {
  std::string relative(module);
  std::replace(relative.begin(), relative.end(), '.', '/');
  return relative + (module == package ? "/__init__.pyi" : ".pyi");
}

// "overlay/pkg/part.pyi": "pkg.part".
std::string DescribedBy(std::string_view relative) {
  constexpr std::string_view kOverlay = "overlay/";
  if (relative.starts_with(kOverlay)) relative.remove_prefix(kOverlay.size());
  return models::ModuleOf(relative);
}

// "company/part/graphmend.pyi": "company.part"; empty for another file.
std::string PackageOf(std::string_view relative) {
  std::string package = DescribedBy(relative);
  const std::size_t dot = package.rfind('.');
  const bool is_own = dot != std::string::npos && relative.ends_with("/" + std::string(kFile));
  package.resize(is_own ? dot : 0);
  return package;
}

// What a line `# module: pkg.part` names.
std::string_view NamedBy(std::string_view line) {
  const std::string_view module = line.substr(kHeader.size());
  return module.substr(0, module.find_last_not_of(" \t\r") + 1);
}

bool IsBelow(std::string_view module, const std::string& package) {
  for (std::string_view rest = module;;) {
    const std::size_t dot = rest.find('.');
    if (!IsName(rest.substr(0, dot))) return false;
    if (dot == std::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  return module == package || module.starts_with(package + ".");
}

}  // namespace

std::vector<LibraryStubs> FindLibraryStubs(const Environment& environment,
                                           const std::function<bool(std::string_view)>& may_speak) {
  std::map<std::string, Places> places;
  for (const std::string& root : environment.roots) LookIn(root, may_speak, places);
  std::vector<LibraryStubs> out;
  for (const auto& [package, where] : places)
    if (!where.files.empty() || !where.folder.empty()) out.push_back(Read(package, where));
  return out;
}

std::vector<StubPart> PartsOf(const StubFile& file, std::vector<lint::Problem>& problems) {
  const std::string package = PackageOf(file.relative);
  if (package.empty())
    return {{DescribedBy(file.relative), file.relative, 1, std::string(file.source.text())}};
  std::vector<StubPart> parts = {{package, RelativeOf(package, package), 1, "", true}};
  for (std::uint32_t line = 1; line <= file.source.LineCount(); ++line) {
    const std::string_view text = file.source.Line(line);
    if (!text.starts_with(kHeader)) {
      parts.back().text.append(text) += '\n';
      continue;
    }
    const std::string module(NamedBy(text));
    if (IsBelow(module, package)) {
      parts.push_back({module, RelativeOf(module, package), line, "", true});
      continue;
    }
    problems.push_back({lint::ProblemKind::Unusable, file.source.path(), line,
                        "`" + module + "` is not a module of " + package,
                        "this file describes " + package + " and what is below it"});
    parts.push_back({"", "", line, "", true});
  }
  return parts;
}

}  // namespace graphmend::project
