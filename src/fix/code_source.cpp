// Code that is a part of the source: its text on one line, with each variable that it reads in a
// place of its own.
#include <algorithm>
#include <set>
#include <utility>

#include "fix/code.h"
#include "fix/code_node.h"
#include "fix/format_strings.h"
#include "fix/operands.h"

namespace graphmend::fix {
namespace {

using syntax::ExprId;

// Whether a line end between the two needs no space in its place.
bool StandTogether(std::string_view before, std::string_view behind) {
  constexpr std::string_view kOpens = "([{ .", kCloses = ")]}.";
  return before.empty() || kOpens.find(before.back()) != kOpens.npos ||
         (!behind.empty() && kCloses.find(behind.front()) != kCloses.npos);
}

// Appends code without its line ends and comments. `behind`: where `out` is empty, a part that is
// written for itself stands before it.
void AppendOnOneLine(std::string_view code, std::string& out, bool behind = false) {
  for (std::size_t end = code.find('\n'); !code.empty(); end = code.find('\n')) {
    const bool last = end == std::string_view::npos;
    std::string_view line = code.substr(0, end);
    code.remove_prefix(last ? code.size() : end + 1);
    line = line.substr(0, line.find('#'));
    out += last ? line : line.substr(0, line.find_last_not_of(" \r\\") + 1);
    if (last) return;
    code.remove_prefix(std::min(code.find_first_not_of(" \t\f"), code.size()));
    const bool part = out.empty() && behind;
    if (!StandTogether(part ? "x" : std::string_view(out), code)) out += ' ';
  }
}

Precedence PrecedenceOfLiteral(const syntax::Literal& literal) {
  using syntax::LiteralKind;
  const bool number = literal.kind == LiteralKind::Int || literal.kind == LiteralKind::Float ||
                      literal.kind == LiteralKind::Complex;
  return number ? Precedence::Number : Precedence::Primary;
}

using Bound = std::set<std::string_view>;

void Bind(const syntax::Tree& tree, ExprId target, Bound& bound) {
  if (const auto* name = std::get_if<syntax::Name>(&tree[target].node))
    bound.insert(name->id.text());
  ForEachPart(tree, target, [&](ExprId part) { Bind(tree, part, bound); });
}

}  // namespace

class Code::Reader {
 public:
  // `outermost`: nothing around it, so that it may be written over several lines.
  Reader(const Finding& finding, const Naming& names, const Wraps* wraps = nullptr,
         bool outermost = false)
      : finding_(finding), names_(names), wraps_(wraps), outermost_(outermost) {}

  Code Read(ExprId expr, const Bound& bound = {}) {
    const source::Span whole = finding_.tree()[expr].span;
    read_ = expr;
    Collect(expr, bound, Precedence::Statement);
    std::sort(holes_.begin(), holes_.end(),
              [](const Hole& a, const Hole& b) { return a.span.begin < b.span.begin; });
    std::vector<Piece> pieces;
    std::string text;
    std::uint32_t at = whole.begin;
    for (Hole& hole : holes_) {
      AppendOnOneLine(finding_.Text(source::Span{at, hole.span.begin}), text, at != whole.begin);
      at = hole.span.end;
      text += hole.before;
      if (!hole.code.empty()) {
        if (!text.empty()) pieces.emplace_back(std::exchange(text, {}));
        pieces.emplace_back(std::move(hole.code), hole.least);
      }
      text += hole.behind;
    }
    AppendOnOneLine(finding_.Text(source::Span{at, whole.end}), text, at != whole.begin);
    // What is a place or another code as a whole is that.
    if (pieces.size() == 1 && !pieces[0].code.empty() && text.empty()) return pieces[0].code;
    if (!text.empty()) pieces.emplace_back(std::move(text));
    return Whole(expr, bound, std::move(pieces));
  }

 private:
  // What stands between the pieces of text: other code, or text as it is.
  struct Hole {
    source::Span span;
    std::string before = {};
    Code code = {};
    Precedence least = Precedence::Statement;
    std::string behind = {};
  };

