// Files that compile something are run as scripts, and so is each function of theirs that does and
// that nothing in view calls.
#include <algorithm>

#include "infer/entries/framework_names.h"
#include "infer/entries/signature.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// Where code names something that may compile, in order; what comments and strings say does not
// count.
std::vector<std::uint32_t> MentionsOfCompile(const syntax::Tree& tree,
                                             const std::vector<FrameworkName>& frameworks) {
  std::vector<std::uint32_t> mentions;
  auto may_compile = [&](std::string_view word) {
    return word.find("compile") != std::string_view::npos ||
           std::any_of(frameworks.begin(), frameworks.end(), [&](const FrameworkName& framework) {
             return word.find(framework.name) != std::string_view::npos;
           });
  };
  for (const syntax::Expr& expr : tree.exprs) {
    const auto* name = std::get_if<syntax::Name>(&expr.node);
    const auto* attribute = std::get_if<syntax::Attribute>(&expr.node);
    const Symbol word = name ? name->id : attribute ? attribute->name : Symbol();
    if (word && may_compile(word.text())) mentions.push_back(expr.span.end);
  }
  std::sort(mentions.begin(), mentions.end());
  return mentions;
}

bool Mentions(const std::vector<std::uint32_t>& mentions, Span span) {
  auto first = std::upper_bound(mentions.begin(), mentions.end(), span.begin);
  return first != mentions.end() && *first <= span.end;
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
    if (f.parent || f.body.empty() ||
        !Mentions(mentions, {tree[f.body.front()].span.begin, tree[f.body.back()].span.end}))
      continue;
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
