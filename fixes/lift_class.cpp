// Define a class at module level: def forward(self, x): class Local: ….
#include <algorithm>

#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/variables.h"
#include "fixes/module_level.h"

namespace graphmend::fix::lift_class {
namespace {

using diag::Applicability;
using names::BindingKind;
using syntax::ExprId;
using syntax::StmtId;

// Deletes a statement together with one blank line beside it.
void DeleteWithBlank(const Finding& finding, StmtId stmt, Rewriter& rewriter) {
  if (finding.parents.PositionOf(stmt).block.size() == 1) return rewriter.Delete(stmt);
  const source::SourceFile& source = finding.file.source();
  const source::Span span = finding.tree()[stmt].span;
  const std::uint32_t first = source.LineOf(span.begin), last = source.LineOf(span.end - 1);
  auto blank = [&](std::uint32_t line) {
    return line >= 1 && line <= source.LineCount() &&
           source.Line(line).find_first_not_of(" \t\f") == std::string_view::npos;
  };
  const bool one_more =
      blank(last + 1) && (blank(first - 1) || finding.parents.PositionOf(stmt).index == 0);
  rewriter.Replace(source::Span{source.LineStart(first), source.LineStart(last + 1 + one_more)},
                   "");
}

// Whether code of the class reads a variable of the functions around it.
bool Captures(const Finding& finding, const syntax::Class& cls, syntax::ClassId id,
              std::string& captured) {
  const names::Index& index = finding.file.index();
  ForEachInside(finding, cls.span, [&](ExprId expr) {
    const auto* name = finding.If<syntax::Name>(expr);
    if (!name) return;
    const syntax::FunctionId function = finding.parents.FunctionOf(expr);
    const bool inside = function && finding.tree()[function].span.begin >= cls.span.begin;
    const names::ScopeId scope =
        inside ? index.of_function[function.index] : index.of_class[id.index];
    const names::Binding binding = index.Resolve(scope, name->id);
    if (binding.kind == BindingKind::Local && !inside) captured = name->id.str();
    if (binding.kind != BindingKind::Free) return;
    const syntax::FunctionId owner = index[binding.owner].function;
    if (owner && finding.tree()[owner].span.begin < cls.span.begin) captured = name->id.str();
  });
  return !captured.empty();
}

// Whether what runs when the class is made means the same above `top`.
bool BodyIsKnownAbove(const Finding& finding, const syntax::Class& cls, syntax::ClassId id,
                      StmtId top) {
  const names::Index& index = finding.file.index();
  bool known = true;
  ForEachInside(finding, cls.span, [&](ExprId expr) {
    const auto* name = finding.If<syntax::Name>(expr);
    if (!name) return;
    const syntax::FunctionId function = finding.parents.FunctionOf(expr);
    if (function && finding.tree()[function].span.begin >= cls.span.begin) return;
    if (index.Resolve(index.of_class[id.index], name->id).kind == BindingKind::ClassMember) return;
    known = known && IsKnownAbove(finding, expr, top);
  });
  return known;
}

// Whether code of the function stores on the class itself: `Local.n = …`, `cls.n = …` in a class
// method, `type(self).n = …`. One class for all calls would carry that from one to the next.
bool StoresOnItself(const Finding& finding, const syntax::Class& cls) {
  const syntax::Tree& tree = finding.tree();
  const auto is_class = [&](ExprId expr) {
    if (const auto* call = finding.If<syntax::Call>(expr))
      return ImportedName(finding, call->callee) == "builtins.type";
    if (const auto* attribute = finding.If<syntax::Attribute>(expr))
      return attribute->name == "__class__";
    const auto* name = finding.If<syntax::Name>(expr);
    if (!name) return false;
    const syntax::FunctionId method = finding.parents.FunctionOf(expr);
    // None: of what is read where the function around is defined, as its defaults are.
    const bool within = method && tree[method].cls && tree[method].span.begin >= cls.span.begin &&
                        tree[method].span.end <= cls.span.end;
    const bool first = within && !tree[method].params.empty() &&
                       tree[method].params[0].name == name->id &&
                       (!tree[method].decorators.empty() || tree[method].name == "__new__" ||
                        tree[method].name == "__init_subclass__");
    return first || name->id == cls.name;
  };
  bool stores = false;
  ForEachInside(finding, tree[finding.function].span, [&](ExprId expr) {
    const auto* attribute = finding.If<syntax::Attribute>(expr);
    const auto* call = finding.If<syntax::Call>(expr);
    stores |= attribute && IsTarget(finding, expr) && is_class(attribute->object);
    stores |= call && !call->args.empty() && is_class(call->args[0].value) &&
              ImportedName(finding, call->callee) == "builtins.setattr";
  });
  return stores;
}

// Whether making the class does more than define it: its body calls something, or a base may.
bool DoesMore(const Finding& finding, const syntax::Class& cls) {
  const auto is_plain = [&](StmtId stmt) {
    const auto* said = finding.If<syntax::ExprStmt>(stmt);
    return finding.If<syntax::FunctionStmt>(stmt) || finding.If<syntax::Pass>(stmt) ||
           finding.If<syntax::Assign>(stmt) || finding.If<syntax::AnnAssign>(stmt) ||
           (said && finding.If<syntax::Literal>(said->value));
  };
  if (!std::all_of(cls.body.begin(), cls.body.end(), is_plain)) return true;
  bool calls = false;
  for (StmtId stmt : cls.body)
    ForEachExpression(finding.tree(), stmt, [&](ExprId expr) {
      ForEachInside(finding, finding.tree()[expr].span, [&](ExprId part) {
        const auto* call = finding.If<syntax::Call>(part);
        const std::string name = call ? ImportedName(finding, call->callee) : "";
        calls |= call && !name.starts_with("dataclasses.") && !name.starts_with("torch.nn.");
      });
    });
  return calls || std::any_of(cls.bases.begin(), cls.bases.end(), [&](const syntax::Arg& base) {
           return base.kind != syntax::ArgKind::Positional ||
                  ImportedName(finding, base.value).empty();
         });
}

// Whether another function of the file has a class of this name, which may be lifted as well.
bool IsDefinedElsewhere(const Finding& finding, const syntax::Class& cls) {
  const auto& classes = finding.tree().classes;
  return std::any_of(classes.begin(), classes.end(), [&](const syntax::Class& other) {
    return other.name == cls.name && other.span.begin != cls.span.begin;
  });
}

// Whether only this function says the name: at module level it would be in nobody's way.
bool IsNameFree(const Finding& finding, syntax::Symbol name) {
  const names::Index& index = finding.file.index();
  if (index[index.module].definitions.contains(name) || !index[index.module].star_imports.empty())
    return false;
  const syntax::Tree& tree = finding.tree();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const auto* used = finding.If<syntax::Name>(ExprId(i));
    if (used && used->id == name &&
        index.Resolve(ScopeOf(finding, ExprId(i)), name).kind == BindingKind::Global)
      return false;
  }
  return true;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* stmt = finding.expr ? nullptr : finding.If<syntax::ClassStmt>(finding.stmt);
  const StmtId top = stmt ? TopOfFinding(finding) : StmtId();
  if (!top) return std::nullopt;
  const syntax::Class& cls = finding.tree()[stmt->cls];
  Rewriter rewriter(finding);
  if (!rewriter.HasOwnLines(finding.stmt)) return std::nullopt;
  std::string captured;
  if (Captures(finding, cls, stmt->cls, captured))
    return Declined{"the class uses `" + captured +
                    "` from the function; define the class outside and pass that in"};
  if (!BodyIsKnownAbove(finding, cls, stmt->cls, top))
    return Declined{"the class uses a name that is defined further down; define the class there"};
  const names::Index& index = finding.file.index();
  const Variables variables(finding, finding.function);
  const names::Binding binding = index.Resolve(index.of_function[finding.function.index], cls.name);
  if (binding.kind != BindingKind::Local || variables.Stores(binding.slot).size() != 1 ||
      !IsNameFree(finding, cls.name) || IsDefinedElsewhere(finding, cls))
    return Declined{"`" + cls.name.str() +
                    "` also means something else; define the class outside under another name"};
  if (DoesMore(finding, cls))
    return Declined{"what making the class does would be done once; define the class outside"};
  if (StoresOnItself(finding, cls))
    return Declined{"the class stores on itself, which all calls would then share"};
  InsertAtModuleLevel(finding, top,
                      Dedented(finding, finding.tree()[finding.stmt].span,
                               rewriter.Indentation(finding.stmt).size()),
                      rewriter);
  DeleteWithBlank(finding, finding.stmt, rewriter);
  return rewriter.Finish("define the class at module level", Applicability::Unsafe,
                         "all calls share one class, with what is stored on it, and its qualified "
                         "name is shorter");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::StateMutation};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "define a class at module level",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::lift_class
