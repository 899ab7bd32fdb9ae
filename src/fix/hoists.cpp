// What depends on nothing of the call, and so can run once, when the module is imported.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/module_scope.h"
#include "fix/transformations.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using diag::Applicability;
using infer::FactKind;
using names::BindingKind;
using syntax::ExprId;
using syntax::StmtId;

// Questions that never raise.
constexpr std::string_view kQuestions[] = {
    "os.path.exists", "os.path.isfile",      "os.path.isdir",       "os.getcwd",
    "os.cpu_count",   "os.path.abspath",     "pathlib.Path.exists", "pathlib.Path.is_file",
    "shutil.which",   "pathlib.Path.is_dir", "socket.gethostname"};

bool IsQuestion(std::string_view name) {
  return std::find(std::begin(kQuestions), std::end(kQuestions), name) != std::end(kQuestions);
}

// Whether it gives the same at module level, above `top`: made of constants and paths.
bool IsConstantAbove(const Finding& finding, ExprId expr, StmtId top) {
  if (!IsKnownAbove(finding, expr, top)) return false;
  bool constant = true;
  ForEachInside(finding, finding.tree()[expr].span, [&](ExprId part) {
    const auto* call = finding.If<syntax::Call>(part);
    const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
    if (call && part != expr)
      constant &= name.starts_with("os.path.") || name.starts_with("pathlib.");
  });
  return constant;
}

// TMP_EXISTS for os.path.exists("/tmp").
std::string NameFor(const Finding& finding, const syntax::Call& call) {
  std::string_view function = finding.NameOf(call.callee);
  function.remove_prefix(function.rfind('.') + 1);
  std::string text;
  for (const syntax::Arg& arg : call.args)
    if (const auto* literal = finding.If<syntax::Literal>(arg.value);
        literal && literal->kind == syntax::LiteralKind::Str && text.empty())
      text = literal->text.str() + "_";
  if (text.size() > 24) text.clear();
  text += function;
  std::string name;
  for (char c : text) {
    const bool small = c >= 'a' && c <= 'z';
    const bool word = small || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9' && !name.empty());
    if (word) name += small ? static_cast<char>(c - 'a' + 'A') : c;
    else if (!name.empty() && name.back() != '_') name += '_';
  }
  return name;
}

StmtId TopOfFinding(const Finding& finding) {
  const StmtId top = finding.function ? TopOf(finding, finding.stmt) : StmtId();
  return top == finding.stmt ? StmtId() : top;
}

// With two blank lines behind it, as between the parts of a module.
void InsertAtModuleLevel(const Finding& finding, StmtId top, std::string text, Rewriter& rewriter) {
  if (text.empty() || text.back() != '\n') text += '\n';
  rewriter.InsertAt(AboveComments(finding, top), text + "\n\n");
}

// A line by itself: behind what stands above the function, and with a blank line before it where
// that is an import. Elsewhere as a definition.
void InsertLine(const Finding& finding, StmtId top, std::string line, Rewriter& rewriter) {
  const syntax::StmtList body = finding.tree().body;
  StmtId above;
  for (StmtId stmt : body) {
    if (stmt == top) break;
    above = stmt;
  }
  const bool import = finding.If<syntax::Import>(above) || finding.If<syntax::ImportFrom>(above);
  const bool plain = import || finding.If<syntax::Assign>(above) ||
                     finding.If<syntax::AnnAssign>(above) || finding.If<syntax::ExprStmt>(above);
  if (!plain || !rewriter.HasOwnLines(above))
    return InsertAtModuleLevel(finding, top, std::move(line), rewriter);
  rewriter.InsertAfter(above, (import ? "\n" : "") + line + "\n");
}

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

}  // namespace

// if os.path.exists("/tmp")
std::optional<Proposal> AskAtImport(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const StmtId top = TopOfFinding(finding);
  if (!call || !top || !IsQuestion(finding.NameOf(call->callee))) return std::nullopt;
  if (!IsConstantAbove(finding, finding.expr, top))
    return Declined{"what is asked depends on the call; ask before the compiled code is entered"};
  Rewriter rewriter(finding);
  const std::string name = rewriter.FreshName(NameFor(finding, *call));
  InsertLine(finding, top, name + " = " + OneLine(finding, finding.expr), rewriter);
  ReplaceWhole(finding, finding.expr, name, rewriter);
  return rewriter.Finish("ask once, at module level", Applicability::Unsafe,
                         "it is asked once, when the module is imported");
}

