#include "project/stub_files.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/path.h"
#include "models/check_stub.h"
#include "os/files.h"
#include "project/discover.h"
#include "rules/embedded.h"
#include "syntax/parse.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAuthorsFolder = "-graphmend-stubs";

std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// "capture_scalar_outputs: bool = False" of flags.pyi; "GB0170 2.8" of gb_since.txt.
models::KnownWords ReadKnownWords() {
  models::KnownWords known;
  for (std::string_view text = rules::EmbeddedText("stubs/graphmend/flags.pyi"); !text.empty();) {
    const std::string_view line = TakeLine(text);
    if (const std::size_t colon = line.find(": bool"); colon != std::string_view::npos)
      known.flags.push_back(line.substr(0, colon));
  }
  for (std::string_view text = rules::EmbeddedText("gb_since.txt"); !text.empty();) {
    const std::string_view line = TakeLine(text);
    known.gb_ids.push_back(line.substr(0, line.find(' ')));
  }
  return known;
}

lint::Problem Unusable(std::string path, std::string message, std::string hint) {
  return {lint::ProblemKind::Unusable, std::move(path), 0, std::move(message), std::move(hint)};
}

void ReadFile(const fs::path& path, std::string relative, StubFiles& out) {
  std::error_code error;
  const std::string text = base::ToText(path);
  if (!fs::exists(path, error))
    return out.problems.push_back(Unusable(ShownPath(text), "does not exist", ""));
  if (!fs::is_regular_file(path, error))
    return out.problems.push_back(
        Unusable(ShownPath(text), "is not a file", "a stub is a text file"));
  base::Result<source::SourceFile> file = LoadStub(text);
  if (file) out.files.push_back({text, std::move(relative), *std::move(file)});
  else out.problems.push_back(Unusable("", file.error().message, file.error().hint));
}

void ReadBelow(const std::string& directory, StubFiles& out) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator it(base::ToPath(directory), error), end;
       !error && it != end; it.increment(error))
    if (it->path().extension() == ".pyi") found.push_back(it->path());
  if (error)
    return out.problems.push_back(Unusable(ShownPath(directory),
                                           "cannot be read: " + error.message(),
                                           "the setting `stubs` names directories of .pyi files"));
  std::sort(found.begin(), found.end());
  for (const fs::path& path : found)
    if (os::IsLink(path) && !os::LiesWithin(directory, base::ToText(path)))
      out.problems.push_back(Unusable(ShownPath(base::ToText(path)),
                                      "is a link that leads out of the folder of stubs", ""));
    else ReadFile(path, base::ToText(path.lexically_relative(base::ToPath(directory))), out);
}

// What one file describes: below where packages are installed, or the folder of an author;
// elsewhere a `graphmend.pyi` the package that its folder is called after.
std::string DescribedIn(const fs::path& file) {
  fs::path below;
  for (auto part = file.end(); part != file.begin();) {
    --part;
    const std::string name = base::ToText(*part);
    if (name == "site-packages" || name == "dist-packages") return base::ToText(below);
    if (name.ends_with(kAuthorsFolder))
      return name.substr(0, name.size() - kAuthorsFolder.size()) + "/" + base::ToText(below);
    below = below.empty() ? *part : *part / below;
  }
  const std::string name = base::ToText(file.filename());
  const std::string folder = base::ToText(file.parent_path().filename());
  return name == "graphmend.pyi" ? folder + "/" + name : name;
}

}  // namespace

base::Result<source::SourceFile> LoadStub(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{4} << 20;
  os::FileText file = os::ReadFile(path, kMost);
  if (!file.trouble.empty()) return base::Error{ShownPath(path) + ": " + file.trouble, ""};
  base::Result<std::string> text = source::Decode(std::move(file.bytes), ShownPath(path));
  if (!text) return text.error();
  return source::SourceFile(ShownPath(path), *std::move(text));
}

StubFiles ReadStubs(const std::vector<std::string>& directories) {
  StubFiles out;
  for (const std::string& directory : directories) ReadBelow(directory, out);
  return out;
}

StubFiles ReadStubsAt(const std::string& path) {
  std::error_code error;
  StubFiles out;
  const fs::path absolute = fs::absolute(base::ToPath(path), error).lexically_normal();
  if (fs::is_directory(absolute, error)) {
    ReadBelow(base::ToText(absolute), out);
    const fs::path folder = absolute.has_filename() ? absolute : absolute.parent_path();
    const std::string name = base::ToText(folder.filename());
    for (StubFile& file : out.files) {
      if (name.ends_with(kAuthorsFolder))
        file.relative = name.substr(0, name.size() - kAuthorsFolder.size()) + "/" + file.relative;
      if (file.relative == "graphmend.pyi") file.relative = name + "/" + file.relative;
    }
    return out;
  }
  ReadFile(absolute, DescribedIn(absolute), out);
  return out;
}

std::vector<lint::Problem> CheckStubFile(const source::SourceFile& file, bool* is_sound) {
  static const models::KnownWords known = ReadKnownWords();
  base::Interner interner;
  const std::unique_ptr<syntax::Tree> tree = syntax::Parse(file, interner);
  if (is_sound) *is_sound = tree->errors.empty();
  std::vector<lint::Problem> problems;
  for (models::StubMistake& mistake : models::CheckStub(*tree, file, known)) {
    const source::Position at = file.PositionOf(mistake.span.begin, source::ColumnUnit::CodePoints);
    lint::Problem& problem = problems.emplace_back(
        Unusable(file.path(), std::move(mistake.message), std::move(mistake.hint)));
    problem.line = at.line;
    problem.column = at.column;
  }
  return problems;
}

}  // namespace graphmend::project
