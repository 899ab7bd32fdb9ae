#include "fix/pattern.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "fix/arguments.h"
#include "fix/code.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "syntax/parse.h"

namespace graphmend::fix {
namespace {

using syntax::ExprId;

// What a hole is called while it is Python.
constexpr std::string_view kHole = "_hole_";

std::string AsPython(std::string_view text) {
  std::string python;
  for (const char c : text) python += c == '$' ? std::string(kHole) : std::string(1, c);
  return python;
}

bool IsOperator(const syntax::Tree& tree, ExprId expr) {
  const auto& node = tree[expr].node;
  return std::holds_alternative<syntax::Compare>(node) ||
         std::holds_alternative<syntax::Unary>(node) ||
         std::holds_alternative<syntax::Binary>(node) ||
         std::holds_alternative<syntax::BoolOp>(node);
}

}  // namespace

struct Rewriting::Parsed {
  explicit Parsed(std::string_view text) : file("pattern", AsPython(text)) {
    tree = syntax::Parse(file, interner);
    const auto* line = tree->errors.empty() && tree->body.size() == 1
                           ? std::get_if<syntax::ExprStmt>(&(*tree)[tree->body[0]].node)
                           : nullptr;
    GM_CHECK(line, std::string(text));
    root = line->value;
    Walk(root, {});
  }

  template <class Node>
  const Node* If(ExprId expr) const {
    return std::get_if<Node>(&(*tree)[expr].node);
  }
  // "x" for `$x`; empty for anything else.
  std::string_view HoleAt(ExprId expr) const {
    const auto* name = If<syntax::Name>(expr);
    if (!name || !name->id.text().starts_with(kHole)) return {};
    return std::string_view(name->id.text()).substr(kHole.size());
  }
  // "torch.bincount", where it is a name, or attributes of one, without a hole.
  std::string NameAt(ExprId expr) const {
    for (ExprId at = expr; at;) {
      if (!HoleAt(at).empty()) return {};
      const auto* attribute = If<syntax::Attribute>(at);
      if (!attribute) return If<syntax::Name>(at) ? std::string(file.Text((*tree)[expr].span)) : "";
      at = attribute->object;
    }
    return {};
  }

  // A name as it stands in the text: a hole, or where a dotted or plain name begins.
  struct Place {
    ExprId expr;
    bool is_operand = false;    // an operator or an attribute applies to it
    bool is_qualified = false;  // the first word of a dotted name
  };
  void Walk(ExprId expr, ExprId outer) {
    if (If<syntax::Name>(expr)) {
      const bool dotted = outer && If<syntax::Attribute>(outer);
      places.push_back(
          {expr, dotted || (outer && IsOperator(*tree, outer)), dotted && HoleAt(expr).empty()});
    }
    ForEachPart(*tree, expr, [&](ExprId part) { Walk(part, expr); });
  }

