// Strings, bytes, f-strings and t-strings, and any number of them side by side.
//
// Plain text is read from the source between quotes and interpolations, never from the grammar's
// nodes for string content; that is less work and independent of how the grammar cuts it.
#include <algorithm>
#include <utility>

#include "syntax/lower.h"

namespace graphmend::syntax {
namespace {

constexpr std::size_t kLongestCached = 64;

}  // namespace

ExprId Lowerer::LowerString() {
  const Span span = cursor_.span();
  StringPieces pieces;
  ListBuilder<ExprId> parts(exprs_);
  if (cursor_.kind() == Kind::String) {
    ReadString(pieces, parts);
  } else if (cursor_.Down()) {
    do {
      if (cursor_.kind() == Kind::String) ReadString(pieces, parts);
    } while (cursor_.Next());
    cursor_.Up();
  }
  return FinishString(span, pieces, parts);
}

ExprId Lowerer::FinishString(Span span, StringPieces& pieces, ListBuilder<ExprId>& parts) {
  if (pieces.bytes && (pieces.format || pieces.plain)) {
    cursor_.Report(span, "cannot mix bytes and nonbytes literals");
    return ErrorAt(span);
  }
  if (pieces.format) {
    Flush(pieces, parts);
    return Add(span, FString{parts.Finish(tree_.arena)});
  }
  Literal literal;
  literal.kind = pieces.bytes ? LiteralKind::Bytes : LiteralKind::Str;
  literal.text = TextSymbol(pieces);
  return Add(span, literal);
}

// The file's own text may go through the cache of names, computed text may not.
Symbol Lowerer::TextSymbol(const StringPieces& pieces) {
  if (pieces.verbatim.empty()) return interner_.Intern(pieces.text);
  return pieces.verbatim.size() <= kLongestCached ? Intern(pieces.verbatim)
                                                  : interner_.Intern(pieces.verbatim);
}

void Lowerer::ReadString(StringPieces& pieces, ListBuilder<ExprId>& parts) {
  const Span span = cursor_.span();
  const StringStyle style = ReadStyle(cursor_.Text(span));
  if (style.format) {
    pieces.format = true;
    ReadFormat(style, pieces, parts);
    return;
  }
  (style.bytes ? pieces.bytes : pieces.plain) = true;
  const std::uint32_t begin = std::min(span.begin + style.prefix + style.quotes, span.end);
  const std::uint32_t end = std::max(begin, span.end - std::min(style.quotes, span.size()));
  AppendText({begin, end}, style, false, pieces);
  if (cursor_.has_errors()) cursor_.CollectTrivia();
}

void Lowerer::ReadFormat(const StringStyle& style, StringPieces& pieces,
                         ListBuilder<ExprId>& parts) {
  const Span span = cursor_.span();
  std::uint32_t at = std::min(span.begin + style.prefix + style.quotes, span.end);
  const std::uint32_t end = std::max(at, span.end - std::min(style.quotes, span.size()));
  if (cursor_.Down()) {
    do {
      if (cursor_.kind() != Kind::Interpolation) continue;
      const Span hole = cursor_.span();
      AppendText({at, std::max(at, hole.begin)}, style, true, pieces);
      LowerInterpolation(style, pieces, parts);
      at = hole.end;
    } while (cursor_.Next());
    cursor_.Up();
  }
  AppendText({at, std::max(at, end)}, style, true, pieces);
}

void Lowerer::AppendText(Span content, const StringStyle& style, bool fold_braces,
                         StringPieces& pieces) {
  const std::string_view text = cursor_.Text(content);
  if (text.empty()) return;
  const bool first = pieces.text.empty() && pieces.verbatim.empty();
  if (first) pieces.span = content;
  pieces.span.end = content.end;
  const bool folds = fold_braces && text.find_first_of("{}") != std::string_view::npos;
  if (first && !folds && IsVerbatim(text, style)) {
    pieces.verbatim = text;
    return;
  }
  pieces.text.append(std::exchange(pieces.verbatim, {}));
  Unescape(text, style, fold_braces, pieces.text);
}

// Makes the text gathered so far a part of the f-string.
void Lowerer::Flush(StringPieces& pieces, ListBuilder<ExprId>& parts) {
  if (pieces.text.empty() && pieces.verbatim.empty()) return;
  Literal literal;
  literal.kind = LiteralKind::Str;
  literal.text = TextSymbol(pieces);
  parts.Add(Add(pieces.span, literal));
  pieces.text.clear();
  pieces.verbatim = {};
}

void Lowerer::LowerInterpolation(const StringStyle& style, StringPieces& pieces,
                                 ListBuilder<ExprId>& parts) {
  const Span span = cursor_.span();
  Enter enter(*this);
  if (!enter) {
    parts.Add(Reject("nested too deeply"));
    return;
  }
  FormattedValue value;
  std::uint32_t debug_end = 0;  // `{x=}`: where the text of `x=` ends
  bool after_equals = false;
  if (cursor_.Down()) {
    do {
      if (std::exchange(after_equals, false)) debug_end = cursor_.span().begin;
      switch (cursor_.kind()) {
        case Kind::Assign: after_equals = true; break;
        case Kind::TypeConversion: value.conversion = cursor_.text().back(); break;
        case Kind::FormatSpecifier: value.format = LowerFormatSpecifier(style); break;
        case Kind::NamedExpression: LowerWalrusLike(style, value); break;
        default:
          if (!IsToken(cursor_.kind())) value.value = LowerExpr();
      }
    } while (cursor_.Next());
    cursor_.Up();
  }
  if (!value.value) value.value = ErrorAt(span);
  if (debug_end != 0) {
    AppendText({span.begin + 1, debug_end}, StringStyle{.raw = true}, false, pieces);
    if (value.conversion == 0 && !value.format) value.conversion = 'r';
  }
  Flush(pieces, parts);
  parts.Add(Add(span, value));
}

// `{x:=5}` is no walrus but `x` with the format `=5`.
void Lowerer::LowerWalrusLike(const StringStyle& style, FormattedValue& value) {
  const Span span = cursor_.span();
  const std::uint32_t colon = span.begin + static_cast<std::uint32_t>(cursor_.text().find(":="));
  const auto* walrus = std::get_if<Walrus>(&tree_[LowerExpr()].node);
  if (walrus == nullptr) return;
  value.value = walrus->target;
  StringPieces pieces;
  ListBuilder<ExprId> parts(exprs_);
  AppendText({colon + 1, span.end}, style, false, pieces);
  Flush(pieces, parts);
  value.format = Add({colon, span.end}, FString{parts.Finish(tree_.arena)});
}

// `:>{width}`, itself an f-string in all but its quotes.
ExprId Lowerer::LowerFormatSpecifier(const StringStyle& style) {
  const Span span = cursor_.span();
  StringPieces pieces;
  ListBuilder<ExprId> parts(exprs_);
  std::uint32_t at = std::min(span.begin + 1, span.end);
  if (cursor_.Down()) {
    do {
      if (cursor_.kind() != Kind::FormatExpression) continue;
      const Span hole = cursor_.span();
      AppendText({at, std::max(at, hole.begin)}, style, false, pieces);
      LowerInterpolation(style, pieces, parts);
      at = hole.end;
    } while (cursor_.Next());
    cursor_.Up();
  }
  AppendText({at, std::max(at, span.end)}, style, false, pieces);
  Flush(pieces, parts);
  return Add(span, FString{parts.Finish(tree_.arena)});
}

}  // namespace graphmend::syntax
