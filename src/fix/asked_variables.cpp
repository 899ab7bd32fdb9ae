#include "fix/asked_variables.h"

#include <algorithm>

#include "fix/module_scope.h"

namespace graphmend::fix {
namespace {

using syntax::ExprId;

class Asking {
 public:
  explicit Asking(const Finding& finding) : finding_(finding), tree_(finding.tree()) {}

  std::vector<source::Span> Find() {
    for (std::uint32_t i = 0; i < tree_.exprs.size(); ++i) {
      const ExprId expr(i);
      if (IsFrame(expr) || (IsBuiltin(expr) && !IsCalled(expr))) return {WholeFile()};
      if (!IsBuiltin(expr) || !AsksHere(expr)) continue;
      syntax::FunctionId function = finding_.parents.FunctionOf(expr);
      while (function && tree_[function].parent) function = tree_[function].parent;
      if (function) asked_.push_back(tree_[function].span);
    }
    return std::move(asked_);
  }

 private:
  source::Span WholeFile() const {
    return {0, static_cast<std::uint32_t>(finding_.file.source().text().size())};
  }

  // `inspect.currentframe`, `sys._getframe`, `frame.f_locals`, and what an import calls so.
  bool IsFrame(ExprId expr) const {
    const auto* attribute = finding_.If<syntax::Attribute>(expr);
    if (attribute && (attribute->name == "_getframe" || attribute->name == "currentframe" ||
                      attribute->name == "f_locals"))
      return true;
    const auto* name = finding_.If<syntax::Name>(expr);
    if (!(attribute && finding_.If<syntax::Name>(attribute->object)) && !(name && IsCalled(expr)))
      return false;
    const std::string imported = ImportedName(finding_, expr);
    return imported == "inspect.stack" || imported == "inspect.currentframe" ||
           imported == "sys._getframe";
  }

  // A builtin that shows variables. What a star import may give counts as the builtin.
  bool IsBuiltin(ExprId expr) const {
    constexpr std::string_view kShowing[] = {"locals", "vars", "dir", "eval", "exec"};
    const auto* name = finding_.If<syntax::Name>(expr);
    return name &&
           std::find(std::begin(kShowing), std::end(kShowing), name->id.text()) !=
               std::end(kShowing) &&
           IsOfNoDefinition(finding_, expr);
  }

  bool IsCalled(ExprId expr) const {
    const auto* call = finding_.If<syntax::Call>(finding_.parents.Parent(expr));
    return call && call->callee == expr;
  }

  // `vars(x)` and `dir(x)` show an object, and `eval(text, names)` sees those names alone.
  bool AsksHere(ExprId builtin) const {
    const auto& args = finding_.If<syntax::Call>(finding_.parents.Parent(builtin))->args;
    const std::string_view name = finding_.If<syntax::Name>(builtin)->id.text();
    if (name == "vars" || name == "dir") return args.empty();
    return args.size() < 2;
  }

  const Finding& finding_;
  const syntax::Tree& tree_;
  std::vector<source::Span> asked_;
};

}  // namespace

std::vector<source::Span> CodeAskedForVariables(const Finding& finding) {
  return Asking(finding).Find();
}

}  // namespace graphmend::fix
