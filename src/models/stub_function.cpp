#include "models/stub_function.h"

#include <algorithm>
#include <iterator>

#include "models/check_condition.h"
#include "models/nodes.h"
#include "models/read_transfer.h"

namespace graphmend::models {
namespace {

using syntax::ExprId;
using syntax::Tree;
using Words = std::vector<std::string_view>;

// "(2, 9)": 9; nothing for what is no release of torch 2.
std::optional<int> MinorOf(const Tree& tree, ExprId id) {
  const auto* pair = As<syntax::Sequence>(tree, id);
  if (!pair || pair->items.size() != 2) return std::nullopt;
  const auto* major = As<syntax::Literal>(tree, pair->items[0]);
  const auto* minor = As<syntax::Literal>(tree, pair->items[1]);
  bool numbers = major && minor && major->kind == syntax::LiteralKind::Int &&
                 minor->kind == syntax::LiteralKind::Int;
  constexpr std::int64_t kMost = 1000;
  if (!numbers || major->integer != 2 || minor->integer < 0 || minor->integer > kMost)
    return std::nullopt;
  return static_cast<int>(minor->integer);
}

Words KindSlugs() {
  Words slugs;
  for (int i = 0; i < infer::kObservationKinds; ++i)
    if (infer::NamedByStubs(static_cast<infer::ObservationKind>(i)))
      slugs.push_back(infer::kObservationSlugs[i]);
  return slugs;
}

// The decorators of one function or class, one after the other.
class Reader {
 public:
  Reader(const Tree& tree, const source::SourceFile& source, StubFunction& out, Mistakes& mistakes)
      : tree_(tree), source_(source), out_(out), mistakes_(mistakes) {}

  void Read(ExprId decorator) {
    const auto* call = As<syntax::Call>(tree_, decorator);
    const std::string_view name = CalleeName(tree_, call ? call->callee : decorator);
    if (const std::optional<Decorator> known = FindDecorator(name)) {
      const bool bare = *known == Decorator::Entry || *known == Decorator::Disabled;
      if (bare == (call != nullptr))
        return mistakes_.Add(tree_[decorator].span, "`@" + std::string(name) + "` takes " +
                                                        (bare ? "no parentheses" : "arguments"));
      if (call) CheckTwice(*call);
      return Take(*known, call, tree_[decorator].span);
    }
    if (call) return;
    if (name == "property" || name == "cached_property") out_.is_property = true;
    if (name == "staticmethod") out_.is_static = true;
    if (name == "classmethod") out_.is_class_method = true;
  }

 private:
  void Take(Decorator decorator, const syntax::Call* call, source::Span span) {
    switch (decorator) {
      case Decorator::Breaks: out_.breaks.push_back(Breaks(*call, span)); break;
      case Decorator::Compiles: out_.compiles.push_back(Compiles(*call, span)); break;
      case Decorator::Transfer: {
        SaidTransfer said = ReadTransfer(tree_, source_, *call, span, mistakes_);
        out_.transfer = said.transfer;
        out_.transfer_word = std::move(said.word);
        break;
      }
      case Decorator::Entry: out_.entry = true; break;
      case Decorator::Disabled: out_.disabled = true; break;
      case Decorator::Constant:
        if (const syntax::Arg* value = OneArgument(*call, decorator, span))
          out_.constant = value->value;
        break;
      case Decorator::Op:
      case Decorator::Grad:
      case Decorator::Effect:
      case Decorator::Accepts:
      case Decorator::Result: TakeTraits(*call, decorator); break;
      case Decorator::Asks:
        for (const syntax::Arg& arg : call->args)
          out_.asks.emplace_back(Text(arg.value, "a method is named by a string"));
        break;
      case Decorator::Unmeasured:
        if (const syntax::Arg* why = OneArgument(*call, decorator, span))
          out_.unmeasured = Text(why->value, "the reason why it cannot be measured is a string");
        break;
    }
  }

  void CheckTwice(const syntax::Call& call) {
    for (std::size_t i = 0; i < call.args.size(); ++i) {
      const syntax::Arg& arg = call.args[i];
      if (arg.kind != syntax::ArgKind::Keyword) continue;
      const bool twice =
          std::any_of(call.args.begin(), call.args.begin() + i, [&](const syntax::Arg& other) {
            return other.kind == arg.kind && other.name == arg.name;
          });
      if (twice) mistakes_.Add(arg.span, "`" + arg.name.str() + "` is given twice");
    }
  }

