#include "fix/scripted.h"

#include <algorithm>
#include <unordered_map>

#include "fix/module_scope.h"

namespace graphmend::fix {
namespace {

using syntax::ExprId;
using syntax::FunctionId;

class Scripted {
 public:
  explicit Scripted(const Finding& finding) : finding_(finding), tree_(finding.tree()) {}

  std::vector<bool> Find() {
    AddMarked();
    const std::vector<ExprId> given = GivenToScript();
    if (open_.empty() && given.empty()) return {};
    NameFunctions();
    for (const ExprId expr : given) Add(Named(expr));
    std::vector<bool> scripted(tree_.functions.size());
    while (!open_.empty()) {
      const FunctionId function = open_.back();
      open_.pop_back();
      if (scripted[function.index]) continue;
      scripted[function.index] = true;
      ForEachInside(finding_, tree_[function].span, [&](ExprId expr) { Add(Named(expr)); });
    }
    return scripted;
  }

 private:
  void Add(FunctionId function) {
    if (function) open_.push_back(function);
  }

  bool IsScript(ExprId expr) const {
    const auto* call = finding_.If<syntax::Call>(expr);
    const std::string name = ImportedName(finding_, call ? call->callee : expr);
    return name == "torch.jit.script" || name == "torch.jit.script_method";
  }

  bool IsMarked(syntax::ExprList decorators) const {
    return std::any_of(decorators.begin(), decorators.end(),
                       [&](ExprId decorator) { return IsScript(decorator); });
  }

  // By a decorator of the function or of its class.
  void AddMarked() {
    for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
      const syntax::Function& function = tree_[FunctionId(i)];
      if (IsMarked(function.decorators) ||
          (function.cls && IsMarked(tree_[function.cls].decorators)))
        Add(FunctionId(i));
    }
  }

  // `slow` in `fast = torch.jit.script(slow)`.
  std::vector<ExprId> GivenToScript() const {
    std::vector<ExprId> given;
    for (std::uint32_t i = 0; i < tree_.exprs.size(); ++i) {
      const auto* call = finding_.If<syntax::Call>(ExprId(i));
      if (call && !call->args.empty() && IsScript(ExprId(i))) given.push_back(call->args[0].value);
    }
    return given;
  }

  void NameFunctions() {
    for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
      const syntax::Function& function = tree_[FunctionId(i)];
      if (!function.parent && !function.cls) functions_.emplace(function.name, FunctionId(i));
    }
  }

  // The function of the module that the expression names; none for anything else.
  FunctionId Named(ExprId expr) const {
    const auto* name = finding_.If<syntax::Name>(expr);
    if (!name) return {};
    const auto found = functions_.find(name->id);
    if (found == functions_.end()) return {};
    const names::Binding binding = finding_.file.index().Resolve(ScopeOf(finding_, expr), name->id);
    return binding.kind == names::BindingKind::Global ? found->second : FunctionId();
  }

  const Finding& finding_;
  const syntax::Tree& tree_;
  std::vector<FunctionId> open_;
  std::unordered_map<syntax::Symbol, FunctionId> functions_;
};

}  // namespace

std::vector<bool> ScriptedFunctions(const Finding& finding) { return Scripted(finding).Find(); }

}  // namespace graphmend::fix
