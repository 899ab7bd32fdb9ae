// A hook that a module has for the length of a few statements, called where the module is:
//
//     handle = self.block.register_forward_hook(keep)
//     y = self.block(x)
//     handle.remove()
//
//     y = graphmend.capture.hooked(self.block, keep, x)
//
// Dynamo traces the hooks that a module has when it is compiled, and not that one is registered.
#include <algorithm>
#include <vector>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix::call_with_hook {
namespace {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

struct Hooked {
  StmtId registered, removed;
  ExprId module, hook;
  bool before = false;        // a hook of what the module is called with
  std::vector<ExprId> calls;  // of the module, in between
};

const syntax::Call* Registers(const Finding& finding, ExprId expr, bool& before) {
  const auto* call = finding.If<syntax::Call>(expr);
  const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
  before = name.ends_with(".register_forward_pre_hook");
  if (!before && !name.ends_with(".register_forward_hook")) return nullptr;
  return name.starts_with("torch.nn.") && HasOnly(*call, 1, {"hook"}) ? call : nullptr;
}

// The statement that registers the hook whose handle the finding is about.
StmtId RegisteredBy(const Finding& finding) {
  bool before = false;
  if (Registers(finding, finding.expr, before)) return finding.stmt;
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || method->name != "remove") return {};
  const Variables variables(finding, finding.function);
  const auto slot = variables.SlotOf(method->object);
  const ExprId made = slot ? variables.OnlyValue(*slot) : ExprId();
  return made ? finding.parents.Statement(made) : StmtId();
}

std::optional<Hooked> HookedAt(const Finding& finding) {
  Hooked out;
  out.registered = RegisteredBy(finding);
  const auto* assign = finding.If<syntax::Assign>(out.registered);
  const syntax::Call* call = assign && assign->targets.size() == 1
                                 ? Registers(finding, assign->value, out.before)
                                 : nullptr;
  if (!call) return std::nullopt;
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  out.hook = Argument(*call, 0, "hook");
  if (!method || !out.hook || !IsPlainRead(finding, method->object)) return std::nullopt;
  out.module = method->object;
  const Variables variables(finding, finding.function);
  const auto slot = variables.HeldBy(assign->value);
  const std::vector<ExprId> reads = slot ? variables.Reads(*slot) : std::vector<ExprId>();
  if (reads.size() != 1) return std::nullopt;
  out.removed = finding.parents.Statement(reads[0]);
  const auto* removal = finding.If<syntax::ExprStmt>(out.removed);
  const auto* removing = removal ? finding.If<syntax::Call>(removal->value) : nullptr;
  if (!removing || removing->callee != finding.parents.Parent(reads[0]) || !removing->args.empty())
    return std::nullopt;
  return out;
}

// The statements in between, in which the hooked module is called right there, by the name that it
// was registered by, and in no other way.
class Between {
 public:
  Between(const Finding& finding, Hooked& hooked)
      : finding_(finding),
        hooked_(hooked),
        module_(finding.Text(hooked.module)),
        path_(PathOf(hooked.module)) {}

  // Finds the calls; false where the module may be called otherwise.
  bool FindCalls() {
    const BlockPosition from = finding_.parents.PositionOf(hooked_.registered);
    const BlockPosition to = finding_.parents.PositionOf(hooked_.removed);
    if (from.block.data() != to.block.data() || from.index >= to.index) return false;
    span_ = {finding_.tree()[hooked_.registered].span.end,
             finding_.tree()[hooked_.removed].span.begin};
    if (HasOtherWayOut() || IsRebound() || IsItem() || HasOwnCall()) return false;
    bool known = true;
    ForEachInside(finding_, span_, [&](ExprId part) { known = known && Looks(part); });
    return known && !hooked_.calls.empty();
  }

 private:
  // The names of `self.block`.
  std::vector<base::Symbol> PathOf(ExprId expr) const {
    std::vector<base::Symbol> path;
    for (const auto* member = finding_.If<syntax::Attribute>(expr); member;
         expr = member->object, member = finding_.If<syntax::Attribute>(expr))
      path.push_back(member->name);
    if (const auto* name = finding_.If<syntax::Name>(expr)) path.push_back(name->id);
    return path;
  }

