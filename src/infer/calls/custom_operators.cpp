// Operators that the program registers itself, by torch.library.custom_op.
#include <algorithm>
#include <string>
#include <string_view>

#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// What finds the fake implementations that a file registers for an operator of it.
class Fakes {
 public:
  Fakes(Unit& unit, CallableId op) : unit_(unit), op_(op), file_(*unit.Info(op).file) {}

  // Whether the decorator registers what it decorates: `@op.register_fake`, or, by the operator's
  // name, `@torch.library.register_fake("lib::op")`.
  bool Registers(syntax::ExprId decorator) const {
    const syntax::Tree& tree = file_.tree();
    if (const auto* method = std::get_if<syntax::Attribute>(&tree[decorator].node))
      return IsName(method->name.text()) && IsOperator(ValueOf(method->object));
    const auto* call = std::get_if<syntax::Call>(&tree[decorator].node);
    if (!call || call->args.empty() || !IsRegistering(call->callee)) return false;
    const Ref named = ValueOf(call->args[0].value);
    return IsOperator(named) || (named.value && named.value == NameOfOperator().value);
  }

 private:
  static bool IsName(std::string_view name) {
    return name == "register_fake" || name == "impl_abstract";
  }

  Ref ValueOf(syntax::ExprId expr) const {
    return unit_.definitions.EvaluateExpression(file_, file_.index().module, {}, expr);
  }

  bool IsOperator(Ref value) const {
    const auto* wrapper = value.value ? unit_.values.If<values::Wrapper>(value) : nullptr;
    const auto* function = wrapper ? unit_.values.If<values::Function>(wrapper->inner) : nullptr;
    return function && function->id == op_;
  }

  bool IsRegistering(syntax::ExprId callee) const {
    const auto* function = unit_.values.If<values::Function>(ValueOf(callee));
    if (!function || !unit_.Info(function->id).is_stub) return false;
    const std::string_view name = unit_.callables.StubName(function->id);
    return name.starts_with("torch.library.") && IsName(name.substr(name.rfind('.') + 1));
  }

  // "lib::op", as the decorator of the operator itself names it.
  Ref NameOfOperator() const {
    const syntax::Tree& tree = file_.tree();
    for (syntax::ExprId decorator : tree[unit_.Info(op_).function].decorators) {
      const auto* call = std::get_if<syntax::Call>(&tree[decorator].node);
      if (!call || call->args.empty()) continue;
      const Ref name = ValueOf(call->args[0].value);
      if (name.value && values::IsText(unit_.values[name.value])) return name;
    }
    return {};
  }

  Unit& unit_;
  CallableId op_;
  const ParsedFile& file_;
};

// Whether the function calls what gives it a symbol for a size that depends on data.
bool AsksForSymbol(const flow::Graph& graph) {
  const auto asks = [](const flow::Inst& inst) {
    const auto* get = std::get_if<flow::GetAttr>(&inst.node);
    return get && (get->name == "new_dynamic_size" || get->name == "create_unbacked_symint");
  };
  return std::any_of(graph.order.begin(), graph.order.end(), [&](flow::BlockId block) {
    const auto& insts = graph.blocks[block].insts;
    return std::any_of(insts.begin(), insts.end(), asks);
  });
}

// Whether what stands for the operator of this function while Dynamo traces, its fake
// implementation, asks for a size that only the data tell: `get_ctx().new_dynamic_size()`.
bool HasDynamicSizes(Unit& unit, CallableId op) {
  const CallableInfo& info = unit.Info(op);
  if (info.is_stub || !info.function) return false;
  const Fakes fakes(unit, op);
  const syntax::Tree& tree = info.file->tree();
  for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
    const syntax::Function& f = tree[syntax::FunctionId(i)];
    const auto registers = [&](syntax::ExprId decorator) { return fakes.Registers(decorator); };
    if (std::any_of(f.decorators.begin(), f.decorators.end(), registers) &&
        AsksForSymbol(info.file->Function(syntax::FunctionId(i))))
      return true;
  }
  return false;
}

}  // namespace

// An operator of the program's own whose result has a size that only its data tell.
void Calls::ObserveDynamicSizes(Ref op, const Site& site) {
  const auto* function = values.If<values::Function>(op);
  if (!function || !unit_.CurrentMode(site).compiled || unit_.flags.FullgraphCaptures(site)) return;
  constexpr std::string_view kFlag = "capture_dynamic_output_shape_ops";
  const Has flag = unit_.flags.DynamoFlag(kFlag, site);
  if (flag == Has::Certainly) return;
  const auto [known, added] = dynamic_sizes_.try_emplace(function->id.index);
  if (added) known->second = HasDynamicSizes(unit_, function->id);
  if (known->second)
    unit_.recorder.Observe(observed::DynamicShape{{unit_.callables.QualifiedName(function->id)}},
                           site, op, {"GB0036"},
                           OpenIf(flag == Has::Maybe, {OpenKind::FlagOff, std::string(kFlag)}));
}

}  // namespace graphmend::infer
