// The text that a new stub begins with.
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/path.h"
#include "project/stub_names.h"
#include "syntax/parse.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

bool IsPublic(std::string_view name) { return !name.empty() && name.front() != '_'; }

// "def score(self, x, /, k=..., *rest, key, **more): ..."
std::string Signature(const syntax::Function& function) {
  using Kind = syntax::ParamKind;
  std::string text;
  bool after_star = false;
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    const syntax::Param& param = function.params[i];
    if (i > 0) text += ", ";
    if (param.kind == Kind::KeywordOnly && !after_star) text += "*, ";
    after_star |= param.kind == Kind::KeywordOnly || param.kind == Kind::VarArgs;
    text += param.kind == Kind::VarArgs ? "*" : param.kind == Kind::KwArgs ? "**" : "";
    text += param.name.text();
    if (param.default_value) text += "=...";
    const bool is_last_positional =
        param.kind == Kind::PositionalOnly &&
        (i + 1 == function.params.size() || function.params[i + 1].kind != Kind::PositionalOnly);
    if (is_last_positional) text += ", /";
  }
  return "def " + function.name.str() + "(" + text + "): ...\n";
}

// What users call: public functions, and the methods of public classes.
std::string Described(const syntax::Tree& tree) {
  std::string text;
  for (syntax::StmtId id : tree.body) {
    if (const auto* def = std::get_if<syntax::FunctionStmt>(&tree[id].node);
        def && IsPublic(tree[def->function].name.text()))
      text += "# " + Signature(tree[def->function]);
    const auto* def = std::get_if<syntax::ClassStmt>(&tree[id].node);
    if (!def || !IsPublic(tree[def->cls].name.text())) continue;
    std::string methods;
    for (syntax::StmtId member : tree[def->cls].body)
      if (const auto* method = std::get_if<syntax::FunctionStmt>(&tree[member].node)) {
        const syntax::Function& function = tree[method->function];
        const std::string_view name = function.name.text();
        if (IsPublic(name) || name == "__init__" || name == "__call__")
          methods += "#     " + Signature(function);
      }
    if (!methods.empty()) text += "# class " + tree[def->cls].name.str() + ":\n" + methods;
  }
  return text;
}

// The public modules of a package with the files that they are in, sorted.
std::vector<std::pair<std::string, fs::path>> ModulesBelow(const std::string& package,
                                                           const fs::path& folder) {
  std::vector<std::pair<std::string, fs::path>> out;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = base::ToText(it->path().stem());
    if (it->is_directory(error)) {
      if (!IsPublic(name) || name == "tests") it.disable_recursion_pending();
      continue;
    }
    if (it->path().extension() != ".py" || !it->is_regular_file(error)) continue;
    if (name != "__init__" && !IsPublic(name)) continue;
    std::string module = base::ToText(it->path().lexically_relative(folder).replace_extension());
    std::replace(module.begin(), module.end(), '/', '.');
    if (module == "__init__") module.clear();
    else if (module.ends_with(".__init__")) module.resize(module.size() - 9);
    out.emplace_back(package + (module.empty() ? "" : "." + module), it->path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

constexpr std::string_view kHow =
    "#\n"
    "# Nothing is described yet, so the source of the library holds. Uncomment what you know more "
    "of,\n"
    "# say what it does to a graph, and delete the rest:\n"
    "#\n"
    "#     @breaks(\"GB0007\", kind=\"skipped-call\", probe=\"import lib ;; lib.f(x)\")\n"
    "#     def f(x): ...\n"
    "#\n"
    "# Keep the file as `graphmend.pyi` in the package, or in a folder of its name below a "
    "directory\n"
    "# that the setting `stubs` names. `graphmend stubs check` says what is wrong with it,\n"
    "# `graphmend stubs record` runs the probes. The words are explained in docs/stubs.md.\n"
    "\n"
    "from graphmend import breaks, transfer\n";

}  // namespace

base::Result<std::string> SkeletonOf(const std::string& package, const names::Program& program) {
  const std::optional<names::FileId> found = program.ResolveModule(package);
  if (found && program.Info(*found).is_stub)
    return base::Error{"`" + package + "` is described by a stub of graphmend's own",
                       "see it with `graphmend dump --stage=models " + package + "`"};
  if (!found)
    return base::Error{"there is no package `" + package + "` in the environment",
                       "--python names another environment, --src a folder of source"};
  const names::FileInfo& info = program.Info(*found);
  const fs::path file = base::ToPath(info.path);
  std::vector<std::pair<std::string, fs::path>> modules = {{package, file}};
  if (info.is_package) modules = ModulesBelow(package, file.parent_path());
  std::string text = "# What graphmend should know about " + package + ".\n" + std::string(kHow);
  for (const auto& [module, path] : modules) {
    const base::Result<source::SourceFile> source =
        source::Load(base::ToText(path), base::ToText(path));
    if (!source) continue;  // what cannot be read is described by nobody
    base::Interner interner;
    const std::string described = Described(*syntax::Parse(*source, interner));
    if (described.empty()) continue;
    text += module == package ? "\n" : "\n# module: " + module + "\n";
    text += described;
  }
  return text;
}

}  // namespace graphmend::project
