// with torch.device("cpu"): around calls that make tensors. Each is told the device itself.
#include <algorithm>
#include <cstdint>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/variables.h"

namespace graphmend::fix::tell_device {
namespace {

using diag::Applicability;
using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;
using syntax::StmtId;

// The functions of torch that ask for the device of the block.
class Block {
 public:
  Block(const Finding& finding, const syntax::With& with)
      : finding_(finding), with_(with), rewriter_(finding) {}

  Proposal Dissolve() {
    if (with_.is_async || with_.items.size() != 1 || with_.items[0].target)
      return Declined{"the block enters more than a device; give the device a block of its own"};
    for (StmtId stmt : with_.body) Visit(stmt);
    if (!unknown_.empty()) return Declined{unknown_};
    if (factories_.empty() && !IsKnownDevice())
      return Declined{"nothing in the block asks for the device, which may be refused; remove it"};
    if (HandsOn())
      return Declined{"a tensor on `cpu` is copied to `cpu:0`; copy it, and name `cpu`"};
    const std::string device = DeviceText();
    for (ExprId call : factories_) Tell(call, device);
    if (!Unwrap()) return Declined{"the block shares its lines with other code"};
    if (operands_)
      return rewriter_.Finish("give each tensor its device", Applicability::Unsafe,
                              "what operators of an object of the caller's make is on the default "
                              "device");
    return rewriter_.Finish("give each tensor its device", Applicability::Safe);
  }

 private:
  // Finds what makes tensors, and what may.
  void Visit(StmtId stmt) {
    if (finding_.If<syntax::FunctionStmt>(stmt) || finding_.If<syntax::ClassStmt>(stmt) ||
        finding_.If<syntax::Import>(stmt) || finding_.If<syntax::ImportFrom>(stmt))
      unknown_ = "what is defined in the block may run elsewhere; define it outside";
    // The device of an inner block is another one; that block is dissolved first.
    if (finding_.If<syntax::With>(stmt))
      unknown_ = "the block enters another context; name the device where tensors are made";
    ForEachExpression(finding_.tree(), stmt, [&](ExprId expr) { Visit(expr); });
    ForEachBlock(finding_.tree(), stmt, false, [&](syntax::StmtList body) {
      for (StmtId inner : body) Visit(inner);
    });
  }

  void Visit(ExprId expr) {
    operands_ = operands_ || HasUnknownOperand(expr);
    const auto* call = finding_.If<syntax::Call>(expr);
    const infer::ExprFact& callee = finding_.Fact(call ? call->callee : ExprId());
    const models::Traits traits = callee.Is(FactKind::Callable) ? callee.traits : models::Traits();
    if (finding_.If<syntax::Lambda>(expr) || finding_.If<syntax::Yield>(expr) ||
        finding_.If<syntax::Await>(expr))
      unknown_ = "what runs in the block, and when, is not known";
    else if (call && traits.Has(Trait::Device)) VisitFactory(expr, *call);
    else if (call && traits.op == OpKind::Unknown && !IsCounting(call->callee))
      unknown_ = "it is not known whether `" + std::string(finding_.Text(call->callee)) +
                 "` makes tensors; name the device where they are made";
    if (AnswersItself(expr))
      unknown_ = "it is not known whether `" + std::string(finding_.Text(expr)) +
                 "` makes tensors by methods of its own";
    const auto* read = finding_.If<syntax::Attribute>(expr);
    if (read && IsProperty(*read))
      unknown_ = "it is not known whether `" + std::string(finding_.Text(expr)) +
                 "` makes tensors; read it before the block";
    ForEachPart(finding_.tree(), expr, [&](ExprId part) { Visit(part); });
  }

  bool HasUnknownOperand(ExprId expr) const {
    const bool operates = finding_.If<syntax::Binary>(expr) || finding_.If<syntax::Unary>(expr) ||
                          finding_.If<syntax::Compare>(expr) ||
                          finding_.If<syntax::Subscript>(expr);
    bool unknown = false;
    if (operates)
      ForEachPart(finding_.tree(), expr, [&](ExprId part) {
        const infer::ExprFact& fact = finding_.Fact(part);
        unknown |= fact.MayBe(FactKind::Unknown) || fact.MayBe(FactKind::Undeclared);
      });
    return unknown;
  }

