#include <algorithm>
#include <memory>

#include "harness/case.h"
#include "settings/read.h"

namespace graphmend::harness {
namespace {

std::string Trim(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::optional<SnapshotKind> SnapshotNamed(const std::string& word) {
  if (word == "output") return SnapshotKind::Output;
  if (word == "diff") return SnapshotKind::Diff;
  if (word == "syntax") return SnapshotKind::Syntax;
  if (word == "names") return SnapshotKind::Names;
  if (word == "flow") return SnapshotKind::Flow;
  if (word == "facts") return SnapshotKind::Facts;
  return std::nullopt;
}

// "`pkg/b.py`:" on a line of its own names the block that follows.
std::string FileNameIn(const std::string& line) {
  const std::string text = Trim(line);
  if (text.size() < 4 || text.front() != '`' || !text.ends_with("`:")) return "";
  std::string name = text.substr(1, text.size() - 3);
  return name.ends_with(".py") || name.ends_with(".pyi") ? name : "";
}

class Parser {
 public:
  Parser(CaseFile& out, std::vector<Failure>& failures) : out_(out), failures_(failures) {}

  void Run() {
    for (line_ = 1; line_ <= out_.lines.size(); ++line_) {
      const std::string& line = out_.lines[line_ - 1];
      if (line.starts_with("```")) ReadBlock(Trim(line.substr(3)));
      else if (line.starts_with("#")) OpenSection(line);
      else if (std::string name = FileNameIn(line); !name.empty()) next_name_ = name;
    }
    CloseSection();
  }

 private:
  void Fail(std::uint32_t line, std::string message) {
    failures_.push_back({line, std::move(message)});
  }

  void OpenSection(const std::string& line) {
    const std::size_t depth = line.find_first_not_of('#');
    if (depth == std::string::npos || line[depth] != ' ') return;
    CloseSection();
    // "##" is the outermost level; a single "#" is the title of the page.
    titles_.resize(std::min(titles_.size(), depth < 2 ? 0 : depth - 2));
    if (depth >= 2) titles_.push_back(Trim(line.substr(depth)));
    current_.line = line_;
  }

  void CloseSection() {
    if (!current_.files.empty()) {
      for (const std::string& title : titles_)
        current_.title += (current_.title.empty() ? "" : " / ") + title;
      out_.cases.push_back(std::move(current_));
    } else if (!current_.snapshots.empty()) {
      Fail(current_.line, "a snapshot without code");
    }
    current_ = Case();
  }

  void ReadBlock(const std::string& info) {
    const std::uint32_t first = line_ + 1;
    std::string text;
    for (++line_; line_ <= out_.lines.size() && !out_.lines[line_ - 1].starts_with("```"); ++line_)
      text += out_.lines[line_ - 1] + "\n";
    if (line_ > out_.lines.size()) Fail(first - 1, "a block that is never closed");
    const std::string word = info.substr(0, info.find(' '));
    if (word == "py" || word == "python") {
      AddFile(std::move(text), first);
    } else if (word == "toml") {
      ReadSettings(text, first);
    } else if (auto kind = SnapshotNamed(word)) {
      current_.snapshots.push_back({*kind, Trim(info.substr(word.size())), std::move(text), first});
    } else if (!word.empty() && word != "text" && word != "console") {
      Fail(first - 1, "unknown block `" + word + "`");
    }
  }

  void AddFile(std::string text, std::uint32_t first) {
    std::string name = next_name_.empty() ? "case.py" : next_name_;
    next_name_.clear();
    for (const CodeFile& file : current_.files)
      if (file.name == name)
        Fail(first - 1, "a second `" + name + "` in one case; name it above the block");
    current_.files.push_back({std::move(name), std::move(text), first});
  }

  void ReadSettings(const std::string& text, std::uint32_t first) {
    base::Result<std::shared_ptr<const settings::Layer>> layer =
        settings::ReadToml(text, settings::FileKind::Own, "settings", "");
    if (layer) current_.settings = **layer;
    else
      Fail(first,
           layer.error().message + (layer.error().hint.empty() ? "" : "; ") + layer.error().hint);
  }

  CaseFile& out_;
  std::vector<Failure>& failures_;
  std::uint32_t line_ = 1;
  std::vector<std::string> titles_;
  std::string next_name_;
  Case current_;
};

}  // namespace

std::vector<std::string> SplitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

CaseFile ParseCaseFile(std::string path, const std::string& text, std::vector<Failure>& failures) {
  CaseFile file;
  file.path = std::move(path);
  file.lines = SplitLines(text);
  Parser(file, failures).Run();
  return file;
}

}  // namespace graphmend::harness
