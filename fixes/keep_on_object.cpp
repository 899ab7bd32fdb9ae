// State that a function keeps on itself, kept on an object of the module:
//
//                                   class _State: …
//                                   _step_state = _State()
//     def step(x):                  def step(x):
//         step.calls += 1               _step_state.calls += 1
//
// Dynamo traces that the attribute of an object is set, and not that of a function.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fix/declaration.h"
#include "fix/reads.h"
#include "fixes/module_level.h"

namespace graphmend::fix::keep_on_object {
namespace {

using syntax::ExprId;
using syntax::StmtId;

// The statement that defines the one function of the module that the expression names; none where
// it names something else.
StmtId DefinitionOf(const Finding& finding, ExprId expr) {
  const auto* name = finding.If<syntax::Name>(expr);
  const names::Index& index = finding.file.index();
  if (!name || index.Resolve(ScopeOf(finding, expr), name->id).kind != names::BindingKind::Global)
    return {};
  const auto found = index[index.module].definitions.find(name->id);
  if (found == index[index.module].definitions.end() || found->second.size() != 1) return {};
  const StmtId stmt = found->second[0].stmt;
  const auto* defined = finding.If<syntax::FunctionStmt>(stmt);
  // What a decorator makes of it has attributes of its own.
  return defined && finding.tree()[defined->function].decorators.empty() ? stmt : StmtId();
}

// Whether the place says where state is kept: `step.calls = …`, `setattr(step, "calls", …)`.
bool IsKept(const Finding& finding, ExprId place) {
  const ExprId outer = finding.parents.Parent(place);
  const auto* call = finding.If<syntax::Call>(outer);
  return call ? ImportedName(finding, call->callee) == "builtins.setattr"
              : IsTarget(finding, outer);
}

// "calls" of `step.calls` and `getattr(step, "calls")`; empty where it is computed.
std::string StateAt(const Finding& finding, ExprId place) {
  const ExprId outer = finding.parents.Parent(place);
  if (const auto* attribute = finding.If<syntax::Attribute>(outer)) return attribute->name.str();
  const auto* call = finding.If<syntax::Call>(outer);
  const auto* name =
      call->args.size() > 1 ? finding.If<syntax::Literal>(call->args[1].value) : nullptr;
  return name && name->kind == syntax::LiteralKind::Str ? name->text.str() : std::string();
}

// Everywhere in the file that the function is named for what is kept on it: `step` of `step.calls`
// and of `getattr(step, "calls")`. What belongs to every function, such as its name, stays.
std::vector<ExprId> PlacesOf(const Finding& finding, StmtId definition) {
  std::vector<ExprId> places;
  const auto is_state = [&](ExprId name) {
    const ExprId outer = finding.parents.Parent(name);
    if (const auto* attribute = finding.If<syntax::Attribute>(outer))
      return !attribute->name.text().starts_with("__");
    const auto* call = finding.If<syntax::Call>(outer);
    const std::string function = call ? ImportedName(finding, call->callee) : std::string();
    return call && !call->args.empty() && call->args[0].value == name &&
           (function == "builtins.getattr" || function == "builtins.setattr" ||
            function == "builtins.hasattr");
  };
  for (std::uint32_t i = 0; i < finding.tree().exprs.size(); ++i)
    if (DefinitionOf(finding, ExprId(i)) == definition && is_state(ExprId(i)))
      places.push_back(ExprId(i));
  // What the file gives it no value for is its own: `step.cache_info()`.
  std::set<std::string> kept;
  for (ExprId place : places)
    if (IsKept(finding, place)) kept.insert(StateAt(finding, place));
  std::erase_if(places, [&](ExprId place) { return !kept.contains(StateAt(finding, place)); });
  return places;
}

// Whether what is kept on the function may be asked for by another name of it: the attribute of
// what may be a function, or the dict of anything.
bool IsAskedElsewhere(const Finding& finding, const std::vector<ExprId>& places) {
  std::set<std::string> kept;
  for (ExprId place : places) kept.insert(StateAt(finding, place));
  for (std::uint32_t i = 0; i < finding.tree().exprs.size(); ++i) {
    const auto* attribute = finding.If<syntax::Attribute>(ExprId(i));
    const auto* call = finding.If<syntax::Call>(ExprId(i));
    if (call && ImportedName(finding, call->callee) == "builtins.vars") return true;
    if (!attribute) continue;
    const bool own = std::find(places.begin(), places.end(), attribute->object) != places.end();
    if (attribute->name == "__dict__" ||
        (!own && kept.contains(attribute->name.str()) &&
         !finding.Fact(attribute->object).Is(infer::FactKind::Object)))
      return true;
  }
  return false;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* attribute = finding.If<syntax::Attribute>(finding.expr);
  if (!attribute || !IsTarget(finding, finding.expr) ||
      !finding.Fact(attribute->object).Is(infer::FactKind::Callable))
    return std::nullopt;
  const StmtId definition = DefinitionOf(finding, attribute->object);
  if (!definition)
    return Declined{
        "the function is not one that the module defines, once; keep the state on an "
        "object"};
  const std::string function(finding.Text(attribute->object));
  const std::vector<ExprId> places = PlacesOf(finding, definition);
  if (IsAskedElsewhere(finding, places))
    return Declined{
        "what is kept on the function may be asked for by another name; keep the state on an "
        "object"};
  Rewriter rewriter(finding);
  const std::string kind = rewriter.FreshModuleName("_State");
  const std::string state = rewriter.FreshModuleName("_" + function + "_state");
  InsertAtModuleLevel(finding, definition,
                      "class " + kind + ":\n    \"\"\"What `" + function +
                          "` keeps from call to call.\"\"\"\n\n\n" + state + " = " + kind + "()\n",
                      rewriter);
  for (ExprId place : places) rewriter.Replace(place, state);
  return rewriter.Finish("keep the state on an object", diag::Applicability::Unsafe,
                         "the attributes are no longer those of the function, where code elsewhere "
                         "may look for them");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::StateMutation};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "keep the state of a function on an object of the module",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::keep_on_object
