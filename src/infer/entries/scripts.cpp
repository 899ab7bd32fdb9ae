// Files that compile something are run as scripts, and so is each function of theirs that does and
// that nothing in view calls.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "infer/entries/framework_names.h"
#include "infer/entries/signature.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

bool Mentions(const std::vector<std::uint32_t>& mentions, Span span) {
  auto first = std::upper_bound(mentions.begin(), mentions.end(), span.begin);
  return first != mentions.end() && *first <= span.end;
}

Span Body(const syntax::Tree& tree, const syntax::Function& f) {
  return f.body.empty() ? Span{}
                        : Span{tree[f.body.front()].span.begin, tree[f.body.back()].span.end};
}

bool MayCompile(std::string_view word, const std::vector<FrameworkName>& frameworks) {
  return word.find("compile") != std::string_view::npos || word == "optimize" ||
         std::any_of(frameworks.begin(), frameworks.end(), [&](const FrameworkName& framework) {
           return word.find(framework.name) != std::string_view::npos;
         });
}

Symbol WordOf(const syntax::Tree& tree, syntax::ExprId id) {
  const auto* name = std::get_if<syntax::Name>(&tree[id].node);
  const auto* attribute = std::get_if<syntax::Attribute>(&tree[id].node);
  return name ? name->id : attribute ? attribute->name : Symbol();
}

// What code names, in order; what comments and strings say does not count.
class Words {
 public:
  explicit Words(const syntax::Tree& tree) : tree_(tree) {
    for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
      const syntax::ExprId id(i);
      if (const Symbol word = WordOf(tree, id)) words_.emplace_back(tree[id].span.end, word);
      if (const auto* call = std::get_if<syntax::Call>(&tree[id].node))
        calls_.emplace_back(tree[id].span.end, call);
    }
    std::sort(calls_.begin(), calls_.end());
  }

  // Where a word is named for which `test` holds.
  template <class Test>
  std::vector<std::uint32_t> Where(Test test) const {
    std::vector<std::uint32_t> out;
    for (const auto& [end, word] : words_)
      if (test(word)) out.push_back(end);
    std::sort(out.begin(), out.end());
    return out;
  }

  // Whether a function passes a parameter of its own to what `test` holds of.
  template <class Test>
  bool PassesParameter(const syntax::Function& f, Test test) const {
    const Span body = Body(tree_, f);
    auto at = std::upper_bound(calls_.begin(), calls_.end(), std::pair(body.begin, kFirst));
    for (; at != calls_.end() && at->first <= body.end; ++at) {
      if (!test(WordOf(tree_, at->second->callee))) continue;
      for (const syntax::Arg& arg : at->second->args)
        if (const auto* name = std::get_if<syntax::Name>(&tree_[arg.value].node))
          if (std::any_of(f.params.begin(), f.params.end(),
                          [&](const syntax::Param& p) { return p.name == name->id; }))
            return true;
    }
    return false;
  }

 private:
  static constexpr const syntax::Call* kFirst = nullptr;
  const syntax::Tree& tree_;
  std::vector<std::pair<std::uint32_t, Symbol>> words_;               // by their ends
  std::vector<std::pair<std::uint32_t, const syntax::Call*>> calls_;  // likewise
};

// Where code names something that may compile, in order: torch.compile and its like, and functions
// of this file that compile what they are passed.
std::vector<std::uint32_t> MentionsOfCompile(const syntax::Tree& tree,
                                             const std::vector<FrameworkName>& frameworks) {
  const Words words(tree);
  std::unordered_set<Symbol> helpers;
  auto compiles = [&](Symbol word) {
    return word && (helpers.contains(word) || MayCompile(word.text(), frameworks));
  };
  for (;;) {
    std::vector<std::uint32_t> mentions = words.Where(compiles);
    const std::size_t known = helpers.size();
    for (const syntax::Function& f : tree.functions)
      if (!compiles(f.name) && Mentions(mentions, Body(tree, f)) &&
          words.PassesParameter(f, compiles))
        helpers.insert(f.name);
    if (helpers.size() == known) return mentions;
  }
}

}  // namespace

void Entries::RunExplicit(const ParsedFile& file) {
  RunScript(file);
  const std::vector<std::uint32_t> mentions =
      MentionsOfCompile(file.tree(), FrameworkNames(program));
  EvaluateDecorators(file, mentions);
  RunCompilingFunctions(file, mentions);
}

// What a decorator compiles, of the module and of its classes.
void Entries::EvaluateDecorators(const ParsedFile& file,
                                 const std::vector<std::uint32_t>& mentions) {
  const syntax::Tree& tree = file.tree();
  const names::Scope& scope = file.index()[file.index().module];
  for (Symbol name : scope.order)
    for (const names::Definition& d : scope.definitions.at(name)) {
      if (d.kind == names::DefinitionKind::Function && !tree[d.function].decorators.empty() &&
          Mentions(mentions, tree[d.function].span))
        unit_.definitions.GlobalValue(file, name);
      if (d.kind != names::DefinitionKind::Class || !Mentions(mentions, tree[d.cls].span)) continue;
      Ref value = unit_.definitions.GlobalValue(file, name);
      const auto* cls = value.value ? values.If<values::Class>(value) : nullptr;
      if (!cls) continue;
      for (Symbol member :
           std::vector<Symbol>(file.index()[file.index().of_class[d.cls.index]].order))
        unit_.classes.ClassAttribute(cls->id, member);
    }
}

// The function, or the method of any instance; None id: its name stands for something else.
Ref Entries::TopLevelFunction(const ParsedFile& file, syntax::FunctionId id) {
  const syntax::Tree& tree = file.tree();
  const syntax::Function& f = tree[id];
  if (!f.cls) return unit_.definitions.GlobalValue(file, f.name);
  if (tree[f.cls].cls || tree[f.cls].function) return {};
  const Ref cls = unit_.definitions.GlobalValue(file, tree[f.cls].name);
  const auto* c = cls.value ? values.If<values::Class>(cls) : nullptr;
  if (!c) return {};
  return unit_.operations.GetAttribute(unit_.instances.GenericInstance(c->id), f.name,
                                       Site{&file, f.name_span, {}, {}, nullptr});
}

// Functions that nothing in view calls, but that compile something.
void Entries::RunCompilingFunctions(const ParsedFile& file,
                                    const std::vector<std::uint32_t>& mentions) {
  const syntax::Tree& tree = file.tree();
  for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
    const syntax::FunctionId id(i);
    const syntax::Function& f = tree[id];
    if (f.parent || f.body.empty() || !Mentions(mentions, Body(tree, f))) continue;
    const Ref value = TopLevelFunction(file, id);
    const Signature s = value.value ? SignatureOf(unit_, value) : Signature{};
    if (!s) continue;
    const auto& contexts = unit_.summaries.contexts();
    const bool reached = std::any_of(contexts.begin(), contexts.end(), [&](const auto& c) {
      const CallableInfo& info = unit_.Info(c->callable);
      return info.file == &file && info.function == id;
    });
    if (!reached)
      RunEntry(value, s.callable, static_cast<bool>(f.cls),
               Site{&file, f.name_span, {}, {}, nullptr}, Mode{});
  }
}

}  // namespace graphmend::infer
