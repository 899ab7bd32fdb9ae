// Messages on one side of a branch that a tensor decides. What `messages.cpp` has put in the place
// of a print, a log record or a warning takes the test as `when`, and is said only where it holds:
//
//     if (x < 0).any():                       predicate = (x < 0).any()
//         graphmend.runtime.warn("negative")  graphmend.runtime.warn("negative", when=predicate)
//         x = x.clamp(0)                      x = torch.where(predicate, x.clamp(0), x)
#include <algorithm>
#include <array>
#include <span>

#include "fix/branches.h"
#include "fix/operands.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;

constexpr std::string_view kErrorInText =
    "both sides run, so that an error or a warning in either shows";
constexpr std::array<std::string_view, 4> kMessages = {"print", "log", "warn", "message"};
constexpr std::array<std::string_view, 4> kTexts = {"text", "formatted", "percent", "read"};

// Whether it calls one of these functions of graphmend.runtime, or of the copy in this file.
bool CallsRuntime(const Finding& finding, ExprId expr, std::span<const std::string_view> of) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call) return false;
  const std::string_view name = finding.NameOf(call->callee);
  const std::string here = std::string(finding.module) + "._graphmend_";
  return std::any_of(of.begin(), of.end(), [&](std::string_view function) {
    return name == "graphmend.runtime." + std::string(function) ||
           name == here + std::string(function);
  });
}

// Whether making text of the value does nothing else.
bool IsPlainText(const infer::ExprFact& fact) {
  const bool plain =
      fact.OneOf(FactKind::None, FactKind::Bool, FactKind::Int, FactKind::Float, FactKind::Str,
                 FactKind::DType, FactKind::Device, FactKind::Tuple, FactKind::List);
  return plain && !fact.holds_tensor;
}

// Whether it is a number, or a tensor that holds one, which has a text in each of the usual
// formats.
bool IsNumeric(const infer::ExprFact& fact) {
  const bool numeric = fact.tensor && fact.tensor->rank == 0 &&
                       (fact.tensor->dtype == values::DType::Float || IsWhole(fact.tensor->dtype));
  return fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool) || (IsTensor(fact) && numeric);
}

// `:.3f` and the like: a format that any number has.
bool IsNumberFormat(std::string_view format) {
  if (!format.starts_with(":")) return false;
  format.remove_prefix(1);
  if (!format.empty() && std::string_view("eEfFgG%").find(format.back()) != std::string_view::npos)
    format.remove_suffix(1);
  const auto digits = [&] {
    format.remove_prefix(std::min(format.find_first_not_of("0123456789"), format.size()));
  };
  digits();
  if (!format.starts_with(".")) return format.empty();
  format.remove_prefix(1);
  const std::size_t precision = format.size();
  digits();
  return format.empty() && precision > 0;
}

// Whether the template takes just these values, one after the other, and a format for numbers only
// of what is one.
bool FitsTemplate(const Finding& finding, std::string_view text, std::span<const syntax::Arg> of) {
  std::size_t taken = 0;
  for (std::size_t at; (at = text.find_first_of("{}")) != std::string_view::npos;) {
    const std::size_t end = text.find('}', at);
    if (text[at] == '}' || end == std::string_view::npos || taken == of.size()) return false;
    const std::string_view format = text.substr(at + 1, end - at - 1);
    text.remove_prefix(end + 1);
    const ExprId value = of[taken++].value;
    const auto* read = finding.If<syntax::Call>(value);
    const bool reads = read && read->args.size() == 2 && CallsRuntime(finding, value, kTexts);
    const infer::ExprFact& fact = finding.Fact(reads ? read->args[1].value : value);
    if (!format.empty() && !(IsNumberFormat(format) && IsNumeric(fact))) return false;
  }
  return taken == of.size();
}

// Whether the call makes its text, or reads its number, whatever the values are: a text is made
// also where no message shows it.
bool NeverFails(const Finding& finding, const syntax::Call& call) {
  const std::string_view name = finding.NameOf(call.callee);
  for (const syntax::Arg& arg : call.args)
    if (arg.kind != syntax::ArgKind::Positional) return false;
  if (call.args.empty() || name.ends_with("percent")) return false;
  if (name.ends_with("read"))
    return call.args.size() == 2 && finding.Fact(call.args[1].value).tensor &&
           finding.Fact(call.args[1].value).tensor->rank == 0;
  const auto& text = finding.Fact(call.args[0].value).constant;
  return text && text->kind == syntax::LiteralKind::Str &&
         FitsTemplate(finding, text->text.text(), std::span(call.args).subspan(1));
}

// `100 * graphmend.runtime.read("item", x)`: computed where the message is written.
bool IsComputedLater(const Finding& finding, ExprId expr) {
  const auto* binary = finding.If<syntax::Binary>(expr);
  return binary ? IsComputedLater(finding, binary->left) || IsComputedLater(finding, binary->right)
                : CallsRuntime(finding, expr, kTexts);
}

}  // namespace

bool IsDeferredMessage(const Finding& finding, syntax::StmtId stmt) {
  const auto* said = finding.If<syntax::ExprStmt>(stmt);
  return said && CallsRuntime(finding, said->value, kMessages);
}

