#include "fixes/runtime_call.h"

#include <algorithm>

namespace graphmend::fix {
namespace {

// The first "(" behind the callee, comments and brackets around the callee aside.
std::size_t OpeningBracket(const Finding& finding, const syntax::Call& call) {
  const std::uint32_t end = finding.tree()[finding.expr].span.end;
  std::string_view text = finding.file.source().text();
  for (std::uint32_t at = finding.tree()[call.callee].span.end; at < end; ++at) {
    if (text[at] == '(') return at;
    if (text[at] != ' ' && text[at] != '\t' && text[at] != '\\' && text[at] != '\n') break;
  }
  return text.size();
}

// "log(logger, "info", " for "logger.info("; where the arguments begin on a line of their own, so
// do these two.
void ReplaceLogger(const Finding& finding, const Message& message, const std::string& head,
                   std::uint32_t open, Rewriter& rewriter) {
  const auto& call = *finding.If<syntax::Call>(finding.expr);
  const source::SourceFile& source = finding.file.source();
  const source::Span callee = finding.tree()[call.callee].span;
  const std::string logger(finding.Text(message.logger)), method = "\"" + message.method + "\"";
  const std::uint32_t line = source.LineOf(open);
  const std::uint32_t line_end = source.LineStart(line) + source.Line(line).size();
  std::string_view rest = finding.Text({open + 1, static_cast<std::uint32_t>(line_end)});
  const std::size_t content = rest.find_first_not_of(" \t");
  const bool hanging =
      !call.args.empty() && (content == std::string_view::npos || rest[content] == '#');
  if (!hanging) {
    rewriter.Replace(source::Span{callee.begin, open + 1},
                     head + "(" + logger + ", " + method + (call.args.empty() ? "" : ", "));
    return;
  }
  rewriter.Replace(source::Span{callee.begin, open}, head);
  std::string_view next = source.Line(line + 1);
  const std::size_t indent = std::min(next.find_first_not_of(" \t"), next.size());
  rewriter.InsertAt(source.LineStart(line + 1),
                    std::string(next.substr(0, indent)) + logger + ", " + method + ",\n");
}

}  // namespace

bool ReplaceHead(const Finding& finding, const Message& message, const std::string& head,
                 Rewriter& rewriter) {
  const auto& call = *finding.If<syntax::Call>(finding.expr);
  const auto open = static_cast<std::uint32_t>(OpeningBracket(finding, call));
  if (open >= finding.file.source().text().size()) return false;
  if (message.kind == MessageKind::Log) ReplaceLogger(finding, message, head, open, rewriter);
  else rewriter.Replace(source::Span{finding.tree()[call.callee].span.begin, open}, head);
  return true;
}

void ReplaceStream(const Finding& finding, const Message& message, Rewriter& rewriter) {
  const auto& call = *finding.If<syntax::Call>(finding.expr);
  const std::string file = message.stream == "stdout" ? "" : ", file=\"stderr\"";
  if (message.flushes)
    rewriter.InsertAt(finding.tree()[finding.expr].span.end - 1,
                      "\"\", end=\"\", flush=True" + file);
  else rewriter.InsertAt(finding.tree()[call.args[0].value].span.end, ", end=\"\"" + file);
}

}  // namespace graphmend::fix