// os.environ["KEY"] = "value"; os.makedirs("out", exist_ok=True)
std::optional<Proposal> ChangeAtImport(const Finding& finding) {
  const StmtId top = TopOfFinding(finding);
  if (!top) return std::nullopt;
  Rewriter rewriter(finding);
  ExprId whole;
  if (const auto* assign = finding.If<syntax::Assign>(finding.stmt)) {
    const auto* item = finding.If<syntax::Subscript>(finding.expr);
    if (!item || assign->targets.size() != 1 || assign->targets[0] != finding.expr ||
        finding.Text(item->object).empty() || ImportedName(finding, item->object) != "os.environ")
      return std::nullopt;
    if (!IsConstantAbove(finding, assign->value, top)) return std::nullopt;
  } else {
    const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
    const auto* call =
        stmt && stmt->value == finding.expr ? finding.If<syntax::Call>(stmt->value) : nullptr;
    if (!call || finding.NameOf(call->callee) != "os.makedirs" ||
        !IsLiteral(finding, Argument(*call, -1, "exist_ok"), syntax::LiteralKind::True))
      return std::nullopt;
  }
  if (!IsConstantAbove(finding, finding.expr, top))
    return Declined{
        "what is changed depends on the call; do it before the compiled code is "
        "entered"};
  if (finding.parents.Parent(finding.stmt) || !rewriter.HasOwnLines(finding.stmt))
    return Declined{"it is changed under a condition; do it before the compiled code is entered"};
  InsertLine(finding, top,
             Dedented(finding, finding.tree()[finding.stmt].span,
                      rewriter.Indentation(finding.stmt).size()),
             rewriter);
  rewriter.Delete(finding.stmt);
  return rewriter.Finish("do it once, at module level", Applicability::Unsafe,
                         "it is done once, when the module is imported, whether or not this runs");
}

// def forward(self, x): class Local: …
std::optional<Proposal> LiftClass(const Finding& finding) {
  const auto* stmt = finding.expr ? nullptr : finding.If<syntax::ClassStmt>(finding.stmt);
  const StmtId top = stmt ? TopOfFinding(finding) : StmtId();
  if (!top) return std::nullopt;
  const syntax::Class& cls = finding.tree()[stmt->cls];
  Rewriter rewriter(finding);
  if (!rewriter.HasOwnLines(finding.stmt)) return std::nullopt;
  std::string captured;
  if (Captures(finding, cls, stmt->cls, captured))
    return Declined{"the class uses `" + captured +
                    "` of the function; define it outside and hand "
                    "that on"};
  if (!BodyIsKnownAbove(finding, cls, stmt->cls, top))
    return Declined{"the class uses what is defined further below; define it there"};
  const names::Index& index = finding.file.index();
  const Variables variables(finding, finding.function);
  const names::Binding binding = index.Resolve(index.of_function[finding.function.index], cls.name);
  if (binding.kind != BindingKind::Local || variables.Stores(binding.slot).size() != 1 ||
      !IsNameFree(finding, cls.name))
    return Declined{"`" + cls.name.str() +
                    "` means something else, too; define the class outside "
                    "under another name"};
  InsertAtModuleLevel(finding, top,
                      Dedented(finding, finding.tree()[finding.stmt].span,
                               rewriter.Indentation(finding.stmt).size()),
                      rewriter);
  DeleteWithBlank(finding, finding.stmt, rewriter);
  return rewriter.Finish("define the class at module level", Applicability::Unsafe,
                         "all calls share one class, with what is stored on it, and its qualified "
                         "name is shorter");
}

// logging.getLogger(__name__).info(…)
std::optional<Proposal> NameLogger(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const StmtId top = call ? TopOfFinding(finding) : StmtId();
  if (!top || finding.NameOf(call->callee) != "logging.getLogger") return std::nullopt;
  for (const syntax::Arg& arg : call->args) {
    const auto* literal = finding.If<syntax::Literal>(arg.value);
    const bool named = ImportedName(finding, arg.value) == "builtins.__name__";
    if (arg.kind != syntax::ArgKind::Positional || !IsUnshadowed(finding, "__name__") ||
        (!named && (!literal || literal->kind != syntax::LiteralKind::Str)))
      return Declined{"which logger it is depends on the call; get it once, outside of the code"};
  }
  if (!IsKnownAbove(finding, call->callee, top))
    return Declined{"what gets the logger may be another at module level; get it there"};
  Rewriter rewriter(finding);
  const std::string name = rewriter.FreshName("logger");
  InsertLine(finding, top, name + " = " + OneLine(finding, finding.expr), rewriter);
  ReplaceWhole(finding, finding.expr, name, rewriter);
  return rewriter.Finish("get the logger when the module is imported", Applicability::Safe);
}

}  // namespace graphmend::fix
