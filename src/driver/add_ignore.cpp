#include "driver/add_ignore.h"

#include <algorithm>
#include <map>
#include <set>

#include "driver/commands.h"
#include "lint/directive.h"
#include "syntax/parse.h"

namespace graphmend::driver {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

using CodesByLine = std::map<std::uint32_t, std::set<std::string>>;

std::string Comment(const std::set<std::string>& codes, const std::string& reason) {
  std::string comment = "# graphmend: ignore[";
  for (const std::string& code : codes) comment += (comment.ends_with('[') ? "" : ", ") + code;
  comment += "]";
  return reason.empty() ? comment : comment + " " + reason;
}

std::unique_ptr<syntax::Tree> Parsed(const source::SourceFile& file, base::Interner& interner) {
  return syntax::Parse(file, interner);
}

// The text of one file while comments go into it, from the last line to the first, so that lines
// that are still to come keep their numbers.
class Writer {
 public:
  Writer(const source::SourceFile& file, const std::string& reason)
      : path_(file.path()), text_(file.text()), reason_(reason) {
    errors_ = Parsed(file, interner_)->errors.size();
  }

  // Behind the line; where that is inside a string or before a line joint, on a line of its own
  // above the statement, which begins on `statement_line`. false: neither works.
  bool Add(std::uint32_t line, std::uint32_t statement_line, const std::set<std::string>& codes) {
    source::SourceFile before(path_, text_);
    return TryExisting(before, line, codes) || TryBehind(before, line, codes) ||
           TryAbove(before, statement_line, codes);
  }

  const std::string& text() const { return text_; }

 private:
  // A directive that stands behind the line already takes the codes as well.
  bool TryExisting(const source::SourceFile& before, std::uint32_t line,
                   const std::set<std::string>& codes) {
    auto tree = Parsed(before, interner_);
    for (const lint::Directive& directive : lint::ReadDirectives(before, *tree).directives) {
      if (directive.kind != lint::DirectiveKind::Ignore || directive.all ||
          directive.line != line || directive.first != line)
        continue;
      std::set<std::string> all(directive.selectors.begin(), directive.selectors.end());
      all.insert(codes.begin(), codes.end());
      std::string reason = directive.reason.empty() ? reason_ : directive.reason;
      std::string changed = text_;
      changed.replace(directive.span.begin, directive.span.size(), Comment(all, reason));
      return Accept(changed, directive.span.begin);
    }
    return false;
  }

  bool TryBehind(const source::SourceFile& before, std::uint32_t line,
                 const std::set<std::string>& codes) {
    std::string_view content = before.Line(line);
    std::size_t end = content.find_last_not_of(" \t\f");
    if (end == std::string_view::npos || content[end] == '\\') return false;
    std::size_t at = before.LineStart(line) + end + 1;
    std::string changed = text_;
    changed.insert(at, "  " + Comment(codes, reason_));
    return Accept(changed, at + 2);
  }

  bool TryAbove(const source::SourceFile& before, std::uint32_t line,
                const std::set<std::string>& codes) {
    std::string_view content = before.Line(line);
    std::size_t start = before.LineStart(line);
    std::string_view rest = std::string_view(text_).substr(start + content.size());
    std::string_view end = rest.starts_with("\r\n") ? "\r\n" : "\n";
    std::string indentation(
        content.substr(0, std::min(content.find_first_not_of(" \t\f"), content.size())));
    std::string changed = text_;
    changed.insert(start, indentation + Comment(codes, reason_) + std::string(end));
    return Accept(changed, start + indentation.size());
  }

  // Takes the text if what begins at `at` is a comment there, and nothing else has broken.
  bool Accept(const std::string& changed, std::size_t at) {
    source::SourceFile file(path_, changed);
    auto tree = Parsed(file, interner_);
    auto covers = [&](source::Span comment) { return comment.begin <= at && at < comment.end; };
    if (tree->errors.size() > errors_ ||
        std::none_of(tree->comments.begin(), tree->comments.end(), covers))
      return false;
    text_ = changed;
    return true;
  }

  std::string path_;
  std::string text_;
  std::string reason_;
  base::Interner interner_;
  std::size_t errors_ = 0;
};

struct Wanted {
  std::uint32_t statement_line = 0;
  std::set<std::string> codes;
};

}  // namespace

int AddIgnores(const Invocation& invocation, const Project& project, const lint::Outcome& outcome) {
  // What a comment could not suppress, or should not: GM0xx and GM9xx.
  std::map<const source::SourceFile*, std::map<std::uint32_t, Wanted, std::greater<>>> wanted;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics) {
    if (!lint::Rules()[diagnostic.rule_index]->check) continue;
    const source::SourceFile& file = *diagnostic.location.file;
    Wanted& line = wanted[&file][file.LineOf(diagnostic.location.span.begin)];
    line.statement_line = file.LineOf(diagnostic.statement.begin);
    line.codes.insert(diagnostic.code);
  }
  int status = outcome.HasTrouble() ? kTrouble : 0;
  std::size_t added = 0, files = 0;
  std::map<std::string, const source::SourceFile*> by_path;
  for (const auto& [file, lines] : wanted) by_path.emplace(file->path(), file);
  for (const auto& [shown, file] : by_path) {
    std::string bytes = project.RawBytes(shown);
    std::string_view content = bytes;
    bool marked = content.starts_with(kByteOrderMark);
    if (marked) content.remove_prefix(kByteOrderMark.size());
    if (content != file->text()) {
      status = Fail(invocation,
                    {shown + ": is not UTF-8, or has changed meanwhile", "it was left as it is"});
      continue;
    }
    Writer writer(*file, *invocation.add_ignore);
    std::size_t here = 0;
    for (const auto& [line, what] : wanted.at(file)) {
      if (writer.Add(line, what.statement_line, what.codes)) ++here;
      else
        status = Fail(invocation,
                      {shown + ":" + std::to_string(line) + ": no place for a comment was found",
                       "per-file-ignores in the settings can leave it out"});
    }
    if (here == 0) continue;
    std::string text = (marked ? std::string(kByteOrderMark) : "") + writer.text();
    if (auto error = WriteOutput(shown, text)) {
      status = Fail(invocation, *error);
      continue;
    }
    added += here;
    ++files;
  }
  WriteOutput("", "Added " + lint::Count(added, "comment", "comments") + " to " +
                      lint::Count(files, "file", "files") + "\n");
  return status;
}

}  // namespace graphmend::driver
