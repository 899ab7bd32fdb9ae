#include "fix/calls.h"

#include <algorithm>

#include "fix/function_flows.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;

namespace {

constexpr std::string_view kForward = ".forward";

}  // namespace

bool IsPlainOrProperty(const Finding& finding, const syntax::Function& function) {
  const syntax::ExprList& decorators = function.decorators;
  return decorators.empty() ||
         (decorators.size() == 1 && ImportedName(finding, decorators[0]) == "builtins.property");
}

std::string Calls::QualifiedName(FunctionId function) const {
  const syntax::Tree& tree = finding_.tree();
  const syntax::Function& f = tree[function];
  if (f.parent || (f.cls && (tree[f.cls].cls || tree[f.cls].function))) return "";
  std::string name = std::string(finding_.module);
  if (f.cls) name += "." + tree[f.cls].name.str();
  return name + "." + f.name.str();
}

// Of several with one name the last one is meant, as overloads are written, but where an `if`
// decides.
void Calls::NoteFunction(FunctionId function, bool always, CallIndex& index) const {
  const auto [at, added] = index.functions.try_emplace(QualifiedName(function), function);
  if (added) return;
  const bool one_class =
      at->second && finding_.tree()[at->second].cls == finding_.tree()[function].cls;
  at->second = always && one_class ? function : FunctionId();
}

void Calls::NoteProperty(ExprId expr, const syntax::Attribute& attribute, CallIndex& index) const {
  const infer::ExprFact* fact = finding_.facts.Of(finding_.file.id(), expr);
  if (!fact) return;
  for (infer::SourceFunction run : fact->runs)
    if (run.file == finding_.file.id() && finding_.tree()[run.function].name == attribute.name)
      index.by_property[run.function.index].push_back(expr);
}

void Calls::NoteTarget(ExprId expr, const syntax::Attribute& attribute, CallIndex& index) const {
  const FunctionId function = finding_.parents.FunctionOf(expr);
  index.storing[attribute.name.text()].push_back(function);
  const std::string module = function ? ImportedName(finding_, attribute.object) : "";
  index.redirects |= module == "sys" || module == "warnings" || module == "logging";
}

void Calls::NoteCall(ExprId expr, const syntax::Call& call, CallIndex& index) const {
  const std::string name = ImportedName(finding_, call.callee);
  index.dicts |= name == "builtins.vars" || name == "builtins.setattr";
  index.redirects |= name == "torch.set_printoptions" && finding_.parents.FunctionOf(expr);
  const auto* method = finding_.If<syntax::Attribute>(call.callee);
  const auto* under =
      call.args.empty() ? nullptr : finding_.If<syntax::Literal>(call.args[0].value);
  if (method && method->name.text().starts_with("register_") && under &&
      under->kind == syntax::LiteralKind::Str)
    index.storing[under->text.text()].emplace_back();
}

bool Calls::IsStoredElsewhere(std::string_view attribute) const {
  const auto& storing = Index().storing;
  const auto found = storing.find(attribute);
  return found != storing.end() &&
         std::any_of(found->second.begin(), found->second.end(),
                     [&](FunctionId function) { return function != finding_.function; });
}

CallIndex& Calls::Index() const {
  auto [index, is_new] = finding_.flows.CallsOf(finding_.file);
  if (!is_new) return index;
  const syntax::Tree& tree = finding_.tree();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const auto* call = finding_.If<syntax::Call>(ExprId(i));
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    const auto* attribute = finding_.If<syntax::Attribute>(ExprId(i));
    index.dicts |= attribute && attribute->name == "__dict__";
    if (attribute && IsTarget(finding_, ExprId(i))) NoteTarget(ExprId(i), *attribute, index);
    else if (attribute) NoteProperty(ExprId(i), *attribute, index);
    if (call) NoteCall(ExprId(i), *call, index);
    const std::string_view called = method ? method->name.text() : std::string_view();
    index.hooks |= called.starts_with("register_") && called.ends_with("hook");
    const infer::ExprFact* callee =
        call ? finding_.facts.Of(finding_.file.id(), call->callee) : nullptr;
    // An object of one of several classes has no name.
    if (!callee || callee->Name().empty()) continue;
    index.by_name[callee->Name()].push_back(ExprId(i));
    if (callee->Is(FactKind::Object)) index.by_class[callee->Name()].push_back(ExprId(i));
  }
  for (std::uint32_t i = 0; i < tree.classes.size(); ++i)
    index.handlers |= DerivesFrom(finding_, syntax::ClassId(i),
                                  {"logging.Handler", "logging.StreamHandler", "logging.Filter",
                                   "logging.Formatter", "logging.LoggerAdapter"});
  for (std::uint32_t i = 0; i < tree.stmts.size(); ++i)
    if (const auto* defined = finding_.If<syntax::FunctionStmt>(syntax::StmtId(i)))
      NoteFunction(defined->function, !finding_.parents.Parent(syntax::StmtId(i)), index);
  return index;
}