  Code Whole(ExprId expr, const Bound& bound, std::vector<Piece> pieces) const {
    const Code made = Made(std::move(pieces), PrecedenceOfSource(expr));
    auto node = std::make_shared<Node>(*made.node_);
    node->calls = node->calls || calls_;
    const auto* call = finding_.If<syntax::Call>(expr);
    if (call && outermost_) node->call = PartsOf(*call, bound);
    return Code(std::move(node));
  }

  // Code of its own for a part.
  Code Inner(ExprId part, const Bound& bound) const {
    const Code code = Reader(finding_, names_, wraps_).Read(part, bound);
    return IsWrapped(part) ? wraps_->with(code, wraps_->others.at(part.index)) : code;
  }

  bool IsWrapped(ExprId part) const { return wraps_ && wraps_->others.contains(part.index); }

  std::optional<Node::Parts> PartsOf(const syntax::Call& call, const Bound& bound) const {
    Node::Parts parts{Inner(call.callee, bound), {}};
    for (const syntax::Arg& arg : call.args) {
      const auto* each = finding_.If<syntax::Comprehension>(arg.value);
      if (each && each->kind == syntax::ComprehensionKind::Generator) return std::nullopt;
      std::string before;
      if (arg.kind == syntax::ArgKind::Star) before = "*";
      if (arg.kind == syntax::ArgKind::DoubleStar) before = "**";
      if (arg.kind == syntax::ArgKind::Keyword) before = arg.name.str() + "=";
      parts.args.emplace_back(before, Inner(arg.value, bound));
    }
    return parts;
  }

  Precedence PrecedenceOfSource(ExprId expr) const {
    return base::Match(
        finding_.tree()[expr].node, [](const syntax::Literal& e) { return PrecedenceOfLiteral(e); },
        [](const syntax::Unary& e) {
          return e.op == syntax::UnaryOp::Not ? Precedence::Not : Precedence::Sign;
        },
        [](const syntax::Binary& e) { return PrecedenceOf(e.op); },
        [](const syntax::BoolOp& e) {
          return e.op == syntax::BoolOpKind::And ? Precedence::And : Precedence::Or;
        },
        [](const syntax::Compare&) { return Precedence::Compare; },
        [](const syntax::Conditional&) { return Precedence::Conditional; },
        [](const syntax::Lambda&) { return Precedence::Lambda; },
        [](const syntax::Walrus&) { return Precedence::Lambda; },
        [](const syntax::Yield&) { return Precedence::Lambda; },
        [](const syntax::Await&) { return Precedence::Await; },
        [](const syntax::Slice&) { return Precedence::Statement; },
        [](const syntax::Starred&) { return Precedence::Statement; },
        [&](const syntax::Sequence& e) {
          const bool open = e.kind == syntax::SequenceKind::Tuple && !IsInBrackets(expr, e);
          return open ? Precedence::Statement : Precedence::Primary;
        },
        [](const syntax::ErrorExpr&) { return Precedence::Statement; },
        [](const auto&) { return Precedence::Primary; });
  }

  // Whether one pair of brackets holds all of the tuple: not `(a), b`.
  bool IsInBrackets(ExprId expr, const syntax::Sequence& tuple) const {
    const source::Span whole = finding_.tree()[expr].span;
    std::string between;
    std::uint32_t at = whole.begin;
    for (ExprId item : tuple.items) {
      AppendOnOneLine(finding_.Text(source::Span{at, finding_.tree()[item].span.begin}), between);
      at = finding_.tree()[item].span.end;
    }
    AppendOnOneLine(finding_.Text(source::Span{at, whole.end}), between);
    int depth = 0;
    for (std::size_t i = 0; i < between.size(); ++i) {
      depth += between[i] == '(' ? 1 : between[i] == ')' ? -1 : 0;
      if (depth == 0) return i > 0 && i + 1 == between.size();
    }
    return false;
  }

