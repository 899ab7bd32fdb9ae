// Keep the arguments of an exception as its base does: super().__init__("text") of an exception.
#include <algorithm>
#include <array>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"

namespace graphmend::fix::set_arguments {
namespace {

using diag::Applicability;
using syntax::ExprId;

// Exceptions of Python's whose __init__ only keeps what they are made with, in `args`.
constexpr std::array<std::string_view, 17> kPlainExceptions = {
    "BaseException", "Exception",           "ArithmeticError", "AssertionError", "BufferError",
    "EOFError",      "FloatingPointError",  "IndexError",      "KeyError",       "LookupError",
    "MemoryError",   "NotImplementedError", "OverflowError",   "RecursionError", "RuntimeError",
    "TypeError",     "ValueError"};

bool IsPlainException(const Finding& finding, ExprId base) {
  std::string name = ImportedName(finding, base);
  if (name.starts_with("builtins.")) name.erase(0, 9);
  return std::find(kPlainExceptions.begin(), kPlainExceptions.end(), name) !=
         kPlainExceptions.end();
}

// Whether the class keeps `args` for itself, or takes an attribute otherwise than an object does.
bool DefinesAttributes(const Finding& finding, const syntax::Class& cls) {
  for (syntax::StmtId stmt : cls.body) {
    if (const auto* def = finding.If<syntax::FunctionStmt>(stmt)) {
      const std::string_view name = finding.tree()[def->function].name.text();
      if (name == "__setattr__" || name == "args" || name == "__new__") return true;
    }
    if (const auto* assign = finding.If<syntax::Assign>(stmt))
      for (ExprId target : assign->targets)
        if (finding.Text(target) == "args" || finding.Text(target) == "__slots__") return true;
  }
  return false;
}

// Whether the statement is `super().__init__(…)`.
bool IsCallOfBase(const Finding& finding, const syntax::Call& call) {
  const auto* line = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  const auto* super = method ? finding.If<syntax::Call>(method->object) : nullptr;
  return line && line->value == finding.expr && super && super->args.empty() &&
         method->name == "__init__" && finding.BuiltinName(super->callee) == "super";
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || !finding.function || !IsCallOfBase(finding, *call)) return std::nullopt;
  const syntax::Function& init = finding.tree()[finding.function];
  if (!init.cls || init.name != "__init__" || init.params.empty()) return std::nullopt;
  const syntax::Class& cls = finding.tree()[init.cls];
  if (cls.bases.size() != 1 || !IsPlainException(finding, cls.bases[0].value))
    return Declined{
        "what its base does with the arguments is not known; set `self.args` if it keeps them"};
  if (DefinesAttributes(finding, cls))
    return Declined{"the class defines how its attributes work; set what it needs itself"};
  std::string args;
  for (const syntax::Arg& arg : call->args) {
    if (arg.kind != syntax::ArgKind::Positional && arg.kind != syntax::ArgKind::Star)
      return std::nullopt;
    args += (args.empty() ? "" : ", ") + std::string(arg.kind == syntax::ArgKind::Star ? "*" : "") +
            Render(finding, arg.value);
  }
  const bool single = call->args.size() == 1;
  Rewriter rewriter(finding);
  ReplaceWhole(finding, finding.expr,
               init.params[0].name.str() + ".args = (" + args + (single ? ",)" : ")"), rewriter);
  return rewriter.Finish("keep the arguments as the base does", Applicability::Unsafe,
                         "compiled code that shows an exception it caught, or reads its `args`, "
                         "sees what it was created with");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Exception};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "keep the arguments of an exception as its base does",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::set_arguments