std::vector<ExprId> Calls::Of(FunctionId function) const {
  const std::string name = QualifiedName(function);
  if (name.empty()) return {};
  const CallIndex& index = Index();
  if (const auto read = index.by_property.find(function.index); read != index.by_property.end())
    return read->second;
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

// The qualified name of the one function that the call leads to; "" where there are several.
std::string Calls::TargetName(ExprId id) const {
  const auto* call = finding_.If<syntax::Call>(id);
  if (!call) return "";
  const infer::ExprFact& callee = finding_.Fact(call->callee);
  std::string name(callee.Name());
  if (!name.empty() && callee.Is(FactKind::Object)) name += kForward;
  return name;
}

FunctionId Calls::Named(const std::string& name) const {
  const auto& functions = Index().functions;
  const auto found = functions.find(name);
  return found == functions.end() ? FunctionId() : found->second;
}

// `super().__call__(x)` in a class of modules, which hands on what it is passed: the one forward
// that it calls, where no hooks run around it.
std::optional<infer::SourceFunction> Calls::ForwardOf(ExprId call, std::string_view callee) const {
  const std::vector<infer::SourceFunction>& runs = finding_.Fact(call).runs;
  const bool hands_on = callee == "torch.nn.Module.__call__" && runs.size() == 1;
  return hands_on ? std::optional(runs[0]) : std::nullopt;
}

FunctionId Calls::Target(ExprId call) const {
  const std::string name = TargetName(call);
  if (const auto forward = ForwardOf(call, name))
    return forward->file == finding_.file.id() ? forward->function : FunctionId();
  return name.empty() ? FunctionId() : Named(name);
}

std::optional<Callee> Calls::TargetElsewhere(ExprId call) const {
  const std::string name = TargetName(call);
  if (const auto forward = ForwardOf(call, name)) {
    const bool here = forward->file == finding_.file.id();
    const FileView* view = here ? nullptr : finding_.flows.View(forward->file);
    if (!view || !WasFollowed(finding_.In(*view, {}), forward->function)) return std::nullopt;
    return Callee{view, forward->function};
  }
  // "pkg.mod.function", "pkg.mod.Class.method": the module is what stands before.
  std::size_t end = name.size();
  for (int parts = 0; parts < 2 && end != std::string::npos && end > 0; ++parts) {
    end = name.rfind('.', end - 1);
    if (end == std::string::npos) break;
    const std::optional<names::FileId> file =
        finding_.flows.program().ResolveModule(name.substr(0, end), finding_.file.id());
    if (!file || *file == finding_.file.id()) continue;
    const FileView* view = finding_.flows.View(*file);
    if (!view || view->module != std::string_view(name).substr(0, end)) return std::nullopt;
    const Finding there = finding_.In(*view, {});
    const FunctionId function = Calls(there).Named(name);
    if (!function || !WasFollowed(there, function)) return std::nullopt;
    return Callee{view, function};
  }
  return std::nullopt;
}

ExprId Calls::Argument(ExprId id, const syntax::Tree& tree, FunctionId function,
                       std::uint32_t param) const {
  const auto* call = finding_.If<syntax::Call>(id);
  if (!call) return {};  // a property is read
  const syntax::Function& f = tree[function];
  bool is_static = false;
  for (ExprId decorator : f.decorators) {
    const auto* name = std::get_if<syntax::Name>(&tree[decorator].node);
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

bool Calls::IsOverridden(FunctionId function) const {
  const syntax::Tree& tree = finding_.tree();
  const syntax::Function& base = tree[function];
  if (!base.cls) return false;
  for (std::uint32_t i = 0; i < tree.classes.size(); ++i) {
    const syntax::ClassId cls(i);
    if (cls != base.cls && Binds(tree[cls].body, base.name.text()) &&
        MayDerive(finding_, cls, base.cls))
      return true;
  }
  return false;
}

// Whether the block, of a class, gives the name a meaning.
bool Calls::Binds(syntax::StmtList block, std::string_view name) const {
  return std::any_of(block.begin(), block.end(), [&](syntax::StmtId stmt) {
    const auto* defined = finding_.If<syntax::FunctionStmt>(stmt);
    bool binds = defined && finding_.tree()[defined->function].name == name;
    ForEachExpression(finding_.tree(), stmt, [&](ExprId expr) {
      const auto* target = finding_.If<syntax::Name>(expr);
      binds |= target && target->id == name && IsTarget(finding_, expr);
    });
    ForEachBlock(finding_.tree(), stmt, false,
                 [&](syntax::StmtList inner) { binds |= Binds(inner, name); });
    return binds;
  });
}

std::optional<Finding> InsideFunction(const Finding& finding, infer::SourceFunction function) {
  const bool here = function.file == finding.file.id();
  const FileView* view = here ? nullptr : finding.flows.View(function.file);
  if (!here && !view) return std::nullopt;
  const Finding inside =
      here ? finding.In(function.function) : finding.In(*view, function.function);
  return WasFollowed(inside, function.function) ? std::optional(inside) : std::nullopt;
}

std::optional<Finding> InsideCallee(const Finding& finding, ExprId call) {
  const std::vector<infer::SourceFunction>& runs = finding.Fact(call).runs;
  return runs.size() == 1 ? InsideFunction(finding, runs[0]) : std::nullopt;
}

}  // namespace graphmend::fix
