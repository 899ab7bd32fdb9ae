#include "fixes/carried_values.h"

#include <algorithm>

#include "fix/code.h"
#include "fix/inline_helper.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;

// The tensor whose shape the expression asks for: `x.shape`, `x.size()`. None id: it is no such
// expression.
ExprId TensorOfShape(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (call && !call->args.empty()) return {};
  const auto* asked = finding.If<syntax::Attribute>(call ? call->callee : expr);
  const bool shape = asked && asked->name == (call ? "size" : "shape");
  return shape && IsTensor(finding.Fact(asked->object)) ? asked->object : ExprId();
}

// What a parameter for the value may be called: as what the expression asks for last.
std::string_view WordFor(const Finding& finding, ExprId value) {
  const auto* call = finding.If<syntax::Call>(value);
  const ExprId asked = call ? call->callee : value;
  if (const auto* attribute = finding.If<syntax::Attribute>(asked)) return attribute->name.text();
  if (const auto* name = finding.If<syntax::Name>(value)) return name->id.text();
  return "value";
}

}  // namespace

CarriedValues::CarriedValues(const Finding& finding, ExprId message)
    : finding_(finding), message_(message) {
  ForEachInside(finding, finding.tree()[message].span, [&](ExprId part) {
    if (const auto* name = finding.If<syntax::Name>(part)) words_.insert(name->id.str());
    const auto* call = part == message ? nullptr : finding.If<syntax::Call>(part);
    const std::string_view callee = call ? finding.NameOf(call->callee) : std::string_view();
    const bool known = callee.starts_with("torch.") || callee.starts_with("builtins.");
    changes_ |= (call && !known) || finding.If<syntax::Walrus>(part) ||
                finding.If<syntax::Yield>(part) || finding.If<syntax::Await>(part);
  });
}

// A literal, or a class or module that the module imports or Python has.
bool CarriedValues::StaysAsItIs(ExprId value) const {
  const auto* sign = finding_.If<syntax::Unary>(value);
  if (finding_.If<syntax::Literal>(sign ? sign->operand : value)) return true;
  const infer::ExprFact& fact = finding_.Fact(value);
  return fact.OneOf(FactKind::Class, FactKind::Module) && !ImportedName(finding_, value).empty();
}

void CarriedValues::Add(ExprId value) {
  if (StaysAsItIs(value) || IsCarried(value)) return;
  if (finding_.If<syntax::Sequence>(value) || finding_.If<syntax::Dict>(value)) {
    ForEachPart(finding_.tree(), value, [&](ExprId item) { Add(item); });
    return;
  }
  if (const ExprId tensor = TensorOfShape(finding_, value)) {
    asks_for_shapes_ = true;
    return Add(tensor);
  }
  const infer::ExprFact& fact = finding_.Fact(value);
  const bool container = fact.OneOf(FactKind::List, FactKind::Tuple, FactKind::Dict, FactKind::Set);
  if (finding_.If<syntax::Starred>(value) || container ||
      (fact.holds_tensor && !fact.Is(FactKind::Tensor)))
    held_ = value;
  std::string parameter = ParameterFor(value);
  values_.push_back({value, std::move(parameter)});
}

void CarriedValues::AddAround(ExprId computed, const std::vector<ExprId>& reads) {
  if (std::find(reads.begin(), reads.end(), computed) != reads.end()) return;
  const bool reads_inside = std::any_of(reads.begin(), reads.end(), [&](ExprId read) {
    return finding_.tree()[computed].span.Contains(finding_.tree()[read].span);
  });
  if (!reads_inside) return Add(computed);
  if (const auto* call = finding_.If<syntax::Call>(computed)) {
    for (const syntax::Arg& arg : call->args) AddAround(arg.value, reads);
    return;
  }
  ForEachPart(finding_.tree(), computed, [&](ExprId part) { AddAround(part, reads); });
}

bool CarriedValues::IsCarried(ExprId part) const {
  return std::any_of(values_.begin(), values_.end(), [&](const Value& value) {
    return finding_.tree()[value.expr].span.Contains(finding_.tree()[part].span);
  });
}

std::string CarriedValues::ParameterFor(ExprId value) {
  // One name for one variable, unless what stands between two reads of it may assign it.
  const auto* name = finding_.If<syntax::Name>(value);
  const bool again = name && std::any_of(values_.begin(), values_.end(), [&](const Value& other) {
                       return other.parameter == name->id.text();
                     });
  if (name && !(again && changes_)) return name->id.str();
  const std::string word(WordFor(finding_, value));
  std::string parameter = word;
  for (int i = 2; words_.contains(parameter); ++i) parameter = word + "_" + std::to_string(i);
  words_.insert(parameter);
  return parameter;
}

std::optional<Declined> CarriedValues::WhyNot() const {
  if (held_)
    return Declined{"`" + std::string(finding_.Text(held_)) +
                    "` may hold several values, which the helper in the module is not handed; show "
                    "them one by one, or use graphmend.runtime"};
  if (const std::optional<std::string_view> taken = TakenName())
    return Declined{"the module gives `" + std::string(*taken) +
                    "` another meaning, which the helper needs; rename it, or use "
                    "graphmend.runtime"};
  ExprId local;
  ForEachInside(finding_, finding_.tree()[message_].span, [&](ExprId part) {
    const auto* name = finding_.If<syntax::Name>(part);
    if (!name || IsCarried(part) || local) return;
    const auto binding = finding_.file.index().Resolve(ScopeOf(finding_, part), name->id);
    if (binding.kind != names::BindingKind::Global) local = part;
  });
  if (local)
    return Declined{"`" + std::string(finding_.Text(local)) +
                    "` is no name of the module, as the helper asks for; define it there, or use "
                    "graphmend.runtime"};
  return std::nullopt;
}

// What the helper calls, where the module, which it stands in, calls something else so.
std::optional<std::string_view> CarriedValues::TakenName() const {
  constexpr std::string_view kNeeded[] = {"__name__", "abs",     "all",  "bytes",      "complex",
                                          "float",    "hasattr", "int",  "isinstance", "iter",
                                          "len",      "map",     "next", "str",        "tuple",
                                          "type",     "vars",    "zip",  "_graphmend"};
  if (HelperIn(finding_.file.source().text()).end != 0) return std::nullopt;  // it stands there
  const names::Index& index = finding_.file.index();
  for (const auto& [symbol, definitions] : index[index.module].definitions)
    for (const std::string_view name : kNeeded)
      if (symbol == name) return name;
  return std::nullopt;
}

void CarriedValues::Write(Rewriter& rewriter) const {
  const source::Span call = finding_.tree()[message_].span;
  std::string parameters, handed;
  std::set<std::string_view> named;
  for (const Value& value : values_) {
    const auto* name = finding_.If<syntax::Name>(value.expr);
    if (!name || name->id != value.parameter) rewriter.Replace(value.expr, value.parameter);
    if (!named.insert(value.parameter).second) continue;
    const Code code = Code::Of(finding_, value.expr);
    parameters += (parameters.empty() ? " " : ", ") + value.parameter;
    handed += ", " + (code.precedence() < Precedence::Conditional ? code.Bracketed() : code).Text();
  }
  rewriter.InsertAt(call.begin, std::string(kMessage) + "(lambda" + parameters + ": ");
  rewriter.InsertAt(call.end, handed + ")");
}

}  // namespace graphmend::fix