namespace {

// Whether one of these statements, in branches, loops and blocks too, is one that `asked` tells.
template <class Asked>
bool AnyStatement(const Finding& finding, syntax::StmtList body, const Asked& asked) {
  return std::any_of(body.begin(), body.end(), [&](syntax::StmtId stmt) {
    bool any = asked(stmt);
    ForEachBlock(finding.tree(), stmt, false,
                 [&](syntax::StmtList inner) { any = any || AnyStatement(finding, inner, asked); });
    return any;
  });
}

// Whether the statement itself changes a tensor, or a part of one.
bool ChangesTensor(const Finding& finding, syntax::StmtId stmt) {
  const auto* assign = finding.If<syntax::Assign>(stmt);
  const auto* aug = finding.If<syntax::AugAssign>(stmt);
  const ExprId target = aug ? aug->target : assign ? assign->targets[0] : ExprId();
  const auto* said = finding.If<syntax::ExprStmt>(stmt);
  return (aug && finding.Fact(target).MayBe(FactKind::Tensor)) ||
         finding.If<syntax::Subscript>(target) || (said && ChangesByMethod(finding, said->value));
}

}  // namespace

bool ChangesTensors(const Finding& finding, syntax::StmtList body) {
  return AnyStatement(finding, body,
                      [&](syntax::StmtId stmt) { return ChangesTensor(finding, stmt); });
}

bool AsksForTest(const Finding& finding, syntax::StmtList body) {
  return AnyStatement(finding, body, [&](syntax::StmtId stmt) {
    bool item = false;
    ForEachExpression(finding.tree(), stmt,
                      [&](ExprId expr) { item = item || HoldsItemByData(finding, expr); });
    return item || IsDeferredMessage(finding, stmt) || ChangesTensor(finding, stmt);
  });
}

// Evaluates what an argument is made of, so that it may be made where nothing is said, too.
bool Branches::FollowText(ExprId expr, Side& side) {
  if (const auto* text = finding_.If<syntax::FString>(expr)) {
    for (ExprId part : text->parts) {
      const auto* field = finding_.If<syntax::FormattedValue>(part);
      if (!field) continue;
      if (field->format || !IsPlainText(finding_.Fact(field->value)))
        return Fail("`" + std::string(finding_.Text(field->value)) +
                    "` would be turned into text on both sides; make the text before the branch");
      if (!FollowText(field->value, side)) return false;
    }
    return true;
  }
  if (CallsRuntime(finding_, expr, kTexts)) {
    const auto& call = *finding_.If<syntax::Call>(expr);
    if (!NeverFails(finding_, call)) Differ(std::string(kErrorInText));
    for (const syntax::Arg& arg : call.args)
      if (!FollowText(arg.value, side)) return false;
    return true;
  }
  if (const auto* binary = finding_.If<syntax::Binary>(expr);
      binary && IsComputedLater(finding_, expr))
    return FollowText(binary->left, side) && FollowText(binary->right, side);
  Value value;
  if (!Evaluate(expr, side, value)) return false;
  if (!value.speculatable) Differ(std::string(kErrorInText));
  return true;
}

// `lambda x: print(x)` as `lambda when, x: when and print(x)`, and the test as its first value.
bool Branches::SayWhere(const syntax::Lambda& lambda, const Side& side,
                        std::vector<Code::Argument>& args) {
  const syntax::Function& message = finding_.tree()[lambda.function];
  std::string parameters = "when";
  for (const syntax::Param& parameter : message.params) {
    if (parameter.name == "when") return Fail("the message depends on another test; join the two");
    parameters += ", " + parameter.name.str();
  }
  const Code code = Code::Of(finding_, message.lambda_body);
  if (code.Reads("when")) return Fail("the message needs `when` itself; rename it");
  const std::string body = code.Text();
  if (body.find('\n') != std::string::npos) return Fail(std::string(kLongText));
  args.emplace_back(
      Code::Verbatim("lambda " + parameters + ": when and " + body, Precedence::Lambda));
  args.emplace_back(side.when);
  return true;
}

bool Branches::FollowMessage(syntax::StmtId stmt, Side& side) {
  const ExprId expr = finding_.If<syntax::ExprStmt>(stmt)->value;
  const auto& call = *finding_.If<syntax::Call>(expr);
  if (side.when.empty())
    return Fail("a message after the branch is written only where this side is not taken");
  if (in_static_)
    return Fail("a message depends on Python and on a tensor; decide what Python knows first");
  std::vector<Code::Argument> args;
  const auto* lambda =
      call.args.empty() ? nullptr : finding_.If<syntax::Lambda>(call.args[0].value);
  if (lambda && !SayWhere(*lambda, side, args)) return false;
  for (const syntax::Arg& arg : std::span(call.args).subspan(lambda ? 1 : 0)) {
    const bool starred =
        arg.kind == syntax::ArgKind::Star || arg.kind == syntax::ArgKind::DoubleStar;
    if (starred || arg.name == "when")
      return Fail("the message's arguments are passed on unseen; write them out");
    if (!FollowText(arg.value, side)) return false;
    const Code value = Code::Of(finding_, arg.value, NamesIn(side));
    if (value.Text().find('\n') != std::string::npos) return Fail(std::string(kLongText));
    const bool named = arg.kind == syntax::ArgKind::Keyword;
    args.emplace_back(named ? arg.name.str() + "=" : "", value);
  }
  if (!lambda) args.emplace_back("when=", side.when);
  side.lines.emplace_back(Code::Of(finding_, call.callee).Call(std::move(args)));
  return true;
}

}  // namespace graphmend::fix
