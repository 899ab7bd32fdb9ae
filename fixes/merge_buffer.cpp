// A branch on a tensor that keeps one of two tensors as a buffer:
//
//     if length > self.limit:                      if not hasattr(self, "long"):
//         if not hasattr(self, "long"):                self.long = make(self.limit)
//             self.long = make(self.limit)         self.short = self.short.to(device)
//         self.register_buffer("freq", self.long)  self.register_buffer(
//     else:                                            "freq",
//         self.short = self.short.to(device)           torch.where(length > self.limit, self.long,
//         self.short)) self.register_buffer("freq", self.short)
//
// What leads up to the buffer on either side may do only what one can do in every call: make an
// attribute that is not there yet, or convert an attribute to what it is on the next call anyway.
#include <algorithm>

#include "fix/branches.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/renderer.h"

namespace graphmend::fix::merge_buffer {
namespace {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

class BufferMerge {
 public:
  BufferMerge(const Finding& finding, StmtId stmt, const syntax::If& branch)
      : finding_(finding), terms_(finding), rewriter_(finding), stmt_(stmt), if_(branch) {}

  std::optional<Proposal> Run() {
    const syntax::Call* kept = BufferOf(if_.body);
    const syntax::Call* other = BufferOf(if_.orelse);
    if (!kept || !other) return std::nullopt;
    if (!SameButForTensor(*kept, *other))
      return Declined{"the sides register different buffers; register both on each side"};
    if (!rewriter_.HasOwnLines(stmt_))
      return Declined{"the branch shares its line with another statement; give it its own line"};
    if (IsCaught(finding_, stmt_))
      return Declined{"an exception raised in it is caught here; move it out of the `try`"};
    auto predicate = PredicateOf(finding_, terms_, if_.test, {});
    if (auto* declined = std::get_if<Declined>(&predicate)) return *declined;
    const Predicate& test = std::get<Predicate>(predicate);
    if (!test.statics.empty())
      return Declined{"Python decides part of the test; make that part a branch around this one"};
    // Comments stay where they are: those of a statement are part of its text.
    std::string text;
    std::uint32_t at = finding_.tree()[stmt_].span.begin;
    for (syntax::StmtList body : {if_.body, if_.orelse})
      for (StmtId stmt : body) {
        const source::Span span = finding_.tree()[stmt].span;
        text += CommentsIn(finding_, {at, span.begin});
        at = span.end;
        if (stmt == body.back()) continue;
        const syntax::Call& buffer = body.data() == if_.body.data() ? *kept : *other;
        if (auto why = WhyNotInEveryCall(stmt, buffer)) return Declined{*why};
        const std::size_t margin = rewriter_.Indentation(stmt_).size();
        text += Dedented(finding_.Text(stmt), margin, rewriter_.Indentation(stmt).size() - margin) +
                "\n";
      }
    text += CommentsIn(finding_, {at, finding_.tree()[stmt_].span.end});
    const Code torch = Code::Place(rewriter_.Import("torch"));
    std::vector<Code::Argument> args;
    for (std::size_t i = 0; i < kept->args.size(); ++i) {
      const syntax::Arg& arg = kept->args[i];
      Code value = Code::Of(finding_, arg.value);
      if (i == 1)
        value = torch.Method("where", {test.code, value, Code::Of(finding_, other->args[1].value)});
      args.emplace_back(arg.kind == syntax::ArgKind::Keyword ? arg.name.str() + "=" : "", value);
    }
    text += TextOf({Code::Of(finding_, kept->callee).Call(std::move(args))},
                   rewriter_.Indentation(stmt_).size());
    rewriter_.ReplaceStatement(stmt_, text);
    difference_.insert(0, "the buffer is a new tensor in every call");
    if (!test.difference.empty()) difference_ += "; " + test.difference;
    return rewriter_.Finish("prepare both tensors and select the buffer with torch.where",
                            diag::Applicability::Unsafe, difference_);
  }

 private:
  // `self.register_buffer("name", tensor, …)` at the end.
  const syntax::Call* BufferOf(syntax::StmtList body) const {
    const auto* last = body.empty() ? nullptr : finding_.If<syntax::ExprStmt>(body.back());
    const auto* call = last ? finding_.If<syntax::Call>(last->value) : nullptr;
    if (!call || finding_.NameOf(call->callee) != "torch.nn.Module.register_buffer" ||
        call->args.size() < 2 || call->args[0].kind != syntax::ArgKind::Positional ||
        !(call->args[1].kind == syntax::ArgKind::Positional || call->args[1].name == "tensor"))
      return nullptr;
    const infer::ExprFact& fact = finding_.Fact(call->args[1].value);
    // What is registered is a tensor or None.
    const bool tensor = fact.OneOf(FactKind::Tensor, FactKind::Unknown, FactKind::Undeclared) &&
                        !terms_.Effects(call->args[1].value);
    return tensor ? call : nullptr;
  }