  // A way past the removal, or code that may run after it.
  bool HasOtherWayOut() const {
    for (std::uint32_t i = 0; i < finding_.tree().stmts.size(); ++i) {
      const StmtId stmt(i);
      if (span_.Contains(finding_.tree()[stmt].span) &&
          (finding_.If<syntax::Return>(stmt) || finding_.If<syntax::Raise>(stmt) ||
           finding_.If<syntax::Break>(stmt) || finding_.If<syntax::Continue>(stmt) ||
           finding_.If<syntax::FunctionStmt>(stmt) || finding_.If<syntax::ClassStmt>(stmt)))
        return true;
    }
    return false;
  }

  // An item has as many names as there are ways to write its index.
  bool IsItem() const {
    bool item = false;
    ForEachInside(finding_, finding_.tree()[hooked_.module].span,
                  [&](ExprId part) { item |= finding_.If<syntax::Subscript>(part) != nullptr; });
    return item;
  }

  // A class that is called in its own way gives something else than its `forward`, of which the
  // hook is told.
  bool HasOwnCall() const {
    const auto& functions = finding_.tree().functions;
    return std::any_of(functions.begin(), functions.end(), [](const syntax::Function& function) {
      return function.name == "__call__";
    });
  }

  // Whether the name of the module or of the hook may be another one's in between.
  bool IsRebound() const {
    const Variables variables(finding_, finding_.function);
    ExprId root = hooked_.module;
    while (const auto* member = finding_.If<syntax::Attribute>(root)) root = member->object;
    for (ExprId name : {root, hooked_.hook})
      if (const auto slot = variables.SlotOf(name))
        for (const flow::Inst* store : variables.Stores(*slot))
          if (span_.Contains(store->span)) return true;
    return false;
  }

  bool Looks(ExprId part) {
    if (finding_.If<syntax::Lambda>(part) || finding_.If<syntax::Yield>(part)) return false;
    const auto* made = finding_.If<syntax::Comprehension>(part);
    if (made && made->kind == syntax::ComprehensionKind::Generator) return false;
    if (finding_.Text(part) == module_) return IsCalled(part);
    if (const auto* member = finding_.If<syntax::Attribute>(part)) return IsPlain(part, *member);
    const auto* call = finding_.If<syntax::Call>(part);
    return !call || finding_.Text(call->callee) == module_ || StaysOutside(*call);
  }

  bool IsCalled(ExprId module) {
    const ExprId outer = finding_.parents.Parent(module);
    const auto* call = finding_.If<syntax::Call>(outer);
    if (!call || call->callee != module) return false;
    hooked_.calls.push_back(outer);
    return true;
  }

  // Not assigned where it is part of the module's name, and no property of a class of the file.
  bool IsPlain(ExprId part, const syntax::Attribute& member) const {
    const bool own = std::find(path_.begin(), path_.end(), member.name) != path_.end();
    if (own && IsTarget(finding_, part)) return false;
    const auto& functions = finding_.tree().functions;
    return std::none_of(functions.begin(), functions.end(), [&](const syntax::Function& function) {
      return function.name == member.name && !function.decorators.empty();
    });
  }

  // Whether a call cannot reach the module: of torch, of a builtin, of a module of torch of a
  // different class that holds no other; and is handed no module or function.
  bool StaysOutside(const syntax::Call& call) const {
    const infer::ExprFact& callee = finding_.Fact(call.callee);
    const bool computes = callee.traits.op != models::OpKind::Unknown;
    for (const syntax::Arg& arg : call.args) {
      const infer::ExprFact& fact = finding_.Fact(arg.value);
      if (fact.MayBe(FactKind::Object) || fact.MayBe(FactKind::Callable) ||
          fact.MayBe(FactKind::Class) ||
          (!computes && (fact.kinds == 0 || fact.MayBe(FactKind::Unknown))))
        return false;
    }
    if (callee.MayBe(FactKind::Object)) return IsAnotherModule(call.callee);
    if (computes) return true;
    const std::string_view name = finding_.NameOf(call.callee);
    const auto* method = finding_.If<syntax::Attribute>(call.callee);
    return (name.starts_with("torch.") && !name.starts_with("torch.nn.Module")) ||
           finding_.BuiltinName(call.callee) != name ||
           (method && IsTensor(finding_.Fact(method->object)));
  }