  // A device that torch makes, or a variable that holds one.
  bool IsKnownDevice() const {
    const auto* call = finding_.If<syntax::Call>(with_.items[0].context);
    if (!call) return true;
    const auto* type = call->args.empty() || call->args.size() > 2
                           ? nullptr
                           : finding_.If<syntax::Literal>(call->args[0].value);
    if (!type || type->kind != syntax::LiteralKind::Str) return false;
    if (call->args.size() == 1) return Names(type->text.text());
    const auto* index = finding_.If<syntax::Literal>(call->args[1].value);
    return index && index->kind == syntax::LiteralKind::Int && index->fits &&
           index->integer < kMostDevices && IsType(type->text.text());
  }

  static bool IsType(std::string_view text) {
    return text == "cpu" || text == "cuda" || text == "mps" || text == "meta" || text == "xpu";
  }
  // "cuda", "cuda:0": what torch.device takes wherever it runs.
  static bool Names(std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    if (colon == text.size()) return IsType(text);
    const std::string_view index = text.substr(colon + 1);
    return IsType(text.substr(0, colon)) && index.size() == 1 && index[0] >= '0' && index[0] <= '9';
  }

  // Whether Python calls code of the program for it: for operators, tests and texts of instances.
  bool AnswersItself(ExprId expr) const {
    const infer::ExprFact& fact = finding_.Fact(expr);
    if (const auto* field = finding_.If<syntax::FormattedValue>(expr))
      return finding_.Fact(field->value).MayBe(FactKind::Object);
    return fact.answers || (!finding_.If<syntax::Call>(expr) && !fact.runs.empty());
  }

  bool IsCounting(ExprId callee) const {
    const std::string_view name = finding_.BuiltinName(callee);
    return name == "range" || name == "enumerate" || name == "zip";
  }

  bool IsProperty(const syntax::Attribute& read) const {
    if (!finding_.Fact(read.object).Is(FactKind::Object)) return false;
    const syntax::ClassId cls = ClassNamed(finding_, finding_.NameOf(read.object));
    return cls && MethodOf(finding_, cls, read.name.text());
  }

  void VisitFactory(ExprId expr, const syntax::Call& call) {
    const ExprId device = Argument(call, -1, "device");
    const bool own = device && !finding_.Fact(device).MayBe(FactKind::None);
    for (const syntax::Arg& arg : call.args)
      if (arg.kind == syntax::ArgKind::DoubleStar || arg.name == "out" ||
          (device && !own && !IsLiteral(finding_, device, syntax::LiteralKind::None)))
        unknown_ = "it is not known whether `" + std::string(finding_.Text(call.callee)) +
                   "` is given a device";
    if (!own) factories_.push_back(expr);
  }

  // What each call is told: the argument of torch.device where it is known to be taken, a variable
  // that holds the device, or a new one. torch.device refuses what the calls may take, such as
  // None.
  std::string DeviceText() {
    const ExprId context = with_.items[0].context;
    const auto* call = finding_.If<syntax::Call>(context);
    const bool written = call && IsKnownDevice();
    const bool alone =
        written && call->args.size() == 1 && call->args[0].kind == syntax::ArgKind::Positional;
    const ExprId told = alone ? call->args[0].value : context;
    // Compiled code takes cpu:0 for another device than cpu, which tensors on it say.
    if (written && ProcessorOf(*call)) return "\"cpu\"";
    if (written || factories_.empty() || Holds(told)) return Render(finding_, told);
    const std::string device = rewriter_.FreshName("device");
    rewriter_.InsertBefore(finding_.stmt, device + " = " + Render(finding_, told));
    return device;
  }

  // The argument of torch.device that names a processor; null where it names something else.
  const syntax::Literal* ProcessorOf(const syntax::Call& call) const {
    const auto* type = finding_.If<syntax::Literal>(call.args[0].value);
    return type->text.text().starts_with("cpu") ? type : nullptr;
  }

  // Whether a tensor on `cpu`, which is not on `cpu:0`, would be handed on instead of copied.
  bool HandsOn() const {
    const auto* call = finding_.If<syntax::Call>(with_.items[0].context);
    const auto* type = call && IsKnownDevice() ? ProcessorOf(*call) : nullptr;
    if (!type || (type->text == "cpu" && call->args.size() == 1)) return false;
    return std::any_of(factories_.begin(), factories_.end(), [&](ExprId factory) {
      const models::Traits traits =
          finding_.Fact(finding_.If<syntax::Call>(factory)->callee).traits;
      return traits.op == OpKind::View || traits.Has(Trait::MayShare);
    });
  }

