// Files that compile something are run as scripts, and so is each function of theirs that does and
// that nothing in view calls.
#include <algorithm>

#include "infer/entries/signature.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// Where code names something that may compile, in order; what comments and strings say does not
// count.
std::vector<std::uint32_t> MentionsOfCompile(const syntax::Tree& tree) {
  std::vector<std::uint32_t> mentions;
  for (const syntax::Expr& expr : tree.exprs) {
    const auto* name = std::get_if<syntax::Name>(&expr.node);
    const auto* attribute = std::get_if<syntax::Attribute>(&expr.node);
    const Symbol word = name ? name->id : attribute ? attribute->name : Symbol();
    if (word.text().find("compile") != std::string_view::npos) mentions.push_back(expr.span.end);
  }
  std::sort(mentions.begin(), mentions.end());
  return mentions;
}

}  // namespace

void Entries::RunExplicit(const ParsedFile& file) {
  const syntax::Tree& tree = file.tree();
  RunScript(file);
  const std::vector<std::uint32_t> mentions = MentionsOfCompile(tree);
  auto mentions_compile = [&](Span span) {
    auto first = std::upper_bound(mentions.begin(), mentions.end(), span.begin);
    return first != mentions.end() && *first <= span.end;
  };
  const names::Scope& scope = file.index()[file.index().module];
  for (Symbol name : scope.order)
    for (const names::Definition& d : scope.definitions.at(name)) {
      if (d.kind == names::DefinitionKind::Function && !tree[d.function].decorators.empty() &&
          mentions_compile(tree[d.function].span))
        unit_.definitions.GlobalValue(file, name);
      if (d.kind != names::DefinitionKind::Class || !mentions_compile(tree[d.cls].span)) continue;
      Ref value = unit_.definitions.GlobalValue(file, name);
      const auto* cls = value.value ? values.If<values::Class>(value) : nullptr;
      if (!cls) continue;
      for (Symbol member :
           std::vector<Symbol>(file.index()[file.index().of_class[d.cls.index]].order))
        unit_.classes.ClassAttribute(cls->id, member);
    }
  // Functions that nothing in view calls, but that compile something.
  for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
    syntax::FunctionId id(i);
    const syntax::Function& f = tree[id];
    if (f.parent || f.body.empty() ||
        !mentions_compile({tree[f.body.front()].span.begin, tree[f.body.back()].span.end}))
      continue;
    Ref value;
    bool skip_self = false;
    if (!f.cls) {
      value = unit_.definitions.GlobalValue(file, f.name);
    } else if (!tree[f.cls].cls && !tree[f.cls].function) {
      Ref cls = unit_.definitions.GlobalValue(file, tree[f.cls].name);
      const auto* c = cls.value ? values.If<values::Class>(cls) : nullptr;
      if (!c) continue;
      Ref self = unit_.instances.GenericInstance(c->id);
      value =
          unit_.operations.GetAttribute(self, f.name, Site{&file, f.name_span, {}, {}, nullptr});
      skip_self = true;
    }
    Signature s = value.value ? SignatureOf(unit_, value) : Signature{};
    if (!s) continue;
    bool reached = std::any_of(unit_.summaries.contexts().begin(), unit_.summaries.contexts().end(),
                               [&](const auto& c) {
                                 const CallableInfo& info = unit_.Info(c->callable);
                                 return info.file == &file && info.function == id;
                               });
    if (!reached)
      RunEntry(value, s.callable, skip_self, Site{&file, f.name_span, {}, {}, nullptr}, Mode{});
  }
}

}  // namespace graphmend::infer
