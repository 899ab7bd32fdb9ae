#include "project/comment_writer.h"

#include <algorithm>
#include <memory>

#include "lint/directive.h"
#include "syntax/parse.h"

namespace graphmend::project {
namespace {

std::string Comment(const std::set<std::string>& codes, const std::string& reason) {
  std::string comment = "# graphmend: ignore[";
  for (const std::string& code : codes) comment += (comment.ends_with('[') ? "" : ", ") + code;
  comment += "]";
  return reason.empty() ? comment : comment + " " + reason;
}

}  // namespace

CommentWriter::CommentWriter(const source::SourceFile& file, const std::string& reason)
    : path_(file.path()), text_(file.text()), reason_(reason) {
  errors_ = syntax::Parse(file, interner_)->errors.size();
}

bool CommentWriter::Add(std::uint32_t line, std::uint32_t statement_line,
                        const std::set<std::string>& codes) {
  source::SourceFile before(path_, text_);
  return TryExisting(before, line, codes) || TryBehind(before, line, codes) ||
         TryAbove(before, statement_line, codes);
}

// A directive that stands behind the line already takes the codes as well.
bool CommentWriter::TryExisting(const source::SourceFile& before, std::uint32_t line,
                                const std::set<std::string>& codes) {
  auto tree = syntax::Parse(before, interner_);
  for (const lint::Directive& directive : lint::ReadDirectives(before, *tree).directives) {
    if (directive.kind != lint::DirectiveKind::Ignore || directive.all || directive.line != line ||
        directive.first != line)
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

bool CommentWriter::TryBehind(const source::SourceFile& before, std::uint32_t line,
                              const std::set<std::string>& codes) {
  std::string_view content = before.Line(line);
  std::size_t end = content.find_last_not_of(" \t\f");
  if (end == std::string_view::npos || content[end] == '\\') return false;
  std::size_t at = before.LineStart(line) + end + 1;
  std::string changed = text_;
  changed.insert(at, "  " + Comment(codes, reason_));
  return Accept(changed, at + 2);
}

bool CommentWriter::TryAbove(const source::SourceFile& before, std::uint32_t line,
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
bool CommentWriter::Accept(const std::string& changed, std::size_t at) {
  source::SourceFile file(path_, changed);
  auto tree = syntax::Parse(file, interner_);
  auto covers = [&](source::Span comment) { return comment.begin <= at && at < comment.end; };
  if (tree->errors.size() > errors_ ||
      std::none_of(tree->comments.begin(), tree->comments.end(), covers))
    return false;
  text_ = changed;
  return true;
}

}  // namespace graphmend::project
