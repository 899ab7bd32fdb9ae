// Breaks that are mended where something is defined or made, away from where it is used.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/module_scope.h"
#include "fix/transformations.h"

namespace graphmend::fix {
namespace {

using diag::Applicability;
using infer::FactKind;
using names::BindingKind;
using syntax::ExprId;
using syntax::StmtId;

// Whether some code of the file assigns or deletes an attribute of this name.
bool IsAttributeChanged(const Finding& finding, std::string_view name) {
  const syntax::Tree& tree = finding.tree();
  auto is_it = [&](ExprId expr) {
    const auto* attribute = finding.If<syntax::Attribute>(expr);
    return attribute && attribute->name == name;
  };
  for (std::uint32_t i = 0; i < tree.stmts.size(); ++i) {
    const StmtId stmt(i);
    if (const auto* assign = finding.If<syntax::Assign>(stmt);
        assign && std::any_of(assign->targets.begin(), assign->targets.end(), is_it))
      return true;
    if (const auto* gone = finding.If<syntax::Delete>(stmt);
        gone && std::any_of(gone->targets.begin(), gone->targets.end(), is_it))
      return true;
    if (const auto* one = finding.If<syntax::AugAssign>(stmt); one && is_it(one->target))
      return true;
    if (const auto* one = finding.If<syntax::AnnAssign>(stmt); one && is_it(one->target))
      return true;
  }
  return false;
}

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

}  // namespace

// @functools.cached_property
std::optional<Proposal> ComputeAtEachRead(const Finding& finding) {
  const auto* read = finding.If<syntax::Attribute>(finding.expr);
  if (!read || !finding.Fact(read->object).Is(FactKind::Object)) return std::nullopt;
  const syntax::ClassId cls = ClassNamed(finding, finding.NameOf(read->object));
  const syntax::FunctionId method =
      cls ? MethodOf(finding, cls, read->name.text()) : syntax::FunctionId();
  if (!method || finding.tree()[method].decorators.size() != 1) return std::nullopt;
  const ExprId decorator = finding.tree()[method].decorators[0];
  if (ImportedName(finding, decorator) != "functools.cached_property") return std::nullopt;
  if (IsAttributeChanged(finding, read->name.text()))
    return Declined{
        "the value is assigned or deleted, too, which a property does not take; "
        "compute it in `__init__`"};
  if (!IsUnshadowed(finding, "property")) return std::nullopt;
  Rewriter rewriter(finding);
  rewriter.Replace(decorator, "property");
  return rewriter.Finish("make it a property", Applicability::Unsafe,
                         "it is computed at each read, with the random numbers that it draws, "
                         "and no longer kept");
}

// self.s = torch.jit.script(M)
std::optional<Proposal> KeepUnscripted(const Finding& finding) {
  const auto* used = finding.If<syntax::Call>(finding.expr);
  if (!used) return std::nullopt;
  const ExprId made = MadeOf(finding, used->callee);
  const auto* call = finding.If<syntax::Call>(made);
  if (!call || ImportedName(finding, call->callee) != "torch.jit.script") return std::nullopt;
  if (call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return Declined{"it is scripted with options; keep the module that is scripted"};
  const auto* attribute = finding.If<syntax::Attribute>(used->callee);
  const std::string_view name = attribute ? attribute->name.text() : finding.Text(used->callee);
  if (NeedsScript(finding, name))
    return Declined{"what only scripts have is used of it; keep the module beside its script"};
  const source::Span whole = finding.tree()[made].span;
  if (!CommentsIn(finding, whole).empty()) return std::nullopt;
  Rewriter rewriter(finding);
  rewriter.Replace(made, RenderOperand(finding, call->args[0].value, {}));
  return rewriter.Finish("keep the module unscripted", Applicability::Unsafe,
                         "it runs as Python: what TorchScript fuses or converts may be rounded "
                         "otherwise, what runs without gradients has none, and it is no "
                         "ScriptModule");
}

}  // namespace graphmend::fix
