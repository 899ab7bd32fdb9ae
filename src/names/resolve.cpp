// Module names: which file an import leads to.
#include <algorithm>
#include <utility>

#include "names/program_state.h"

namespace graphmend::names {
namespace {

// How many leading directories two directories share; the measure of nearness.
std::size_t SharedDirectories(std::string_view a, std::string_view b) {
  std::size_t shared = 0, i = 0;
  for (; i < a.size() && i < b.size() && a[i] == b[i]; ++i) shared += a[i] == '/';
  bool whole = (i == a.size() || a[i] == '/') && (i == b.size() || b[i] == '/');
  return shared + whole;
}

std::string FirstPart(std::string_view dotted, char separator) {
  return std::string(dotted.substr(0, dotted.find(separator)));
}

}  // namespace

// ---- preparing ----------------------------------------------------------------------------------
void Program::State::Prepare() {
  if (prepared.load(std::memory_order_acquire)) return;
  std::lock_guard lock(prepare_mutex);
  if (prepared.load(std::memory_order_relaxed)) return;
  LocateAll();
  prepared.store(true, std::memory_order_release);
}

void Program::State::LocateAll() {
  package_roots.clear();
  package_names.clear();
  resolved.clear();
  std::sort(source_roots.begin(), source_roots.end());
  source_roots.erase(std::unique(source_roots.begin(), source_roots.end()), source_roots.end());
  const std::vector<std::string> roots = AllRoots();
  for (const FileEntry& entry : files)
    if (!entry.stub && BaseName(entry.absolute).starts_with("__init__.py"))
      added_packages.insert(entry.directory);
  for (FileEntry& entry : files) {
    if (!entry.stub) {
      entry.location = LocateModule(entry.absolute, roots, added_packages, directories);
      entry.own_info.module = entry.location.module;
      entry.own_info.is_package = entry.location.is_package;
    }
    CollectNames(entry);
  }
  for (auto& [name, roots] : package_roots) {
    std::sort(roots.begin(), roots.end());
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  }
}

void Program::State::CollectNames(const FileEntry& entry) {
  std::string_view module = entry.Info().module;
  if (!entry.stub && !entry.location.is_script)
    package_roots[FirstPart(module, '.')].push_back(entry.location.root);
  std::size_t end = entry.Info().is_package ? module.size() : module.rfind('.');
  while (end != std::string_view::npos && end > 0) {
    if (!package_names.emplace(module.substr(0, end)).second) break;  // so are its prefixes
    end = module.rfind('.', end - 1);
  }
}

// ---- files --------------------------------------------------------------------------------------
std::optional<FileId> Program::State::FindAdded(const std::string& path) const {
  std::shared_lock lock(files_mutex);
  auto found = by_path.find(path);
  if (found == by_path.end()) return std::nullopt;
  return found->second;
}

FileId Program::State::AddFound(const std::string& path) {
  ModulePath location = LocateModule(path, AllRoots(), added_packages, directories);
  std::unique_lock lock(files_mutex);
  FileId id(static_cast<std::uint32_t>(files.size()));
  auto [known, is_new] = by_path.emplace(path, id);
  if (!is_new) return known->second;
  FileEntry& entry = files.emplace_back();
  entry.own_info.path = path;
  bool below = !shown_prefix.empty() && path.starts_with(shown_prefix);
  entry.own_info.shown_path = below ? path.substr(shown_prefix.size()) : path;
  entry.own_info.module = location.module;
  entry.own_info.is_package = location.is_package;
  entry.absolute = path;
  entry.directory = DirectoryOf(path);
  entry.location = std::move(location);
  return id;
}

std::optional<FileId> Program::State::FindFile(const std::string& directory,
                                               const std::string& name) {
  std::string path = JoinPath(directory, name);
  if (auto added = FindAdded(path)) return added;
  if (!directories.HasFile(directory, name)) return std::nullopt;
  return AddFound(path);
}

// `relative`: the parts of the module's name with slashes. A package hides a module of its name.
std::optional<FileId> Program::State::FindBelow(const std::string& root,
                                                const std::string& relative) {
  std::string package = JoinPath(root, relative);
  for (const char* name : {"__init__.py", "__init__.pyi"})
    if (auto file = FindFile(package, name)) return file;
  std::string directory(DirectoryOf(package));
  std::string name(BaseName(package));
  if (auto file = FindFile(directory, name + ".py")) return file;
  // Signatures beside an extension: there is no source to follow.
  if (directories.HasFile(directory, name + ".so")) return std::nullopt;
  return FindFile(directory, name + ".pyi");
}

// ---- resolving ----------------------------------------------------------------------------------
std::optional<FileId> Program::State::FindInRoots(const std::string& relative,
                                                  std::string_view origin) {
  std::vector<std::string> roots = source_roots;
  if (auto found = package_roots.find(FirstPart(relative, '/')); found != package_roots.end())
    roots.insert(roots.end(), found->second.begin(), found->second.end());
  std::sort(roots.begin(), roots.end(), [&](const std::string& a, const std::string& b) {
    std::size_t near_a = SharedDirectories(a, origin);
    std::size_t near_b = SharedDirectories(b, origin);
    return near_a != near_b ? near_a > near_b : a < b;
  });
  for (const std::string& root : roots)
    if (auto file = FindBelow(root, relative)) return file;
  return std::nullopt;
}

std::optional<FileId> Program::State::FindStub(const std::string& dotted) const {
  auto found = stubs.find(dotted);
  if (found == stubs.end()) return std::nullopt;
  return found->second;
}

// What the project names and what is installed, where nothing that was asked for has it.
std::optional<FileId> Program::State::FindElsewhere(const std::string& relative) {
  for (const auto* roots : {&named_roots, &installed_roots})
    for (const std::string& root : *roots)
      if (auto file = FindBelow(root, relative)) return file;
  return std::nullopt;
}

// Whether the stubs speak of all of the package, so that its source is not looked up.
bool Program::State::IsCovered(const std::string& package) const {
  return stubs.contains(package) && !partial_stubs.contains(package);
}

// Among installed packages, torch itself lies beside its users. It is not what they are checked
// against: the stubs are.
bool Program::State::IsInstalledBeside(const FileEntry& from, const std::string& package) const {
  const std::string& root = from.location.root;
  auto is_one_of = [&](const std::vector<std::string>& roots) {
    return std::find(roots.begin(), roots.end(), root) != roots.end();
  };
  std::string_view folder = BaseName(root);
  const bool installed = folder == "site-packages" || folder == "dist-packages" ||
                         is_one_of(named_roots) || is_one_of(installed_roots);
  return installed && !is_one_of(source_roots) && FirstPart(from.Info().module, '.') != package &&
         IsCovered(package);
}

std::vector<std::string> Program::State::AllRoots() const {
  std::vector<std::string> all = source_roots;
  all.insert(all.end(), named_roots.begin(), named_roots.end());
  all.insert(all.end(), installed_roots.begin(), installed_roots.end());
  std::sort(all.begin(), all.end());
  return all;
}

namespace {
// Of libraries there, the stubs hold for their own modules, too: `import scipy.fft`, `scipy.fft`.
bool IsOnlyInstalled(const std::string& root, const std::vector<std::string>& source_roots) {
  return BaseName(root) == "site-packages" &&
         std::find(source_roots.begin(), source_roots.end(), root) == source_roots.end();
}

// Where what a file imports is looked for first.
std::string_view OriginOf(const FileEntry& file) {
  return file.location.is_script ? file.directory : file.location.root;
}
}  // namespace

std::optional<FileId> Program::State::Resolve(const std::string& dotted, const FileEntry* from) {
  std::string relative = dotted;
  std::replace(relative.begin(), relative.end(), '.', '/');
  const std::string package = FirstPart(dotted, '.');
  const bool knows = stubs.contains(dotted) && !partial_stubs.contains(dotted);
  const bool known_in_part = knows && partial_stubs.contains(package);
  if (from && IsInstalledBeside(*from, package)) return FindStub(dotted);
  if (from && from->stub) {
    if (auto stub = FindStub(dotted)) return stub;
  } else if (from) {
    if (from->location.is_script)
      if (auto file = FindBelow(from->directory, relative)) return file;
    if (known_in_part && IsOnlyInstalled(from->location.root, source_roots))
      return FindStub(dotted);
    if (auto file = FindBelow(from->location.root, relative)) return file;
  }
  if (auto file = FindInRoots(relative, from ? OriginOf(*from) : std::string_view())) return file;
  if (knows || IsCovered(package)) return FindStub(dotted);
  if (auto file = FindElsewhere(relative)) return file;
  if (auto stub = FindStub(dotted)) return stub;
  return FindStub("overlay." + dotted);  // a library that is not in view
}

std::optional<FileId> Program::ResolveModule(std::string_view dotted,
                                             std::optional<FileId> from) const {
  bool malformed = dotted.empty() || dotted.front() == '.' || dotted.back() == '.' ||
                   dotted.find("..") != std::string_view::npos ||
                   dotted.find('/') != std::string_view::npos;
  if (malformed) return std::nullopt;
  state_->Prepare();
  const FileEntry* importer = from && from->has_value() ? &state_->Entry(*from) : nullptr;
  // All that the answer depends on: scripts look beside them, packages from their root.
  std::string key;
  if (importer) key = importer->location.is_script ? importer->directory : importer->location.root;
  bool is_script = importer && importer->location.is_script;
  key += importer && importer->stub ? '<' : is_script ? '.' : ':';
  key += dotted;
  {
    std::shared_lock lock(state_->resolved_mutex);
    if (auto found = state_->resolved.find(key); found != state_->resolved.end())
      return found->second;
  }
  std::optional<FileId> file = state_->Resolve(std::string(dotted), importer);
  std::unique_lock lock(state_->resolved_mutex);
  return state_->resolved.emplace(std::move(key), file).first->second;
}

std::optional<FileId> Program::StubBeside(FileId file) const {
  const FileEntry& entry = state_->Entry(file);
  const std::string_view name = BaseName(entry.absolute);
  if (entry.stub || !name.ends_with(".py")) return std::nullopt;
  return state_->FindFile(entry.directory, std::string(name) + "i");
}

bool Program::IsExtension(std::string_view dotted, std::optional<FileId> from) const {
  std::string relative(dotted);
  std::replace(relative.begin(), relative.end(), '.', '/');
  // Below the innermost package around it that has an `__init__`; folders below that need none.
  for (std::size_t dot = dotted.rfind('.'); dot != std::string_view::npos && dot > 0;
       dot = dotted.rfind('.', dot - 1)) {
    const std::optional<FileId> package = ResolveModule(dotted.substr(0, dot), from);
    if (!package) continue;
    if (!Info(*package).is_package || Info(*package).is_stub) return false;
    const std::string path =
        JoinPath(state_->Entry(*package).directory, std::string_view(relative).substr(dot + 1));
    return state_->HasExtension(path);
  }
  state_->Prepare();
  std::vector<std::string> roots = state_->AllRoots();
  if (from && from->has_value()) roots.push_back(state_->Entry(*from).location.root);
  return std::any_of(roots.begin(), roots.end(), [&](const std::string& root) {
    return state_->HasExtension(JoinPath(root, relative));
  });
}

bool Program::State::HasExtension(const std::string& path) {
  return directories.HasFile(std::string(DirectoryOf(path)), std::string(BaseName(path)) + ".so");
}

std::optional<FileId> Program::ResolveStub(std::string_view dotted) const {
  return state_->FindStub(std::string(dotted));
}

std::string Program::AbsoluteModule(FileId from, std::string_view module,
                                    std::uint32_t level) const {
  if (level == 0) return std::string(module);
  const FileInfo& info = Info(from);
  std::string_view package = info.module;
  for (std::uint32_t up = info.is_package ? 1 : 0; up < level; ++up) {
    if (package.empty() && up > 0) return {};  // beyond the top
    std::size_t dot = package.rfind('.');
    package = dot == std::string_view::npos ? std::string_view() : package.substr(0, dot);
  }
  std::string absolute(package);
  if (!package.empty() && !module.empty()) absolute += '.';
  return absolute += module;
}

bool Program::IsPackage(std::string_view dotted) const {
  state_->Prepare();
  if (state_->package_names.contains(std::string(dotted))) return true;
  auto file = ResolveModule(dotted);
  return file && Info(*file).is_package;
}

}  // namespace graphmend::names