  // ---- what is read -----------------------------------------------------------------------------
  // `least`: how tightly what takes its place has to bind.
  void Collect(ExprId expr, const Bound& bound, Precedence least) {
    const source::Span span = finding_.tree()[expr].span;
    if (expr != read_ && IsWrapped(expr)) {
      calls_ = true;
      return Put({.span = span, .code = Inner(expr, bound), .least = least});
    }
    if (const Assumed* assumed = finding_.AssumedOf(expr); assumed && assumed->IsRewritten())
      return Assume(expr, *assumed, bound);
    if (IsText(expr)) return Put({.span = span, .before = std::string(finding_.Text(expr))});
    if (const auto* text = finding_.If<syntax::FString>(expr))
      return CollectText(span, *text, bound);
    if (const std::string place = PlaceOf(expr, bound); !names_.empty() || !place.empty()) {
      const auto renamed =
          RootIsBound(expr, bound) ? names_.end() : names_.find(finding_.Text(expr));
      if (renamed != names_.end())
        return Put({.span = span, .code = renamed->second, .least = least});
      if (!place.empty() && !IsPartRenamed(expr))
        return Put({.span = span, .code = Place(place), .least = least});
    }
    calls_ = calls_ || finding_.If<syntax::Call>(expr) != nullptr;
    if (const auto* each = finding_.If<syntax::Comprehension>(expr))
      return CollectEach(*each, bound);
    if (const auto* lambda = finding_.If<syntax::Lambda>(expr))
      return CollectFunction(expr, *lambda, bound);
    const Precedence inner = HasPrimaryFirst(expr) ? Precedence::Primary : Precedence::Number;
    bool first = true;
    ForEachPart(finding_.tree(), expr, [&](ExprId part) {
      Collect(part, bound, std::exchange(first, false) ? inner : Precedence::Number);
    });
  }

  void Put(Hole hole) { holes_.push_back(std::move(hole)); }

  bool HasPrimaryFirst(ExprId expr) const {
    return finding_.If<syntax::Call>(expr) || finding_.If<syntax::Attribute>(expr) ||
           finding_.If<syntax::Subscript>(expr);
  }

  bool IsText(ExprId expr) const {
    const auto* literal = finding_.If<syntax::Literal>(expr);
    return literal && (literal->kind == syntax::LiteralKind::Str ||
                       literal->kind == syntax::LiteralKind::Bytes);
  }

  // What a fix assumes of the expression, and writes in its place.
  void Assume(ExprId expr, const Assumed& assumed, const Bound& bound) {
    const source::Span span = finding_.tree()[expr].span;
    calls_ = calls_ || assumed.suffix.find('(') != std::string::npos;
    if (assumed.tensor) {
      Code tensor = Reader(finding_, names_).Read(assumed.tensor, bound);
      return Put({span, "", std::move(tensor), Precedence::Primary, assumed.suffix});
    }
    const auto renamed = names_.find(finding_.Text(expr));
    if (renamed != names_.end())
      return Put({span, "", renamed->second, Precedence::Primary, assumed.suffix});
    const std::string place = PlaceOf(expr, bound);
    if (!place.empty()) return Put({span, "", Place(place), Precedence::Primary, assumed.suffix});
    Put({.span = span, .before = std::string(finding_.Text(expr)) + assumed.suffix});
  }

  // `x`, `self.scale`; "" where it is no place, or is one of a name that is bound inside.
  std::string PlaceOf(ExprId expr, const Bound& bound) const {
    if (const auto* name = finding_.If<syntax::Name>(expr))
      return bound.contains(name->id.text()) ? "" : name->id.str();
    const auto* attribute = finding_.If<syntax::Attribute>(expr);
    const std::string object = attribute ? PlaceOf(attribute->object, bound) : "";
    return object.empty() ? "" : object + "." + attribute->name.str();
  }

  ExprId RootOf(ExprId expr) const {
    while (const auto* attribute = finding_.If<syntax::Attribute>(expr)) expr = attribute->object;
    return expr;
  }

  bool RootIsBound(ExprId expr, const Bound& bound) const {
    const auto* root = finding_.If<syntax::Name>(RootOf(expr));
    return root && bound.contains(root->id.text());
  }

  // Whether another code, or one that is assumed, stands for or around the object of the attribute.
  bool IsPartRenamed(ExprId expr) const {
    while (const auto* attribute = finding_.If<syntax::Attribute>(expr)) {
      expr = attribute->object;
      const Assumed* assumed = finding_.AssumedOf(expr);
      if (names_.contains(finding_.Text(expr)) || (assumed && assumed->IsRewritten()) ||
          IsWrapped(expr))
        return true;
    }
    return false;
  }