  // Whether an attribute of an object gets a new module of torch where the file assigns it, once.
  bool IsMadeForIt(ExprId expr) const {
    const auto* member = finding_.If<syntax::Attribute>(expr);
    if (!member || !finding_.If<syntax::Name>(member->object)) return false;
    std::size_t assigned = 0;
    bool made = false;
    for (std::uint32_t i = 0; i < finding_.tree().exprs.size(); ++i) {
      const auto* other = finding_.If<syntax::Attribute>(ExprId(i));
      if (!other || other->name != member->name || !IsTarget(finding_, ExprId(i))) continue;
      const auto* assign = finding_.If<syntax::Assign>(finding_.parents.Statement(ExprId(i)));
      const auto* call = assign ? finding_.If<syntax::Call>(assign->value) : nullptr;
      made = call && assign->targets.size() == 1 && assign->targets[0] == ExprId(i) &&
             ImportedName(finding_, call->callee).starts_with("torch.nn.");
      ++assigned;
    }
    return made && assigned == 1;
  }

  // A module of torch that calls no other one, and is not the one that is hooked: of a different
  // class, or each made for its own attribute.
  bool IsAnotherModule(ExprId callee) const {
    const infer::ExprFact& fact = finding_.Fact(callee);
    const std::string_view name = fact.Is(FactKind::Object) ? finding_.NameOf(callee) : "";
    const infer::ExprFact& module = finding_.Fact(hooked_.module);
    return name.starts_with("torch.nn.") && name != "torch.nn.Sequential" &&
           fact.traits.op != models::OpKind::Unknown && module.Is(FactKind::Object) &&
           !module.Name().empty() &&
           (module.Name() != name || (IsMadeForIt(hooked_.module) && IsMadeForIt(callee)));
  }

  const Finding& finding_;
  Hooked& hooked_;
  const std::string_view module_;
  const std::vector<base::Symbol> path_;
  source::Span span_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  std::optional<Hooked> hooked = HookedAt(finding);
  if (!hooked) return std::nullopt;
  if (!Between(finding, *hooked).FindCalls())
    return Declined{"the module may be called by another one in between; call the hook there"};
  if (IsCaught(finding, hooked->registered)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  if (!rewriter.HasOwnLines(hooked->registered) || !rewriter.HasOwnLines(hooked->removed) ||
      finding.Text(hooked->registered).find('\n') != std::string_view::npos)
    return std::nullopt;
  std::string hook(finding.Text(hooked->hook));
  if (finding.If<syntax::Name>(hooked->hook)) {
    rewriter.Delete(hooked->registered);
  } else {
    const std::string text = hook;
    hook = rewriter.FreshName("hook");
    rewriter.ReplaceStatement(hooked->registered, hook + " = " + text);
  }
  rewriter.Delete(hooked->removed);
  const std::string function =
      rewriter.Import("graphmend.capture") + (hooked->before ? ".hooked_before" : ".hooked");
  for (ExprId each : hooked->calls) {
    if (!PassTo(finding, each, function, hook, rewriter)) return std::nullopt;
  }
  return rewriter.Finish(
      "call the hook where the module is called", diag::Applicability::Unsafe,
      std::string(hooked->before
                      ? "the hook runs before other hooks of the module; "
                      : "the hook sees what the module is given, whatever its other hooks make of "
                        "it; ") +
          "where something in between raises, no hook stays registered, and what asks the module "
          "for its hooks does not find it; a module that calls itself calls the hook once");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Autograd};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "call a hook where its module is called, instead of registering it",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::call_with_hook
