// match statements: tests on the subject and its parts, captures as stores.
#include <algorithm>
#include <array>

#include "base/match.h"
#include "flow/lower.h"

namespace graphmend::flow {
namespace {

// Classes whose only positional pattern captures the subject itself.
constexpr std::array<std::string_view, 11> kMatchSelf = {"bool",  "bytearray", "bytes", "dict",
                                                         "float", "frozenset", "int",   "list",
                                                         "set",   "str",       "tuple"};

}  // namespace

void Lowering::LowerMatch(const syntax::Match& s) {
  TempId subject = Value(s.subject);
  BlockId after = NewBlock();
  for (const syntax::Case& c : s.cases) {
    BlockId fail = NewBlock();
    Pattern(c.pattern, subject, fail);
    if (c.guard) {
      BlockId body = NewBlock();
      Condition(c.guard, body, fail, BranchKind::MatchGuard);
      Start(body);
    }
    Body(c.body);
    if (reachable()) JumpTo(after);
    StartIfTargeted(fail);
    if (!reachable()) break;
  }
  if (reachable()) JumpTo(after);
  StartIfTargeted(after);
}

void Lowering::Pattern(syntax::PatternId id, TempId subject, BlockId fail) {
  Span span = tree_[id].span;
  auto capture = [&](Symbol name) {
    if (name) StoreVariable(name, subject, span, ExprId::None());
  };
  base::Match(
      tree_[id].node,
      [&](const syntax::ValuePattern& p) {
        const auto* literal = std::get_if<syntax::Literal>(&tree_[p.value].node);
        bool identity = literal && (literal->kind == syntax::LiteralKind::None ||
                                    literal->kind == syntax::LiteralKind::True ||
                                    literal->kind == syntax::LiteralKind::False);
        TempId operand = Value(p.value);
        MatchKind kind = identity ? MatchKind::Identity : MatchKind::Equal;
        MatchOr({kind, subject, operand, 0, false}, span, p.value, fail);
      },
      [&](const syntax::CapturePattern& p) { capture(p.name); },
      [&](const syntax::SequencePattern& p) { SequencePatternOf(p, span, subject, fail); },
      [&](const syntax::StarPattern& p) { capture(p.name); },
      [&](const syntax::MappingPattern& p) { MappingPatternOf(p, span, subject, fail); },
      [&](const syntax::ClassPattern& p) { ClassPatternOf(p, span, subject, fail); },
      [&](const syntax::OrPattern& p) { OrPatternOf(p, subject, fail); },
      [&](const syntax::AsPattern& p) {
        if (p.pattern) Pattern(p.pattern, subject, fail);
        capture(p.name);
      },
      [](std::monostate) {});
}

void Lowering::MatchOr(const MatchTest& test, Span span, ExprId expr, BlockId fail) {
  TempId matches = Emit(test, span, expr);
  BlockId next = NewBlock();
  Terminate(Branch{matches, BranchKind::MatchPattern, next, fail, {}, true}, span, expr);
  Start(next);
}

void Lowering::SequencePatternOf(const syntax::SequencePattern& p, Span span, TempId subject,
                                 BlockId fail) {
  auto is_star = [&](syntax::PatternId item) {
    return std::holds_alternative<syntax::StarPattern>(tree_[item].node);
  };
  auto count = static_cast<std::int64_t>(p.items.size());
  auto star = std::find_if(p.items.begin(), p.items.end(), is_star) - p.items.begin();
  bool has_star = star < count;
  MatchOr({MatchKind::Sequence, subject, TempId::None(),
           static_cast<std::uint32_t>(count - has_star), has_star},
          span, ExprId::None(), fail);
  for (std::int64_t i = 0; i < count; ++i) {
    syntax::PatternId item = p.items[static_cast<std::size_t>(i)];
    Span item_span = tree_[item].span;
    TempId index;
    if (i == star) {
      if (!std::get<syntax::StarPattern>(tree_[item].node).name) continue;
      TempId lower = EmitInt(i, item_span);
      TempId upper = i + 1 < count ? EmitInt(i + 1 - count, item_span) : TempId::None();
      index = Emit(BuildSlice{lower, upper, TempId::None()}, item_span);
    } else {
      index = EmitInt(i < star ? i : i - count, item_span);
    }
    Pattern(item, LoadItem(subject, index, item_span, ExprId::None()), fail);
  }
}

void Lowering::MappingPatternOf(const syntax::MappingPattern& p, Span span, TempId subject,
                                BlockId fail) {
  auto length = static_cast<std::uint32_t>(p.keys.size());
  MatchOr({MatchKind::Mapping, subject, TempId::None(), length, true}, span, ExprId::None(), fail);
  for (std::size_t i = 0; i < p.keys.size(); ++i) {
    TempId key = Value(p.keys[i]);
    MatchOr({MatchKind::Mapping, subject, key, length, true}, span, p.keys[i], fail);
    TempId item = Emit(GetItem{subject, key}, tree_[p.values[i]].span);
    Pattern(p.values[i], item, fail);
  }
  if (!p.rest) return;
  std::vector<TempId> copy{TempId::None(), subject};
  TempId rest = Emit(Build{BuildKind::Dict, graph_->arena.Copy(copy), {}}, span);
  StoreVariable(p.rest, rest, span, ExprId::None());
}

void Lowering::ClassPatternOf(const syntax::ClassPattern& p, Span span, TempId subject,
                              BlockId fail) {
  TempId cls = Value(p.cls);
  MatchOr({MatchKind::Class, subject, cls, 0, false}, span, p.cls, fail);
  const auto* name = std::get_if<syntax::Name>(&tree_[p.cls].node);
  bool is_self =
      name && p.positional.size() == 1 &&
      std::find(kMatchSelf.begin(), kMatchSelf.end(), name->id.text()) != kMatchSelf.end();
  for (syntax::PatternId part : p.positional) {
    // Which attribute it is depends on `__match_args__`.
    TempId value = is_self ? subject : Emit(Unknown{}, tree_[part].span);
    Pattern(part, value, fail);
  }
  for (std::size_t i = 0; i < p.named.size(); ++i) {
    TempId value = Emit(GetAttr{subject, p.names[i]}, tree_[p.named[i]].span);
    Pattern(p.named[i], value, fail);
  }
}

void Lowering::OrPatternOf(const syntax::OrPattern& p, TempId subject, BlockId fail) {
  BlockId matched = NewBlock();
  for (std::size_t i = 0; i < p.alternatives.size(); ++i) {
    bool last = i + 1 == p.alternatives.size();
    BlockId next = last ? fail : NewBlock();
    Pattern(p.alternatives[i], subject, next);
    JumpTo(matched);
    if (last) break;
    StartIfTargeted(next);
    if (!reachable()) break;
  }
  StartIfTargeted(matched);
}

}  // namespace graphmend::flow