  base::Interner interner;
  source::SourceFile file;
  std::unique_ptr<syntax::Tree> tree;
  ExprId root;
  std::vector<Place> places;  // in the order of the text
};

ExprId Holes::operator[](std::string_view name) const {
  const auto found = filled_.find(name);
  return found == filled_.end() ? ExprId() : found->second;
}

bool Holes::Fill(const Finding& finding, std::string_view name, ExprId expr) {
  const auto [at, added] = filled_.emplace(name, expr);
  return added ||
         (finding.If<syntax::Name>(expr) && finding.Text(at->second) == finding.Text(expr));
}

Rewriting::Rewriting(const Pattern& pattern)
    : pattern_(&pattern),
      match_(std::make_shared<const Parsed>(pattern.match)),
      replace_(std::make_shared<const Parsed>(pattern.replace)) {}

// A method is matched with its receiver as the first argument.
bool Rewriting::CallMatches(const Finding& finding, const syntax::Call& wanted, ExprId found,
                            Holes& holes) const {
  const auto* call = finding.If<syntax::Call>(found);
  const std::string callee = match_->NameAt(wanted.callee);
  if (!call || callee.empty() || finding.BuiltinName(call->callee) != callee) return false;
  std::vector<ExprId> positional;
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  if (method && finding.Fact(method->object).OneOf(infer::FactKind::Tensor, infer::FactKind::Dict))
    positional.push_back(method->object);
  std::size_t named = 0;
  for (const syntax::Arg& arg : call->args) {
    if (arg.kind == syntax::ArgKind::Positional) positional.push_back(arg.value);
    else if (arg.kind == syntax::ArgKind::Keyword) ++named;
    else return false;
  }
  std::size_t at = 0;
  for (const syntax::Arg& arg : wanted.args) {
    if (arg.kind == syntax::ArgKind::Positional) {
      if (at == positional.size() || !Matches(finding, arg.value, positional[at++], holes))
        return false;
      continue;
    }
    const ExprId given = Argument(*call, -1, arg.name.text());
    if (!given || !Matches(finding, arg.value, given, holes)) return false;
    --named;
  }
  return at == positional.size() && named == 0;
}

bool Rewriting::Matches(const Finding& finding, ExprId wanted, ExprId found, Holes& holes) const {
  if (const std::string_view hole = match_->HoleAt(wanted); !hole.empty())
    return holes.Fill(finding, hole, found);
  if (const auto* call = match_->If<syntax::Call>(wanted))
    return CallMatches(finding, *call, found, holes);
  if (const auto* attribute = match_->If<syntax::Attribute>(wanted)) {
    const auto* read = finding.If<syntax::Attribute>(found);
    return read && read->name == attribute->name.text() &&
           Matches(finding, attribute->object, read->object, holes);
  }
  if (const auto* compare = match_->If<syntax::Compare>(wanted)) {
    const auto* other = finding.If<syntax::Compare>(found);
    return other && other->ops.size() == 1 && compare->ops[0] == other->ops[0] &&
           Matches(finding, compare->left, other->left, holes) &&
           Matches(finding, compare->rights[0], other->rights[0], holes);
  }
  const auto* literal = match_->If<syntax::Literal>(wanted);
  return literal && IsLiteral(finding, found, literal->kind) &&
         finding.If<syntax::Literal>(found)->integer == literal->integer;
}

bool Rewriting::KeepsEvaluation(const Finding& finding, const Holes& holes) const {
  auto evaluated = [&](const Parsed& parsed) {
    std::vector<std::string_view> order;
    for (const Parsed::Place& place : parsed.places) {
      const std::string_view hole = parsed.HoleAt(place.expr);
      if (!hole.empty() && !finding.If<syntax::Name>(holes[hole]) &&
          !finding.If<syntax::Literal>(holes[hole]))
        order.push_back(hole);
    }
    return order;
  };
  const std::vector<std::string_view> before = evaluated(*match_), after = evaluated(*replace_);
  if (before == after) return true;
  if (before.size() != after.size()) return false;
  // What has no effects may be evaluated in another order.
  const Terms terms(finding);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto moved = std::find(after.begin(), after.end(), before[i]);
    if (moved == after.end()) return false;
    for (std::size_t j = i + 1; j < before.size(); ++j)
      if (std::find(moved, after.end(), before[j]) == after.end() &&
          (terms.Effects(holes[before[i]]) || terms.Effects(holes[before[j]])))
        return false;
  }
  return true;
}

std::optional<std::string> Rewriting::Replacement(const Finding& finding, const Holes& holes,
                                                  Rewriter& rewriter) const {
  std::string text;
  std::uint32_t at = (*replace_->tree)[replace_->root].span.begin;
  const std::uint32_t end = (*replace_->tree)[replace_->root].span.end;
  for (const Parsed::Place& place : replace_->places) {
    const source::Span span = (*replace_->tree)[place.expr].span;
    const std::string_view name = replace_->file.Text(span);
    text += replace_->file.Text(source::Span{at, span.begin});
    at = span.end;
    if (const std::string_view hole = replace_->HoleAt(place.expr); !hole.empty()) {
      const Code code = Code::Of(finding, holes[hole]);
      const bool has_attribute = replace_->file.Text(source::Span{at, end}).starts_with('.');
      const Precedence least = has_attribute      ? Precedence::Primary
                               : place.is_operand ? Precedence::Number
                                                  : Precedence::Statement;
      text += (code.precedence() < least ? code.Bracketed() : code).Text();
    } else if (place.is_qualified) {
      text += rewriter.Import(name);
    } else {
      if (!IsUnshadowed(finding, name)) return std::nullopt;
      text += name;
    }
  }
  text += replace_->file.Text(source::Span{at, end});
  return text;
}

std::optional<Proposal> Rewriting::Rewrite(const Finding& finding, ExprId whole,
                                           const Holes& holes) const {
  Sure sure;
  if (pattern_->where) {
    Verdict verdict = pattern_->where(finding, holes);
    if (!verdict) return std::nullopt;
    if (auto* declined = std::get_if<Declined>(&*verdict)) return std::move(*declined);
    sure = std::move(std::get<Sure>(*verdict));
  }
  Rewriter rewriter(finding);
  std::optional<std::string> text = Replacement(finding, holes, rewriter);
  if (!text) return std::nullopt;
  // An operator of the source around it binds as it may.
  const bool bare = !IsOperator(*replace_->tree, replace_->root) ||
                    !finding.parents.Parent(whole) || IsOperator(finding.tree(), whole);
  ReplaceWhole(finding, whole, bare ? std::move(*text) : "(" + *text + ")", rewriter);
  return rewriter.Finish(std::string(pattern_->title), sure.applicability,
                         std::move(sure.difference));
}

std::optional<Proposal> Rewriting::Propose(const Finding& finding) const {
  if (!finding.expr) return std::nullopt;
  for (const ExprId whole : {finding.expr, finding.parents.Parent(finding.expr)}) {
    Holes holes;
    if (whole && Matches(finding, match_->root, whole, holes) && KeepsEvaluation(finding, holes))
      return Rewrite(finding, whole, holes);
  }
  return std::nullopt;
}

}  // namespace graphmend::fix
