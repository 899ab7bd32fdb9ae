#include "models/check_condition.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "models/nodes.h"
#include "models/vocabulary.h"

namespace graphmend::models {
namespace {

class ConditionChecker {
 public:
  ConditionChecker(const syntax::Tree& tree, const source::SourceFile& source, Mistakes& mistakes)
      : tree_(tree), source_(source), mistakes_(mistakes) {}

  void Check(syntax::ExprId id) {
    if (const auto* both = As<syntax::BoolOp>(tree_, id)) {
      Check(both->left);
      return Check(both->right);
    }
    if (const auto* negated = As<syntax::Unary>(tree_, id);
        negated && negated->op == syntax::UnaryOp::Not)
      return Check(negated->operand);
    if (const auto* literal = As<syntax::Literal>(tree_, id);
        literal && literal->kind == syntax::LiteralKind::True)
      return;
    const auto* test = As<syntax::Call>(tree_, id);
    const std::string_view word = test ? CalleeName(tree_, test->callee) : std::string_view();
    const std::optional<ConditionWord> known = FindCondition(word);
    const source::Span span = tree_[id].span;
    if (!known)
      return mistakes_.AddUnknown(span, "there is no condition", test ? word : source_.Text(span),
                                  ConditionWords());
    if (AsksOfParameter(*test, span)) CheckDetail(*test, DetailOf(*known), span);
  }

 private:
  bool AsksOfParameter(const syntax::Call& test, source::Span span) {
    const std::string name = Name(test);
    const auto named = std::find_if(test.args.begin(), test.args.end(), [](const syntax::Arg& arg) {
      return arg.kind != syntax::ArgKind::Positional;
    });
    if (named != test.args.end())
      mistakes_.Add(named->span, name + " takes its arguments without names and stars");
    else if (test.args.empty()) mistakes_.Add(span, name + " asks about a parameter");
    else if (!IsParameter(test.args[0].value))
      mistakes_.Add(test.args[0].span, name + " asks about a parameter, or a field of one",
                    "a parameter is written without quotes: `given(out)`");
    else return true;
    return false;
  }

  bool IsParameter(syntax::ExprId id) const {
    while (const auto* field = As<syntax::Attribute>(tree_, id)) id = field->object;
    return As<syntax::Name>(tree_, id) != nullptr;
  }

  void CheckDetail(const syntax::Call& test, const std::optional<ConditionDetail>& detail,
                   source::Span span) {
    const std::string name = Name(test);
    const std::size_t most = detail ? 2 : 1;
    if (test.args.size() > most)
      mistakes_.Add(test.args[most].span,
                    name + " takes " + (detail ? "two arguments" : "the parameter alone"));
    if (!detail) return;
    if (test.args.size() == 1) {
      if (detail->need == Need::Needed)
        mistakes_.Add(span, name + " takes a second argument, a string");
      return;
    }
    const syntax::Arg& said = test.args[1];
    const std::optional<std::string_view> text = TextOf(tree_, said.value);
    const auto& words = detail->words;
    if (!text) mistakes_.Add(said.span, "the second argument of " + name + " is a string");
    else if (!words.empty() && std::find(words.begin(), words.end(), *text) == words.end())
      mistakes_.AddUnknown(said.span, name + " has no word", *text, words);
  }

  std::string Name(const syntax::Call& test) const {
    return "`" + std::string(CalleeName(tree_, test.callee)) + "`";
  }

  const syntax::Tree& tree_;
  const source::SourceFile& source_;
  Mistakes& mistakes_;
};

}  // namespace

void CheckCondition(const syntax::Tree& tree, const source::SourceFile& source,
                    syntax::ExprId condition, Mistakes& mistakes) {
  ConditionChecker(tree, source, mistakes).Check(condition);
}

}  // namespace graphmend::models