  BreakRow Breaks(const syntax::Call& call, source::Span span) {
    BreakRow row;
    bool may_have_kind = false;  // perhaps misspelt
    for (const syntax::Arg& arg : call.args) {
      if (arg.kind == syntax::ArgKind::Positional) {
        row.gb_ids.emplace_back(Text(arg.value, "a PyTorch id is a string, such as \"GB0170\""));
        continue;
      }
      const std::optional<Keyword> keyword = KeywordOf(Decorator::Breaks, arg);
      if (keyword) TakeOfBreaks(*keyword, arg, row);
      may_have_kind |= !keyword || *keyword == Keyword::BreaksKind;
    }
    if (!may_have_kind)
      mistakes_.Add(span, "`@breaks` says of what kind the break is",
                    "for example `kind=\"skipped-call\"`");
    if (row.since >= row.before)
      mistakes_.Add(span, "the row holds for no release: `since` is not before `before`");
    return row;
  }

  void TakeOfBreaks(Keyword keyword, const syntax::Arg& arg, BreakRow& row) {
    switch (keyword) {
      case Keyword::BreaksKind: {
        const std::string_view slug = Word(arg.value);
        const auto kind = infer::FindKind(slug);
        if (kind && infer::NamedByStubs(*kind)) row.kind = *kind;
        else mistakes_.AddUnknown(arg.span, "there is no kind", slug, KindSlugs());
        break;
      }
      case Keyword::BreaksOperation: {
        const std::string_view slug = Word(arg.value);
        const Words slugs(std::begin(infer::kOperationSlugs), std::end(infer::kOperationSlugs));
        if (auto operation = infer::FindOperation(slug)) row.operation = *operation;
        else mistakes_.AddUnknown(arg.span, "there is no operation", slug, slugs);
        break;
      }
      case Keyword::BreaksWhen:
        row.when = arg.value;
        CheckCondition(tree_, source_, arg.value, mistakes_);
        break;
      case Keyword::BreaksUnless: row.unless = Word(arg.value); break;
      case Keyword::BreaksNote: row.note = Text(arg.value, "a note is a text"); break;
      case Keyword::BreaksProbe: row.probe = Text(arg.value, "a probe is a text"); break;
      default: TakeRelease(keyword, arg, row);
    }
  }

  void TakeRelease(Keyword keyword, const syntax::Arg& arg, BreakRow& row) {
    const std::optional<int> minor = MinorOf(tree_, arg.value);
    if (!minor) return mistakes_.Add(arg.span, "a release is written (2, 9)");
    (keyword == Keyword::BreaksSince ? row.since : row.before) = *minor;
  }

  CompileRow Compiles(const syntax::Call& call, source::Span span) {
    CompileRow row;
    for (const syntax::Arg& arg : call.args) {
      if (arg.kind == syntax::ArgKind::Positional) {
        row.parameter = Text(arg.value, "a parameter is named by a string");
      } else if (const std::optional<Keyword> keyword = KeywordOf(Decorator::Compiles, arg)) {
        (*keyword == Keyword::CompilesWhen ? row.when : row.fullgraph) = arg.value;
        CheckCondition(tree_, source_, arg.value, mistakes_);
      }
    }
    if (row.parameter.empty()) mistakes_.Add(span, "`@compiles` names a parameter");
    return row;
  }

  void TakeTraits(const syntax::Call& call, Decorator decorator) {
    for (const syntax::Arg& arg : call.args) {
      if (arg.kind != syntax::ArgKind::Positional) {
        static_cast<void>(KeywordOf(decorator, arg));
        continue;
      }
      if (decorator == Decorator::Effect && TakeParameterEffect(arg)) continue;
      const std::string_view word = Word(arg.value);
      const std::optional<OpKind> op = FindOp(word);
      const std::optional<Trait> trait = FindTrait(decorator, word);
      if (decorator == Decorator::Op && op) out_.traits.op = *op;
      else if (trait) out_.traits.Add(*trait);
      else
        mistakes_.AddUnknown(arg.span, "`@" + std::string(Name(decorator)) + "` has no word", word,
                             TraitWords(decorator));
    }
  }