  // Whether it is a variable that still holds the same at each call.
  bool Holds(ExprId told) const {
    if (!finding_.If<syntax::Name>(told)) return false;
    const Variables variables(finding_, finding_.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(told);
    if (!slot || variables.IsCaptured(*slot)) return false;
    const source::Span block = finding_.tree()[finding_.stmt].span;
    const std::vector<const flow::Inst*> stores = variables.Stores(*slot);
    return std::none_of(stores.begin(), stores.end(), [&](const flow::Inst* store) {
      return store->span.begin >= block.begin && store->span.begin < block.end;
    });
  }

  void Tell(ExprId expr, const std::string& device) {
    const auto& call = *finding_.If<syntax::Call>(expr);
    if (const ExprId none = Argument(call, -1, "device")) return rewriter_.Replace(none, device);
    const std::uint32_t end = finding_.tree()[expr].span.end - 1;
    if (call.args.empty()) return rewriter_.InsertAt(end, "device=" + device);
    // Behind the last argument, its parentheses included.
    std::uint32_t behind = call.args.back().span.end;
    const std::string_view rest = finding_.Text(source::Span{behind, end});
    for (std::size_t i = 0; i < rest.size() && rest[i] != '#'; ++i)
      if (rest[i] == ')') behind = call.args.back().span.end + static_cast<std::uint32_t>(i) + 1;
    rewriter_.InsertAt(behind, ", device=" + device);
  }

  // Takes the header away, and the indentation that the block has more.
  bool Unwrap() {
    const source::SourceFile& source = finding_.file.source();
    const syntax::Tree& tree = finding_.tree();
    const source::Span whole = tree[finding_.stmt].span;
    const std::uint32_t body = tree[with_.body[0]].span.begin;
    const std::uint32_t header = source.LineOf(whole.begin), first = source.LineOf(body);
    if (!rewriter_.HasOwnLines(finding_.stmt)) return false;
    const std::string_view colon = finding_.Text(source::Span{whole.begin, body});
    const std::uint32_t last_header = source.LineOf(tree[with_.items[0].context].span.end);
    if (first == header) {
      rewriter_.Replace(source::Span{whole.begin, body}, "");
      return true;
    }
    if (last_header != header) return false;
    const std::uint32_t next = source.LineStart(header + 1);
    std::uint32_t cut = next;
    for (source::Span comment : tree.comments)
      if (comment.begin > whole.begin && comment.begin < next) cut = comment.begin;
    rewriter_.Replace(
        cut == next ? source::Span{source.LineStart(header), next} : source::Span{whole.begin, cut},
        "");
    const std::size_t outer = rewriter_.Indentation(finding_.stmt).size();
    const std::size_t inner = rewriter_.Indentation(with_.body[0]).size();
    if (inner <= outer || colon.find('\n') == std::string_view::npos) return false;
    for (std::uint32_t line = header + 1; line <= source.LineOf(whole.end - 1); ++line) {
      const std::uint32_t start = source.LineStart(line);
      const std::string_view text = source.Line(line);
      const std::size_t blank = std::min(text.find_first_not_of(" \t"), text.size());
      const std::size_t less = std::min(blank, inner - outer);
      if (less > 0 && !IsInText(finding_, start))
        rewriter_.Replace(source::Span{start, start + static_cast<std::uint32_t>(less)}, "");
    }
    return true;
  }

  static constexpr std::int64_t kMostDevices = 10;

  const Finding& finding_;
  const syntax::With& with_;
  Rewriter rewriter_;
  std::vector<ExprId> factories_;
  std::string unknown_;
  bool operands_ = false;  // an operand may be anything
};

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* with = finding.If<syntax::With>(finding.stmt);
  if (!with || finding.parents.Parent(finding.expr) || !finding.function) return std::nullopt;
  const bool device = std::any_of(with->items.begin(), with->items.end(),
                                  [&](const auto& item) { return item.context == finding.expr; });
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const bool made = call && finding.NameOf(call->callee) == "torch.device";
  // The fact of a context holds what entering it gives and what its exit returns, too.
  const infer::ExprFact& fact = finding.Fact(finding.expr);
  const bool held =
      (fact.MayBe(FactKind::Device) || fact.Name() == "torch.device") &&
      fact.OneOf(FactKind::Device, FactKind::Object, FactKind::Bool, FactKind::None) &&
      (fact.names.empty() || fact.Name() == "torch.device");
  if (!device || (!made && !held)) return std::nullopt;
  return Block(finding, *with).Dissolve();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::UnsupportedContext};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "give each tensor its device instead of setting one for the block",
    .answers = kAnswers,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::tell_device
