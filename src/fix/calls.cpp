#include "fix/calls.h"

#include <algorithm>

#include "fix/function_flows.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;

namespace {

constexpr std::string_view kForward = ".forward";

}  // namespace

std::string Calls::QualifiedName(FunctionId function) const {
  const syntax::Tree& tree = finding_.tree();
  const syntax::Function& f = tree[function];
  if (f.parent || (f.cls && (tree[f.cls].cls || tree[f.cls].function))) return "";
  std::string name = std::string(finding_.module);
  if (f.cls) name += "." + tree[f.cls].name.str();
  return name + "." + f.name.str();
}

CallIndex& Calls::Index() const {
  auto [index, is_new] = finding_.flows.CallsOf(finding_.file);
  if (!is_new) return index;
  const syntax::Tree& tree = finding_.tree();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const auto* call = finding_.If<syntax::Call>(ExprId(i));
    const infer::ExprFact* callee =
        call ? finding_.facts.Of(finding_.file.id(), call->callee) : nullptr;
    // An object of one of several classes has no name.
    if (!callee || callee->Name().empty()) continue;
    index.by_name[callee->Name()].push_back(ExprId(i));
    if (callee->Is(FactKind::Object)) index.by_class[callee->Name()].push_back(ExprId(i));
  }
  for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
    const FunctionId function(i);
    if (tree[function].lambda_body) continue;
    const auto [at, added] = index.functions.try_emplace(QualifiedName(function), function);
    if (!added) at->second = {};
  }
  return index;
}

std::vector<ExprId> Calls::Of(FunctionId function) const {
  const std::string name = QualifiedName(function);
  if (name.empty()) return {};
  const CallIndex& index = Index();
  std::vector<ExprId> calls;
  if (const auto named = index.by_name.find(name); named != index.by_name.end())
    calls = named->second;
  if (!name.ends_with(kForward)) return calls;
  const std::string_view cls = std::string_view(name).substr(0, name.size() - kForward.size());
  const auto objects = index.by_class.find(cls);
  if (objects == index.by_class.end()) return calls;
  calls.insert(calls.end(), objects->second.begin(), objects->second.end());
  std::sort(calls.begin(), calls.end(), [](ExprId a, ExprId b) { return a.index < b.index; });
  return calls;
}

bool Calls::IsCaughtAt(ExprId call) const {
  const source::Span span = finding_.tree()[call].span;
  for (syntax::StmtId stmt = finding_.parents.Statement(call); stmt;
       stmt = finding_.parents.Parent(stmt)) {
    if (const auto* attempt = finding_.If<syntax::Try>(stmt);
        attempt && !attempt->handlers.empty() && !attempt->body.empty() &&
        span.end <= finding_.tree()[attempt->body.back()].span.end)
      return true;
    const auto* with = finding_.If<syntax::With>(stmt);
    if (!with) continue;
    for (const syntax::WithItem& item : with->items) {
      const auto* made = finding_.If<syntax::Call>(item.context);
      if (made && finding_.NameOf(made->callee) == "contextlib.suppress") return true;
    }
  }
  return false;
}

bool Calls::IsCaught(FunctionId function) const {
  auto& caught = Index().caught;
  const auto [at, added] = caught.try_emplace(function.index);
  if (added) at->second = LooksCaught(function);
  return at->second;
}

bool Calls::LooksCaught(FunctionId function) const {
  std::vector<FunctionId> open = {function};
  for (std::size_t i = 0; i < open.size(); ++i)
    for (ExprId call : Of(open[i])) {
      if (IsCaughtAt(call)) return true;
      const FunctionId caller = finding_.parents.FunctionOf(finding_.parents.Statement(call));
      if (caller && std::find(open.begin(), open.end(), caller) == open.end())
        open.push_back(caller);
    }
  return false;
}

FunctionId Calls::Target(ExprId id) const {
  const auto* call = finding_.If<syntax::Call>(id);
  if (!call) return {};
  const infer::ExprFact& callee = finding_.Fact(call->callee);
  std::string name(callee.Name());
  if (name.empty()) return {};
  if (callee.Is(FactKind::Object)) name += kForward;
  const auto& functions = Index().functions;
  const auto found = functions.find(name);
  return found == functions.end() ? FunctionId() : found->second;
}

ExprId Calls::Argument(ExprId id, FunctionId function, std::uint32_t param) const {
  const auto* call = finding_.If<syntax::Call>(id);
  const syntax::Function& f = finding_.tree()[function];
  bool is_static = false;
  for (ExprId decorator : f.decorators) {
    const auto* name = finding_.If<syntax::Name>(decorator);
    is_static |= name && name->id == "staticmethod";
  }
  std::uint32_t position = f.cls && !is_static ? 1 : 0;
  for (const syntax::Arg& arg : call->args) {
    if (arg.kind == syntax::ArgKind::Star || arg.kind == syntax::ArgKind::DoubleStar) return {};
    if (arg.kind == syntax::ArgKind::Keyword && arg.name == f.params[param].name) return arg.value;
    if (arg.kind == syntax::ArgKind::Positional && position++ == param) return arg.value;
  }
  return {};
}

}  // namespace graphmend::fix
