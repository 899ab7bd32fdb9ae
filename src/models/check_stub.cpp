#include "models/check_stub.h"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>

#include "models/bound_names.h"
#include "models/nodes.h"

namespace graphmend::models {
namespace {

using syntax::ExprId;
using syntax::Tree;

constexpr std::string_view kGraphmend = "graphmend";

bool Has(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Checker {
 public:
  Checker(const Tree& tree, const source::SourceFile& source, const KnownWords& known)
      : tree_(tree), source_(source), known_(known), bound_(BoundNamesOf(tree)) {}

  std::vector<StubMistake> Check() {
    for (const syntax::SyntaxError& error : tree_.errors) mistakes_.Add(error.span, error.message);
    for (const syntax::Stmt& stmt : tree_.stmts) CheckImports(stmt);
    CheckDefinitions(tree_.body);
    for (const syntax::Class& cls : tree_.classes) CheckDefinitions(cls.body);
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
  // What is asked of graphmend that it does not have.
  void CheckImports(const syntax::Stmt& stmt) {
    if (const auto* plain = std::get_if<syntax::Import>(&stmt.node))
      for (const syntax::ImportAlias& alias : plain->names)
        if (alias.name == kGraphmend) CheckNotRenamed(alias);
    const auto* from = std::get_if<syntax::ImportFrom>(&stmt.node);
    if (!from || from->level > 0 || from->module != kGraphmend) return;
    if (from->star)
      mistakes_.Add(stmt.span, "the words of graphmend are imported one by one",
                    "for example `from graphmend import Tensor, breaks`");
    CheckImported(from->names);
  }
  void CheckImported(std::span<const syntax::ImportAlias> names) {
    const std::vector<std::string_view> words = ImportableWords();
    for (const syntax::ImportAlias& alias : names)
      if (!Has(words, alias.name.text()))
        mistakes_.AddUnknown(alias.span, "graphmend's vocabulary has no", alias.name.text(), words);
      else if (!IsValueWord(alias.name.text())) CheckNotRenamed(alias);
  }

  // Decorators and conditions are known by their names.
  void CheckNotRenamed(const syntax::ImportAlias& alias) {
    if (alias.as && alias.as != alias.name)
      mistakes_.Add(alias.span, "`" + alias.name.str() + "` keeps its name in a stub");
  }

  // A function of the same name takes the place of one before, unless it is a part of it: one that
  // sets a property, or an overload. Lines that begin another module are comments.
  void CheckDefinitions(syntax::StmtList body) {
    constexpr std::string_view kHeader = "\n# module: ";
    struct Before {
      std::uint32_t line;
      bool said = false;  // that it is lost
    };
    std::unordered_map<std::string_view, Before> before;
    std::uint32_t done = 0;
    for (syntax::StmtId id : body) {
      const auto* def = std::get_if<syntax::FunctionStmt>(&tree_[id].node);
      if (!def) continue;
      const syntax::Function& function = tree_[def->function];
      const std::string_view between = source_.Text({done, function.span.begin});
      if (between.find(kHeader) != std::string_view::npos) before.clear();
      done = function.span.end;
      const auto [known, is_new] = before.try_emplace(
          function.name.text(), Before{source_.LineOf(function.name_span.begin)});
      if (is_new || IsPart(function) || known->second.said) continue;
      known->second.said = true;
      mistakes_.Add(function.name_span, "`" + function.name.str() + "` is defined again",
                    "what line " + std::to_string(known->second.line) + " says of it is lost");
    }
  }

  bool IsPart(const syntax::Function& function) const {
    return std::any_of(
        function.decorators.begin(), function.decorators.end(), [&](ExprId decorator) {
          const auto* attribute = As<syntax::Attribute>(tree_, decorator);
          const std::string_view word = CalleeName(tree_, decorator);
          return word == "overload" ||
                 (attribute && (word == "setter" || word == "getter" || word == "deleter"));
        });
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
      if (*known == Decorator::Effect) CheckEffects(*call, of);
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
      if (object && object->id == kGraphmend && !known)
        mistakes_.AddUnknown(attribute->name_span, "there is no decorator", attribute->name.text(),
                             DecoratorWords());
      return known;
    }
    const auto* name = As<syntax::Name>(tree_, callee);
    if (!name) return std::nullopt;
    const std::string_view word = name->id.text();
    const std::optional<Decorator> known = FindDecorator(word);
    const bool is_python = word == "property" || word == "staticmethod" || word == "classmethod";
    if (!known && !is_python && !HasStar() && !bound_.Has(word))
      mistakes_.AddUnknown(tree_[callee].span, "there is no decorator", word, DecoratorWords());
    return known;
  }

  // Whether names may come from elsewhere than graphmend without being named.
  bool HasStar() const {
    return bound_.has_other_star ||
           std::any_of(bound_.stars.begin(), bound_.stars.end(),
                       [](const std::string& module) { return module != kGraphmend; });
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

  // The parameters of `mutates(p)`.
  void CheckEffects(const syntax::Call& call, const syntax::Function* of) {
    for (const syntax::Arg& arg : call.args)
      if (const auto* effect = As<syntax::Call>(tree_, arg.value))
        for (const syntax::Arg& parameter : effect->args)
          if (const auto* name = As<syntax::Name>(tree_, parameter.value))
            CheckParameter(parameter.span, name->id.text(), of);
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
  const BoundNames bound_;
  Mistakes mistakes_;
};

}  // namespace

std::vector<StubMistake> CheckStub(const Tree& tree, const source::SourceFile& source,
                                   const KnownWords& known) {
  return Checker(tree, source, known).Check();
}

}  // namespace graphmend::models
