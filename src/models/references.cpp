#include "models/references.h"

#include <algorithm>

#include "models/bound_names.h"
#include "models/nodes.h"
#include "models/vocabulary.h"

namespace graphmend::models {
namespace {

using syntax::ExprId;

class Collector {
 public:
  explicit Collector(const syntax::Tree& tree) : tree_(tree), bound_(BoundNamesOf(tree)) {}

  std::vector<Reference> Collect() {
    for (const syntax::Function& function : tree_.functions) {
      for (const syntax::Param& param : function.params) AddTypes(param.annotation);
      AddTypes(function.returns);
      AddClasses(function.decorators);
    }
    for (const syntax::Class& cls : tree_.classes) AddClasses(cls.decorators);
    for (const syntax::Stmt& stmt : tree_.stmts)
      if (const auto* typed = std::get_if<syntax::AnnAssign>(&stmt.node))
        AddTypes(typed->annotation);
    std::sort(out_.begin(), out_.end(),
              [](const Reference& a, const Reference& b) { return a.span.begin < b.span.begin; });
    return std::move(out_);
  }

 private:
  // Names of one or two letters are variables for types.
  void AddTypes(ExprId id) {
    constexpr std::size_t kVariable = 2;
    if (const auto* name = As<syntax::Name>(tree_, id)) {
      if (name->id.text().size() > kVariable && !bound_.Has(name->id.text()))
        out_.push_back({tree_[id].span, Reference::Kind::Type, name->id.str()});
    } else if (const auto* attribute = As<syntax::Attribute>(tree_, id)) {
      AddTypes(attribute->object);
    } else if (const auto* either = As<syntax::Binary>(tree_, id)) {
      AddTypes(either->left);
      AddTypes(either->right);
    } else if (const auto* items = As<syntax::Sequence>(tree_, id)) {
      for (ExprId item : items->items) AddTypes(item);
    } else if (const auto* generic = As<syntax::Subscript>(tree_, id)) {
      AddTypes(generic->object);
      if (CalleeName(tree_, generic->object) != "Literal") AddTypes(generic->index);
    }
  }

  void AddClasses(syntax::ExprList decorators) {
    for (ExprId decorator : decorators) {
      const auto* call = As<syntax::Call>(tree_, decorator);
      if (!call || !FindDecorator(CalleeName(tree_, call->callee))) continue;
      for (const syntax::Arg& arg : call->args)
        if (arg.kind == syntax::ArgKind::Keyword) AddClassesOf(arg.value);
    }
  }

  void AddClassesOf(ExprId condition) {
    if (const auto* both = As<syntax::BoolOp>(tree_, condition)) {
      AddClassesOf(both->left);
      AddClassesOf(both->right);
    }
    if (const auto* negated = As<syntax::Unary>(tree_, condition)) AddClassesOf(negated->operand);
    const auto* test = As<syntax::Call>(tree_, condition);
    if (!test || test->args.size() != 2 ||
        FindCondition(CalleeName(tree_, test->callee)) != ConditionWord::InstanceOf)
      return;
    if (const std::optional<std::string_view> name = TextOf(tree_, test->args[1].value))
      out_.push_back({test->args[1].span, Reference::Kind::Class, std::string(*name)});
  }

  const syntax::Tree& tree_;
  const BoundNames bound_;
  std::vector<Reference> out_;
};

}  // namespace

std::vector<Reference> ReferencesOf(const syntax::Tree& tree) { return Collector(tree).Collect(); }

}  // namespace graphmend::models