  // `mutates(out)`: whether it is one; then its parameters are taken.
  bool TakeParameterEffect(const syntax::Arg& arg) {
    const auto* effect = As<syntax::Call>(tree_, arg.value);
    if (!effect || !IsParameterEffect(CalleeName(tree_, effect->callee))) return false;
    for (const syntax::Arg& of : effect->args) {
      const auto* name = As<syntax::Name>(tree_, of.value);
      if (name && of.kind == syntax::ArgKind::Positional) out_.changed.push_back(name->id.str());
      else mistakes_.Add(of.span, "a parameter is named without quotes: `mutates(out)`");
    }
    if (effect->args.empty()) mistakes_.Add(arg.span, "`mutates` names parameters");
    if (out_.changed.size() > kMostChanged)
      mistakes_.Add(arg.span,
                    "`mutates` names at most " + std::to_string(kMostChanged) + " parameters");
    return true;
  }

  // The only argument, which has no name.
  const syntax::Arg* OneArgument(const syntax::Call& call, Decorator decorator, source::Span span) {
    for (const syntax::Arg& arg : call.args)
      if (arg.kind == syntax::ArgKind::Keyword && !KeywordOf(decorator, arg)) return nullptr;
    if (call.args.size() == 1 && call.args[0].kind == syntax::ArgKind::Positional)
      return &call.args[0];
    mistakes_.Add(span, "`@" + std::string(Name(decorator)) + "` takes one argument");
    return nullptr;
  }

  std::optional<Keyword> KeywordOf(Decorator decorator, const syntax::Arg& arg) {
    const std::string name = "`@" + std::string(Name(decorator)) + "`";
    if (arg.kind != syntax::ArgKind::Keyword) {
      mistakes_.Add(arg.span, "an argument of " + name + " is written out, without a star");
      return std::nullopt;
    }
    const std::optional<Keyword> keyword = FindKeyword(decorator, arg.name.text());
    if (!keyword)
      mistakes_.AddUnknown(arg.span, name + " has no argument", arg.name.text(),
                           KeywordsOf(decorator));
    return keyword;
  }

  std::string_view Word(ExprId id) const { return WordOf(tree_, source_, id); }

  std::string_view Text(ExprId id, std::string_view otherwise) {
    if (const std::optional<std::string_view> text = TextOf(tree_, id)) return *text;
    mistakes_.Add(tree_[id].span, std::string(otherwise));
    return {};
  }

  const Tree& tree_;
  const source::SourceFile& source_;
  StubFunction& out_;
  Mistakes& mistakes_;
};

}  // namespace

std::string_view WithoutOverlay(std::string_view qualified) {
  constexpr std::string_view kOverlay = "overlay.";
  if (qualified.starts_with(kOverlay)) qualified.remove_prefix(kOverlay.size());
  return qualified;
}

std::string PublicName(std::string_view qualified) {
  constexpr std::string_view kImported[] = {"_dynamo", "_C", "_composable"};
  qualified = WithoutOverlay(qualified);
  if (qualified.starts_with("builtins.")) qualified.remove_prefix(9);
  const auto is_kept_apart = [&](std::string_view part) {
    return part.starts_with("_") && !part.starts_with("__") &&
           std::find(std::begin(kImported), std::end(kImported), part) == std::end(kImported);
  };
  std::string out;
  while (!qualified.empty()) {
    std::size_t dot = qualified.find('.');
    std::string_view part = qualified.substr(0, dot);
    bool last = dot == std::string_view::npos;
    if (last || !is_kept_apart(part)) out += (out.empty() ? "" : ".") + std::string(part);
    qualified = last ? std::string_view() : qualified.substr(dot + 1);
  }
  return out;
}

StubFunction ReadStub(const Tree& tree, syntax::ExprList decorators,
                      const source::SourceFile& source) {
  StubFunction out;
  Mistakes mistakes;
  Reader reader(tree, source, out, mistakes);
  for (ExprId id : decorators) reader.Read(id);
  out.mistakes = mistakes.Take();
  return out;
}

}  // namespace graphmend::models
