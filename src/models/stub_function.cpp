#include "models/stub_function.h"

#include <iterator>

namespace graphmend::models {
namespace {

using syntax::ExprId;
using syntax::Tree;

constexpr std::string_view kTransferNames[] = {
    "none",
#define GM_TRANSFER(name, meaning) #name,
#include "models/transfers.def"
};

constexpr std::string_view kConditionWords[] = {
#define GM_CONDITION(name, word, open) word,
#include "models/conditions.def"
};

std::string_view CalleeName(const Tree& tree, ExprId id) {
  if (const auto* name = std::get_if<syntax::Name>(&tree[id].node)) return name->id.text();
  if (const auto* attribute = std::get_if<syntax::Attribute>(&tree[id].node))
    return attribute->name.text();
  return {};
}

std::string_view TextOf(const Tree& tree, ExprId id) {
  if (const auto* literal = std::get_if<syntax::Literal>(&tree[id].node))
    return literal->text.text();
  return CalleeName(tree, id);
}

// "(2, 9)": 9; nothing for what is no release of torch 2.
std::optional<int> MinorOf(const Tree& tree, ExprId id) {
  const auto* pair = std::get_if<syntax::Sequence>(&tree[id].node);
  if (!pair || pair->items.size() != 2) return std::nullopt;
  const auto* major = std::get_if<syntax::Literal>(&tree[pair->items[0]].node);
  const auto* minor = std::get_if<syntax::Literal>(&tree[pair->items[1]].node);
  bool numbers = major && minor && major->kind == syntax::LiteralKind::Int &&
                 minor->kind == syntax::LiteralKind::Int;
  if (!numbers || major->integer != 2) return std::nullopt;
  return static_cast<int>(minor->integer);
}

std::string LineOf(const source::SourceFile& source, source::Span span) {
  return "line " + std::to_string(source.LineOf(span.begin)) + ": ";
}

// A condition is True, or made of known words, `and`, `or` and `not`.
void CheckCondition(const Tree& tree, ExprId id, const source::SourceFile& source,
                    std::vector<std::string>& problems) {
  if (const auto* both = std::get_if<syntax::BoolOp>(&tree[id].node)) {
    CheckCondition(tree, both->left, source, problems);
    CheckCondition(tree, both->right, source, problems);
    return;
  }
  if (const auto* negated = std::get_if<syntax::Unary>(&tree[id].node);
      negated && negated->op == syntax::UnaryOp::Not)
    return CheckCondition(tree, negated->operand, source, problems);
  if (const auto* literal = std::get_if<syntax::Literal>(&tree[id].node);
      literal && literal->kind == syntax::LiteralKind::True)
    return;
  const auto* test = std::get_if<syntax::Call>(&tree[id].node);
  if (!test || test->args.empty() || !FindCondition(CalleeName(tree, test->callee)))
    problems.push_back(LineOf(source, tree[id].span) + "unknown condition '" +
                       std::string(source.Text(tree[id].span)) + "'");
}

BreakRow ReadBreaks(const Tree& tree, const syntax::Call& call, const source::SourceFile& source,
                    std::vector<std::string>& problems) {
  BreakRow row;
  for (const syntax::Arg& arg : call.args) {
    std::string_view text = TextOf(tree, arg.value);
    if (arg.kind == syntax::ArgKind::Positional) {
      row.gb_ids.emplace_back(text);
    } else if (arg.name == "kind") {
      const auto kind = infer::FindKind(text);
      if (kind && infer::NamedByStubs(*kind)) row.kind = *kind;
      else
        problems.push_back(LineOf(source, arg.span) + "unknown kind '" + std::string(text) + "'");
    } else if (arg.name == "operation") {
      if (auto operation = infer::FindOperation(text)) row.operation = *operation;
      else
        problems.push_back(LineOf(source, arg.span) + "unknown operation '" + std::string(text) +
                           "'");
    } else if (arg.name == "when") {
      row.when = arg.value;
      CheckCondition(tree, arg.value, source, problems);
    } else if (arg.name == "unless") {
      row.unless = text;
    } else if (arg.name == "note") {
      row.note = text;
    } else if (arg.name == "since" || arg.name == "before") {
      auto minor = MinorOf(tree, arg.value);
      if (minor) (arg.name == "since" ? row.since : row.before) = *minor;
      else problems.push_back(LineOf(source, arg.span) + "a release is written (2, 9)");
    } else {
      problems.push_back(LineOf(source, arg.span) + "unknown argument of breaks");
    }
  }
  return row;
}

CompileRow ReadCompiles(const Tree& tree, const syntax::Call& call,
                        const source::SourceFile& source, std::vector<std::string>& problems) {
  CompileRow row;
  for (const syntax::Arg& arg : call.args) {
    if (arg.kind == syntax::ArgKind::Positional) {
      row.parameter = TextOf(tree, arg.value);
    } else if (arg.name == "when" || arg.name == "fullgraph") {
      (arg.name == "when" ? row.when : row.fullgraph) = arg.value;
      CheckCondition(tree, arg.value, source, problems);
    } else {
      problems.push_back(LineOf(source, arg.span) + "unknown argument of compiles");
    }
  }
  return row;
}

void ReadCall(const Tree& tree, const syntax::Call& call, const source::SourceFile& source,
              StubFunction& out) {
  std::string_view name = CalleeName(tree, call.callee);
  if (name == "breaks") {
    out.breaks.push_back(ReadBreaks(tree, call, source, out.problems));
  } else if (name == "compiles") {
    out.compiles.push_back(ReadCompiles(tree, call, source, out.problems));
  } else if (name == "transfer" && !call.args.empty()) {
    std::string_view text = TextOf(tree, call.args[0].value);
    out.transfer = FindTransfer(text);
    if (out.transfer == Transfer::None)
      out.problems.push_back(LineOf(source, call.args[0].span) + "unknown transfer '" +
                             std::string(text) + "'");
  } else if (name == "constant" && !call.args.empty()) {
    out.constant = call.args[0].value;
  }
}

}  // namespace

Transfer FindTransfer(std::string_view name) {
  for (std::size_t i = 1; i < std::size(kTransferNames); ++i)
    if (kTransferNames[i] == name) return static_cast<Transfer>(i);
  return Transfer::None;
}

std::string_view Name(Transfer transfer) {
  return kTransferNames[static_cast<std::size_t>(transfer)];
}

std::optional<ConditionWord> FindCondition(std::string_view word) {
  for (std::size_t i = 0; i < std::size(kConditionWords); ++i)
    if (kConditionWords[i] == word) return static_cast<ConditionWord>(i);
  return std::nullopt;
}

std::string PublicName(std::string_view qualified) {
  if (qualified.starts_with("overlay.")) qualified.remove_prefix(8);
  if (qualified.starts_with("builtins.")) qualified.remove_prefix(9);
  std::string out;
  while (!qualified.empty()) {
    std::size_t dot = qualified.find('.');
    std::string_view part = qualified.substr(0, dot);
    bool last = dot == std::string_view::npos;
    if (last || !part.starts_with("_") || part.starts_with("__"))
      out += (out.empty() ? "" : ".") + std::string(part);
    qualified = last ? std::string_view() : qualified.substr(dot + 1);
  }
  return out;
}

StubFunction ReadStub(const Tree& tree, syntax::ExprList decorators,
                      const source::SourceFile& source) {
  StubFunction out;
  for (ExprId id : decorators) {
    if (const auto* call = std::get_if<syntax::Call>(&tree[id].node)) {
      ReadCall(tree, *call, source, out);
      continue;
    }
    std::string_view name = CalleeName(tree, id);
    if (name == "entry") out.entry = true;
    if (name == "disabled") out.disabled = true;
    if (name == "property" || name == "cached_property") out.is_property = true;
    if (name == "staticmethod") out.is_static = true;
    if (name == "classmethod") out.is_class_method = true;
  }
  return out;
}

}  // namespace graphmend::models