  // The first iterable is evaluated outside.
  void CollectEach(const syntax::Comprehension& each, const Bound& bound) {
    Bound inner = bound;
    for (const syntax::Clause& clause : each.clauses) Bind(finding_.tree(), clause.target, inner);
    Collect(each.element, inner, Precedence::Number);
    if (each.value) Collect(each.value, inner, Precedence::Number);
    for (const syntax::Clause& clause : each.clauses) {
      const bool first = &clause == &each.clauses[0];
      Collect(clause.iterable, first ? bound : inner, Precedence::Number);
      for (ExprId condition : clause.conditions) Collect(condition, inner, Precedence::Number);
    }
  }

  void CollectFunction(ExprId expr, const syntax::Lambda& lambda, const Bound& bound) {
    const syntax::Function& function = finding_.tree()[lambda.function];
    ForEachPart(finding_.tree(), expr,
                [&](ExprId part) { Collect(part, bound, Precedence::Number); });
    Bound inner = bound;
    for (const syntax::Param& param : function.params) inner.insert(param.name.text());
    if (function.lambda_body) Collect(function.lambda_body, inner, Precedence::Number);
  }

  // ---- text with values in it
  // --------------------------------------------------------------------- All that is text stays as
  // it is, line ends too; what is written into it holds no quotes.
  void CollectText(source::Span span, const syntax::FString& text, const Bound& bound) {
    std::uint32_t at = span.begin;
    const auto copy = [&](std::uint32_t end) {
      if (end > at) Put({.span = {at, end}, .before = std::string(finding_.Text({at, end}))});
      at = std::max(at, end);
    };
    for (ExprId part : text.parts) {
      const auto* field = finding_.If<syntax::FormattedValue>(part);
      if (!field) continue;
      const source::Span of_field = finding_.tree()[part].span;
      const source::Span value = finding_.tree()[field->value].span;
      if (ShowsItsText(finding_, part) && IsRenamed(field->value, bound)) {
        copy(of_field.begin);
        at = ShowNamed(of_field, field->value, bound);
      } else {
        copy(value.begin);
        CopyValue(field->value, bound);
        at = value.end;
      }
      if (const auto* format = finding_.If<syntax::FString>(field->format)) {
        const source::Span of_format = finding_.tree()[field->format].span;
        copy(of_format.begin);
        CollectText(of_format, *format, bound);
        at = of_format.end;
      }
    }
    copy(span.end);
  }

  void CopyValue(ExprId value, const Bound& bound) {
    const source::Span span = finding_.tree()[value].span;
    Reader inner(finding_, names_);
    Code code = inner.Read(value, bound);
    calls_ = calls_ || code.Calls();
    Put({.span = span, .code = std::move(code)});
  }

  bool IsRenamed(ExprId value, const Bound& bound) const {
    const Code code = Reader(finding_, {}).Read(value, bound);
    return std::any_of(names_.begin(), names_.end(),
                       [&](const auto& name) { return code.Reads(name.first); });
  }

  // `{x = }` of an x that has another name, `x = {other!r}`; where what follows begins.
  std::uint32_t ShowNamed(source::Span field, ExprId value, const Bound& bound) {
    const std::uint32_t end = finding_.tree()[value].span.end;
    const std::string_view behind = finding_.Text(source::Span{end, field.end});
    const std::size_t equals = behind.find('=');
    const std::size_t next =
        std::min(behind.find_first_not_of(" \t\r\n", equals + 1), behind.size());
    const auto at = static_cast<std::uint32_t>(end + next);
    std::string shown;
    for (char c : finding_.Text(source::Span{field.begin + 1, at}))
      shown += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
    Code code = Reader(finding_, names_).Read(value, bound);
    Put({{field.begin, at},
         shown + "{",
         std::move(code),
         Precedence::Statement,
         behind.substr(next).starts_with('}') ? "!r" : ""});
    return at;
  }

  const Finding& finding_;
  const Naming& names_;
  const Wraps* wraps_;
  const bool outermost_;
  ExprId read_;
  std::vector<Hole> holes_;
  bool calls_ = false;
};

Code Code::Of(const Finding& finding, syntax::ExprId expr, const Naming& names,
              const Wraps* wraps) {
  return Reader(finding, names, wraps, true).Read(expr);
}

}  // namespace graphmend::fix
