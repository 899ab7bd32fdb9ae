#include "models/check_stub.h"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_set>

#include "models/nodes.h"

namespace graphmend::models {
namespace {

using syntax::ExprId;
using syntax::Tree;

bool Has(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Checker {
 public:
  Checker(const Tree& tree, const source::SourceFile& source, const KnownWords& known)
      : tree_(tree), source_(source), known_(known) {}

  std::vector<StubMistake> Check() {
    for (const syntax::SyntaxError& error : tree_.errors) mistakes_.Add(error.span, error.message);
    for (const syntax::Stmt& stmt : tree_.stmts) CollectNames(stmt);
    for (const syntax::Function& function : tree_.functions) {
      bound_.insert(function.name.text());
    }
    for (const syntax::Class& cls : tree_.classes) bound_.insert(cls.name.text());
    for (const syntax::Function& function : tree_.functions)
      CheckDecorators(function.decorators, &function);
    for (const syntax::Class& cls : tree_.classes) CheckDecorators(cls.decorators, nullptr);
    std::vector<StubMistake> all = mistakes_.Take();
    std::stable_sort(all.begin(), all.end(), [](const StubMistake& a, const StubMistake& b) {
      return a.span.begin < b.span.begin;
    });
    return all;
  }

 private:
  // Names that a decorator may begin with; and what is asked of graphmend that it does not have.
  void CollectNames(const syntax::Stmt& stmt) {
    if (const auto* plain = std::get_if<syntax::Import>(&stmt.node))
      for (const syntax::ImportAlias& alias : plain->names) Bind(alias);
    if (const auto* from = std::get_if<syntax::ImportFrom>(&stmt.node)) {
      has_star_ |= from->star;
      for (const syntax::ImportAlias& alias : from->names) Bind(alias);
      if (from->level == 0 && from->module == "graphmend") CheckImported(from->names);
    }
    if (const auto* assign = std::get_if<syntax::Assign>(&stmt.node))
      for (ExprId target : assign->targets)
        if (const auto* name = As<syntax::Name>(tree_, target)) bound_.insert(name->id.text());
    if (const auto* typed = std::get_if<syntax::AnnAssign>(&stmt.node))
      if (const auto* name = As<syntax::Name>(tree_, typed->target)) bound_.insert(name->id.text());
  }

  void Bind(const syntax::ImportAlias& alias) {
    const std::string_view name = alias.as ? alias.as.text() : alias.name.text();
    bound_.insert(name.substr(0, name.find('.')));
  }

  void CheckImported(std::span<const syntax::ImportAlias> names) {
    const std::vector<std::string_view> words = ImportableWords();
    for (const syntax::ImportAlias& alias : names)
      if (!Has(words, alias.name.text()))
        mistakes_.AddUnknown(alias.span, "graphmend's vocabulary has no", alias.name.text(), words);
  }

  // `of`: none for a class.
  void CheckDecorators(syntax::ExprList decorators, const syntax::Function* of) {
    StubFunction stub = ReadStub(tree_, decorators, source_);
    mistakes_.Append(std::move(stub.mistakes));
    for (ExprId id : decorators) {
      const auto* call = As<syntax::Call>(tree_, id);
      const ExprId callee = call ? call->callee : id;
      const std::optional<Decorator> known = CheckName(callee);
      if (!known || !call) continue;
      if (*known == Decorator::Breaks) CheckBreaks(*call, of);
      if (*known == Decorator::Compiles) CheckCompiles(*call, of);
      if (*known == Decorator::Transfer)
        for (const syntax::Arg& arg : call->args)
          if (arg.name == "flag") CheckFlag(arg);
    }
  }

  // A decorator is of the vocabulary, Python's own, or of something that the stub names.
  std::optional<Decorator> CheckName(ExprId callee) {
    if (const auto* attribute = As<syntax::Attribute>(tree_, callee)) {
      const auto* object = As<syntax::Name>(tree_, attribute->object);
      const std::optional<Decorator> known = FindDecorator(attribute->name.text());
      if (object && object->id == "graphmend" && !known)
        mistakes_.AddUnknown(attribute->name_span, "there is no decorator", attribute->name.text(),
                             DecoratorWords());
      return known;
    }
    const auto* name = As<syntax::Name>(tree_, callee);
    if (!name) return std::nullopt;
    const std::string_view word = name->id.text();
    const std::optional<Decorator> known = FindDecorator(word);
    const bool is_python = word == "property" || word == "staticmethod" || word == "classmethod";
    if (!known && !is_python && !has_star_ && !bound_.contains(word))
      mistakes_.AddUnknown(tree_[callee].span, "there is no decorator", word, DecoratorWords());
    return known;
  }

  void CheckBreaks(const syntax::Call& call, const syntax::Function* of) {
    for (const syntax::Arg& arg : call.args) {
      const std::optional<std::string_view> text = TextOf(tree_, arg.value);
      if (arg.kind == syntax::ArgKind::Positional && text && !Has(known_.gb_ids, *text))
        mistakes_.AddUnknown(arg.span, "PyTorch's registry has no id", *text, known_.gb_ids);
      if (arg.kind != syntax::ArgKind::Keyword) continue;
      const auto keyword = FindKeyword(Decorator::Breaks, arg.name.text());
      if (keyword == Keyword::BreaksWhen) CheckParameters(arg.value, of);
      if (keyword == Keyword::BreaksUnless) CheckFlag(arg);
    }
  }

  void CheckFlag(const syntax::Arg& arg) {
    const std::string_view flag = WordOf(tree_, source_, arg.value);
    if (!Has(known_.flags, flag))
      mistakes_.AddUnknown(arg.span, "Dynamo has no flag", flag, known_.flags);
  }

  void CheckCompiles(const syntax::Call& call, const syntax::Function* of) {
    for (const syntax::Arg& arg : call.args) {
      if (arg.kind == syntax::ArgKind::Keyword) {
        CheckParameters(arg.value, of);
        continue;
      }
      if (const std::optional<std::string_view> text = TextOf(tree_, arg.value))
        CheckParameter(arg.span, *text, of);
    }
  }

  // The parameters that a condition asks about.
  void CheckParameters(ExprId id, const syntax::Function* of) {
    if (const auto* both = As<syntax::BoolOp>(tree_, id)) {
      CheckParameters(both->left, of);
      return CheckParameters(both->right, of);
    }
    if (const auto* negated = As<syntax::Unary>(tree_, id))
      return CheckParameters(negated->operand, of);
    const auto* test = As<syntax::Call>(tree_, id);
    if (!test || test->args.empty()) return;
    ExprId about = test->args[0].value;
    while (const auto* attribute = As<syntax::Attribute>(tree_, about)) about = attribute->object;
    if (const auto* name = As<syntax::Name>(tree_, about))
      CheckParameter(tree_[about].span, name->id.text(), of);
  }

  void CheckParameter(source::Span span, std::string_view name, const syntax::Function* of) {
    if (!of) return;  // of a class: those of its constructor, which may be inherited
    std::vector<std::string_view> names;
    for (const syntax::Param& param : of->params) names.push_back(param.name.text());
    if (!Has(names, name))
      mistakes_.AddUnknown(span, "`" + of->name.str() + "` has no parameter", name, names);
  }

  const Tree& tree_;
  const source::SourceFile& source_;
  const KnownWords& known_;
  std::unordered_set<std::string_view> bound_;
  bool has_star_ = false;
  Mistakes mistakes_;
};

}  // namespace

std::vector<StubMistake> CheckStub(const Tree& tree, const source::SourceFile& source,
                                   const KnownWords& known) {
  return Checker(tree, source, known).Check();
}

}  // namespace graphmend::models
