// What fixes of calls share: arguments by name, and text that is moved.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "fix/renderer.h"
#include "fix/rewriter.h"

namespace graphmend::fix {

// The argument of this name or, where `position` is not negative, at this position.
inline syntax::ExprId Argument(const syntax::Call& call, int position, std::string_view name) {
  int at = 0;
  for (const syntax::Arg& arg : call.args) {
    if (arg.kind == syntax::ArgKind::Positional && at++ == position) return arg.value;
    if (arg.kind == syntax::ArgKind::Keyword && arg.name == name) return arg.value;
  }
  return {};
}

// Whether the call has no more positional arguments and no other names, and nothing starred.
inline bool HasOnly(const syntax::Call& call, std::size_t positional,
                    std::initializer_list<std::string_view> names) {
  std::size_t count = 0;
  for (const syntax::Arg& arg : call.args) {
    if (arg.kind == syntax::ArgKind::Positional) ++count;
    else if (arg.kind != syntax::ArgKind::Keyword) return false;
    else {
      bool known = false;
      for (std::string_view name : names) known |= arg.name == name;
      if (!known) return false;
    }
  }
  return count <= positional;
}

inline bool IsLiteral(const Finding& finding, syntax::ExprId expr, syntax::LiteralKind kind) {
  const auto* literal = finding.If<syntax::Literal>(expr);
  return literal && literal->kind == kind;
}

// A method's call, of `object`; null for what is another expression.
inline const syntax::Call* MethodCall(const Finding& finding, syntax::ExprId expr,
                                      std::string_view name, syntax::ExprId& object) {
  const auto* call = finding.If<syntax::Call>(expr);
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || method->name != name) return nullptr;
  object = method->object;
  return call;
}

inline bool IsIntLiteral(const Finding& finding, syntax::ExprId expr, std::int64_t number) {
  const auto* literal = finding.If<syntax::Literal>(expr);
  return literal && literal->kind == syntax::LiteralKind::Int && literal->integer == number;
}

// Only names, attributes and literals, items by these and displays of them: evaluating it again
// gives the same, as long as nothing is assigned in between.
inline bool IsPlainRead(const Finding& finding, syntax::ExprId expr) {
  if (finding.If<syntax::Name>(expr) || finding.If<syntax::Literal>(expr)) return true;
  if (const auto* attribute = finding.If<syntax::Attribute>(expr))
    return IsPlainRead(finding, attribute->object);
  if (const auto* unary = finding.If<syntax::Unary>(expr))
    return unary->op == syntax::UnaryOp::Negate && IsPlainRead(finding, unary->operand);
  if (const auto* display = finding.If<syntax::Sequence>(expr))
    return std::all_of(display->items.begin(), display->items.end(),
                       [&](syntax::ExprId item) { return IsPlainRead(finding, item); });
  if (const auto* slice = finding.If<syntax::Slice>(expr))
    return (!slice->lower || IsPlainRead(finding, slice->lower)) &&
           (!slice->upper || IsPlainRead(finding, slice->upper)) &&
           (!slice->step || IsPlainRead(finding, slice->step));
  const auto* item = finding.If<syntax::Subscript>(expr);
  return item && IsPlainRead(finding, item->object) && IsPlainRead(finding, item->index);
}

// `:`, all of a dimension.
inline bool IsWholeSlice(const Finding& finding, syntax::ExprId expr) {
  const auto* slice = finding.If<syntax::Slice>(expr);
  return slice && !slice->lower && !slice->upper && !slice->step;
}

// The tensor that torch is asked about all over, by a function or method of this name: `x` of
// `x.any()` and `torch.any(x)`; none of `x.any(0)`.
inline syntax::ExprId AskedAllOver(const Finding& finding, syntax::ExprId expr,
                                   std::string_view function) {
  const auto* call = expr ? finding.If<syntax::Call>(expr) : nullptr;
  const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
  if (!name.starts_with("torch.") || name.substr(name.rfind('.') + 1) != function)
    return syntax::ExprId();
  const auto* method =
      name.starts_with("torch.Tensor.") ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (method) return call->args.empty() ? method->object : syntax::ExprId();
  const bool one = call->args.size() == 1 && call->args[0].kind == syntax::ArgKind::Positional;
  return one ? call->args[0].value : syntax::ExprId();
}

// Comments inside of a span that is replaced go above the statement.
inline void KeepComments(const Finding& finding, source::Span span, Rewriter& rewriter) {
  const std::string comments = CommentsIn(finding, span);
  if (!comments.empty()) rewriter.InsertBefore(finding.stmt, comments);
}

// Has another function make the call: `f(a, b)` becomes `function(f, more, a, b)`, `more` where it
// is not empty. False where a comment stands before the arguments.
inline bool PassTo(const Finding& finding, syntax::ExprId expr, const std::string& function,
                   const std::string& more, Rewriter& rewriter) {
  const auto& call = *finding.If<syntax::Call>(expr);
  const source::Span callee = finding.tree()[call.callee].span;
  const std::string_view behind = finding.Text({callee.end, finding.tree()[expr].span.end});
  const std::size_t bracket = behind.find('(');
  if (bracket == std::string_view::npos ||
      behind.substr(0, bracket).find('#') != std::string_view::npos)
    return false;
  rewriter.InsertAt(callee.begin, function + "(");
  rewriter.Replace({callee.end, callee.end + static_cast<std::uint32_t>(bracket) + 1},
                   (more.empty() ? "" : ", " + more) + (call.args.empty() ? "" : ", "));
  return true;
}

// Replaces an expression by what is made of parts of it.
inline void ReplaceWhole(const Finding& finding, syntax::ExprId expr, std::string text,
                         Rewriter& rewriter) {
  KeepComments(finding, finding.tree()[expr].span, rewriter);
  rewriter.Replace(expr, std::move(text));
}

// `open a, b close` in the place of an expression, over several lines where the line would be long.
// The pieces are arguments, or the clauses of a comprehension.
inline void ReplaceEnclosed(const Finding& finding, syntax::ExprId expr, const std::string& open,
                            const std::vector<std::string>& pieces, std::string_view separator,
                            const std::string& close, Rewriter& rewriter) {
  constexpr std::size_t kWidth = 99;
  const source::SourceFile& source = finding.file.source();
  const std::uint32_t begin = finding.tree()[expr].span.begin;
  const std::string indentation = rewriter.Indentation(finding.stmt);
  std::string line = open, lines = open + "\n";
  for (const std::string& piece : pieces) {
    line += &piece == &pieces[0] ? piece : std::string(separator) + " " + piece;
    lines += indentation + "    " + piece + std::string(separator) + "\n";
  }
  const std::size_t before = begin - source.LineStart(source.LineOf(begin));
  const bool fits = before + line.size() + close.size() <= kWidth;
  ReplaceWhole(finding, expr, (fits ? line : lines + indentation) + close, rewriter);
}

// The expression on one line, to stand where no `:=` may: in a `for` or a `with`.
inline std::string Enclosed(const Finding& finding, syntax::ExprId expr) {
  const std::string text = Render(finding, expr);
  return finding.If<syntax::Walrus>(expr) ? "(" + text + ")" : text;
}

}  // namespace graphmend::fix