  bool SameButForTensor(const syntax::Call& a, const syntax::Call& b) const {
    if (a.args.size() != b.args.size() || finding_.Text(a.callee) != finding_.Text(b.callee))
      return false;
    for (std::size_t i = 0; i < a.args.size(); ++i) {
      if (a.args[i].kind != b.args[i].kind || a.args[i].name != b.args[i].name) return false;
      if (i != 1 && finding_.Text(a.args[i].value) != finding_.Text(b.args[i].value)) return false;
    }
    return true;
  }

  std::optional<std::string> WhyNotInEveryCall(StmtId stmt, const syntax::Call& buffer) {
    std::string name;
    if (IsMadeOnce(stmt, name)) {
      Differ("`" + name + "` is made in the first call, whatever the test says");
      return std::nullopt;
    }
    if (IsConverted(stmt, buffer, name)) {
      Differ("`" + name + "` is converted in every call");
      return std::nullopt;
    }
    const std::string text(finding_.Text(finding_.tree()[stmt].header));
    return "`" + text.substr(0, text.find('\n')) +
           "` must not run where the other side is taken; do it before the branch";
  }

  // `if not hasattr(self, "a"): self.a = …`; names that nobody reads may be assigned along.
  bool IsMadeOnce(StmtId stmt, std::string& name) const {
    const auto* branch = finding_.If<syntax::If>(stmt);
    const auto* negated = branch ? finding_.If<syntax::Unary>(branch->test) : nullptr;
    if (!negated || negated->op != syntax::UnaryOp::Not || !branch->orelse.empty() ||
        branch->body.size() != 1)
      return false;
    const auto* asked = finding_.If<syntax::Call>(negated->operand);
    if (!asked || finding_.BuiltinName(asked->callee) != "hasattr" || asked->args.size() != 2)
      return false;
    const auto& attribute = finding_.Fact(asked->args[1].value).constant;
    if (!attribute || attribute->kind != syntax::LiteralKind::Str) return false;
    name = std::string(finding_.Text(asked->args[0].value)) + "." + attribute->text.str();
    const auto* made = finding_.If<syntax::Assign>(branch->body[0]);
    if (!made || made->targets.size() != 1) return false;
    const auto* several = finding_.If<syntax::Sequence>(made->targets[0]);
    bool found = false;
    auto target = [&](ExprId expr) {
      found |= finding_.Text(expr) == name;
      return finding_.Text(expr) == name || IsUnread(expr, branch->body[0]);
    };
    if (!several) return target(made->targets[0]) && found;
    return std::all_of(several->items.begin(), several->items.end(), target) && found;
  }

  bool IsUnread(ExprId target, StmtId stmt) const {
    const auto slot = terms_.SlotOf(target);
    return slot && !terms_.flow().LiveAfter(finding_.tree()[stmt].span, *slot);
  }

  // `self.a = self.a.to(…)`: made of an attribute of the same name what it then stays. What is
  // registered afterwards is a tensor, even where the source tells no more of it.
  bool IsConverted(StmtId stmt, const syntax::Call& buffer, std::string& name) const {
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    if (!assign || assign->targets.size() != 1) return false;
    const auto* call = finding_.If<syntax::Call>(assign->value);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    name = finding_.Text(assign->targets[0]);
    if (!finding_.If<syntax::Attribute>(assign->targets[0]) || !method ||
        finding_.Text(method->object) != name)
      return false;
    const bool registered = finding_.Text(buffer.args[1].value) == name;
    return finding_.NameOf(call->callee) == "torch.Tensor.to" ||
           (registered && method->name == "to" &&
            finding_.Fact(call->callee).Is(FactKind::Unknown));
  }

  void Differ(const std::string& how) { difference_ += "; " + how; }

  const Finding& finding_;
  Terms terms_;
  Rewriter rewriter_;
  StmtId stmt_;
  const syntax::If& if_;
  std::string difference_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  const StmtId stmt = BranchOf(finding);
  if (!stmt || stmt != finding.stmt || !finding.IsInFunction()) return std::nullopt;
  return BufferMerge(finding, stmt, *finding.If<syntax::If>(stmt)).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn};
constexpr std::string_view kBefore[] = {"merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "prepare both tensors of a branch and select the buffer",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::merge_buffer
