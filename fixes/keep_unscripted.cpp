// Keep a module as it is in the place of scripting it: self.s = torch.jit.script(M).
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"

namespace graphmend::fix::keep_unscripted {
namespace {

using diag::Applicability;
using infer::FactKind;
using names::BindingKind;
using syntax::ExprId;
using syntax::StmtId;

// The one value that methods of the class give the attribute; none where there are more.
ExprId OnlyValueOf(const Finding& finding, const syntax::Class& cls, std::string_view name) {
  ExprId value;
  int count = 0;
  const syntax::Tree& tree = finding.tree();
  for (std::uint32_t i = 0; i < tree.stmts.size(); ++i) {
    const source::Span span = tree[StmtId(i)].span;
    const auto* assign = finding.If<syntax::Assign>(StmtId(i));
    if (!assign || span.begin < cls.span.begin || span.end > cls.span.end) continue;
    for (ExprId target : assign->targets) {
      const auto* attribute = finding.If<syntax::Attribute>(target);
      const auto* self = attribute ? finding.If<syntax::Name>(attribute->object) : nullptr;
      const syntax::FunctionId method = finding.parents.FunctionOf(target);
      if (!self || !method || attribute->name != name || tree[method].params.empty() ||
          tree[method].params[0].name != self->id)
        continue;
      value = assign->value;
      ++count;
    }
  }
  return count == 1 ? value : ExprId();
}

// What `self.s` or the global `s` is made of.
ExprId MadeOf(const Finding& finding, ExprId expr) {
  if (const auto* attribute = finding.If<syntax::Attribute>(expr)) {
    const syntax::ClassId cls = finding.Fact(attribute->object).Is(FactKind::Object)
                                    ? ClassNamed(finding, finding.NameOf(attribute->object))
                                    : syntax::ClassId();
    return cls ? OnlyValueOf(finding, finding.tree()[cls], attribute->name.text()) : ExprId();
  }
  const auto* name = finding.If<syntax::Name>(expr);
  if (!name) return {};
  const names::Index& index = finding.file.index();
  if (index.Resolve(ScopeOf(finding, expr), name->id).kind != BindingKind::Global) return {};
  auto found = index[index.module].definitions.find(name->id);
  if (found == index[index.module].definitions.end() || found->second.size() != 1) return {};
  const names::Definition& definition = found->second[0];
  return definition.path.empty() ? definition.value : ExprId();
}

// Whether a method that only scripted modules have is used on something of this name.
bool NeedsScript(const Finding& finding, std::string_view name) {
  constexpr std::string_view kMethods[] = {"save",          "code",           "graph",
                                           "inlined_graph", "save_to_buffer", "code_with_constants",
                                           "original_name", "define"};
  const syntax::Tree& tree = finding.tree();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const auto* attribute = finding.If<syntax::Attribute>(ExprId(i));
    if (!attribute) continue;
    const auto* object = finding.If<syntax::Attribute>(attribute->object);
    const auto* global = finding.If<syntax::Name>(attribute->object);
    if ((object && object->name == name) || (global && global->id == name))
      for (std::string_view method : kMethods)
        if (attribute->name == method) return true;
  }
  return false;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* used = finding.If<syntax::Call>(finding.expr);
  if (!used) return std::nullopt;
  const ExprId made = MadeOf(finding, used->callee);
  const auto* call = finding.If<syntax::Call>(made);
  if (!call || ImportedName(finding, call->callee) != "torch.jit.script") return std::nullopt;
  if (call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return Declined{"it is scripted with options; keep the original module"};
  const auto* attribute = finding.If<syntax::Attribute>(used->callee);
  const std::string_view name = attribute ? attribute->name.text() : finding.Text(used->callee);
  if (NeedsScript(finding, name))
    return Declined{
        "something that only scripted modules have is used; keep the original module beside it"};
  const source::Span whole = finding.tree()[made].span;
  if (!CommentsIn(finding, whole).empty()) return std::nullopt;
  Rewriter rewriter(finding);
  rewriter.Replace(made, RenderOperand(finding, call->args[0].value));
  return rewriter.Finish(
      "keep the module unscripted", Applicability::Unsafe,
      "it runs as Python: what TorchScript fuses or converts may be rounded differently, what runs "
      "without gradients has none, and it is not a ScriptModule");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::ModuleCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "keep a module as it is instead of scripting it",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::keep_unscripted
