// A number that compiled code reads from an argument: read before it is entered.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/compile_sites.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix::read_before_call {
namespace {

using diag::Applicability;
using infer::FactKind;
using names::BindingKind;
using syntax::ExprId;

// `p.item()`, `int(p)`: what is read, and the text on both sides of it.
struct Read {
  ExprId tensor;
  std::string before, after;
  std::string type;  // of the number, as an annotation; empty where it is not known
};

std::string TypeOfItem(const infer::ExprFact& tensor) {
  if (!tensor.Is(FactKind::Tensor) || !tensor.tensor) return "";
  switch (tensor.tensor->dtype) {
    case values::DType::Bool: return "bool";
    case values::DType::Int: return "int";
    case values::DType::Float: return "float";
    default: return "";
  }
}

std::optional<Read> ReadOf(const Finding& finding, ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  if (!read || read->IsText()) return std::nullopt;
  // A format that a number does not suit raises while it is traced, past any `try`.
  const auto* field = finding.If<syntax::FormattedValue>(finding.parents.Parent(expr));
  if (field && field->format) return std::nullopt;
  const std::string word(read->how);
  if (read->IsMethod())
    return Read{read->tensor, "", "." + word + "()",
                word == "item" ? TypeOfItem(finding.Fact(read->tensor)) : ""};
  if (!IsUnshadowed(finding, word)) return std::nullopt;
  return Read{read->tensor, word + "(", ")", word};
}

// The names that mean the function, compiled or not: its own, and one that a module-level
// `g = torch.compile(f)` gives it.
struct Handles {
  std::vector<syntax::Symbol> names;
  std::vector<ExprId> compiled;  // arguments of torch.compile
};

std::optional<Handles> HandlesOf(const Finding& finding) {
  const syntax::Symbol own = finding.tree()[finding.function].name;
  Handles handles{{own}, {}};
  bool decorated = false;
  for (const CompileSite& site : CompileSites(finding)) {
    decorated |= site.decorated == finding.function;
    const auto* name = finding.If<syntax::Name>(site.compiled);
    if (!name || name->id != own) continue;
    const auto* assign = finding.If<syntax::Assign>(site.stmt);
    const auto* target = assign && assign->targets.size() == 1 && assign->value == site.expr
                             ? finding.If<syntax::Name>(assign->targets[0])
                             : nullptr;
    if (!target || finding.parents.FunctionOf(site.stmt)) return std::nullopt;
    handles.names.push_back(target->id);
    handles.compiled.push_back(site.compiled);
  }
  const std::size_t decorators = finding.tree()[finding.function].decorators.size();
  if (decorated ? decorators != 1 : decorators != 0 || handles.compiled.empty())
    return std::nullopt;
  const names::Index& index = finding.file.index();
  for (syntax::Symbol name : handles.names) {
    auto found = index[index.module].definitions.find(name);
    // `f = torch.compile(f)` would make the name mean both.
    if (found == index[index.module].definitions.end() || found->second.size() != 1)
      return std::nullopt;
  }
  return handles;
}

// All calls of the function; none where a name of it is used in another way, or where it is called
// by compiled code.
std::vector<ExprId> CallsOf(const Finding& finding, const Handles& handles) {
  std::vector<ExprId> calls;
  const syntax::Tree& tree = finding.tree();
  const names::Index& index = finding.file.index();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const ExprId expr(i);
    const auto* name = finding.If<syntax::Name>(expr);
    if (!name ||
        std::find(handles.names.begin(), handles.names.end(), name->id) == handles.names.end())
      continue;
    if (index.Resolve(ScopeOf(finding, expr), name->id).kind != BindingKind::Global) continue;
    if (std::find(handles.compiled.begin(), handles.compiled.end(), expr) != handles.compiled.end())
      continue;
    const auto* assign = finding.If<syntax::Assign>(finding.parents.Statement(expr));
    if (assign && assign->targets.size() == 1 && assign->targets[0] == expr) continue;
    const ExprId outer = finding.parents.Parent(expr);
    const auto* call = finding.If<syntax::Call>(outer);
    const bool compiled = finding.Fact(outer).kinds != 0;  // facts are of compiled code
    if (!call || call->callee != expr || compiled) return {};
    calls.push_back(outer);
  }
  return calls;
}

ExprId Passed(const Finding& finding, ExprId call, std::uint32_t param) {
  const syntax::Call& node = *finding.If<syntax::Call>(call);
  for (const syntax::Arg& arg : node.args)
    if (arg.kind == syntax::ArgKind::Star || arg.kind == syntax::ArgKind::DoubleStar) return {};
  const syntax::Param& declared = finding.tree()[finding.function].params[param];
  const bool by_name = declared.kind == syntax::ParamKind::KeywordOnly;
  return Argument(node, by_name ? -1 : static_cast<int>(param), declared.name.text());
}

// What differs once callers hand over the number.
std::string DifferenceOf(const Read& read) {
  std::string difference =
      "callers in other files must pass the number, too; a number that changes may recompile";
  if (read.before == "float(")
    difference +=
        "; the warning of `float()` about a tensor that requires a gradient is shown once";
  return difference;
}

// def f(x, n): k = n.item() … f(x, n): def f(x, n): k = n … f(x, n.item())
std::optional<Proposal> Propose(const Finding& finding) {
  const std::optional<Read> read = ReadOf(finding, finding.expr);
  const syntax::Tree& tree = finding.tree();
  if (!read || !finding.IsInFunction()) return std::nullopt;
  const syntax::Function& function = tree[finding.function];
  if (function.parent || function.cls) return std::nullopt;
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(read->tensor);
  if (!slot || !variables.IsParameter(*slot)) return std::nullopt;
  const syntax::Param& param = function.params[*slot];
  if (param.kind == syntax::ParamKind::VarArgs || param.kind == syntax::ParamKind::KwArgs)
    return std::nullopt;
  const std::optional<Handles> handles = HandlesOf(finding);
  if (!handles) return std::nullopt;
  const std::string name = variables.Name(*slot);
  const Declined declined{
      "Python needs the number itself here; read it before the compiled code is "
      "entered, and pass it as `" +
      name + "`"};
  if (!variables.Stores(*slot).empty() || variables.IsCaptured(*slot) || param.default_value ||
      (param.annotation && read->type.empty()))
    return declined;
  Rewriter rewriter(finding);
  for (ExprId use : variables.Reads(*slot)) {
    const ExprId outer = read->before.empty() ? finding.parents.Parent(finding.parents.Parent(use))
                                              : finding.parents.Parent(use);
    const std::optional<Read> same = outer ? ReadOf(finding, outer) : std::nullopt;
    if (!same || same->tensor != use || same->before != read->before || same->after != read->after)
      return declined;
    rewriter.Replace(outer, name);
  }
  const std::vector<ExprId> calls = CallsOf(finding, *handles);
  if (calls.empty()) return declined;
  for (ExprId call : calls) {
    const ExprId argument = Passed(finding, call, *slot);
    if (!argument) return declined;
    const std::string text =
        read->before.empty() ? rewriter.Operand(argument) : std::string(finding.Text(argument));
    rewriter.Replace(argument, read->before + text + read->after);
  }
  if (param.annotation) rewriter.Replace(param.annotation, read->type);
  return rewriter.Finish("read `" + name + "` before the call", Applicability::Unsafe,
                         DifferenceOf(*read));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "read a number before the compiled call where it is an argument",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::read_before_call
