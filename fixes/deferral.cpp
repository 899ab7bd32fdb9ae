#include "fixes/deferral.h"

#include <algorithm>
#include <unordered_map>

#include "fix/calls.h"
#include "fix/code.h"
#include "fix/dataflow.h"
#include "fix/differences.h"
#include "fix/failures.h"
#include "fix/format_strings.h"
#include "fix/held.h"
#include "fix/inline_helper.h"
#include "fix/message_calls.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fixes/added_texts.h"
#include "fixes/autograd_functions.h"
#include "fixes/carried_values.h"
#include "fixes/deferrable.h"
#include "fixes/deferred_numbers.h"
#include "fixes/message_differences.h"
#include "fixes/runtime_call.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;

// ---- deferred -----------------------------------------------------------------------------------
// How an argument becomes text: by str or repr, as a number (`%d`, `float`), or by the format of a
// tensor without dimensions (`{:.3f}`).
enum class ShownAs { Text, Number, Format };

class Deferral {
 public:
  explicit Deferral(const Finding& finding) : finding_(finding), rewriter_(finding) {
    if (finding.options.side_effects == SideEffects::Inline)
      carried_.emplace(finding, finding.expr);
  }

  Proposal Run(const Message& message) {
    const auto& call = *finding_.If<syntax::Call>(finding_.expr);
    if (std::optional<Declined> declined = WhyNotDeferred(finding_, message, call))
      return *declined;
    if (IsInAutogradFunction(finding_))
      return Declined{
          "an autograd.Function is an operator of the graph, which writes nothing; write it where "
          "`apply` is called"};
    const bool caught = IsCaughtHere(finding_) ||
                        (finding_.function && Calls(finding_).IsCaught(finding_.function));
    if (std::optional<Declined> declined =
            carried_ ? PutInLambda(message, call) : PutInRuntime(message, call))
      return *declined;
    if (left_)
      return Declined{"`" + std::string(finding_.Text(left_)) +
                      "` in it breaks the graph as well, and what Python computes with it is not "
                      "deferred; compute it with tensors"};
    if (held_ && ArgumentsChange(finding_, call))
      return Declined{
          "an argument changes tensors, which what is read later would show; change them before"};
    if (shown_ && carried_)
      return Declined{
          "a text of a tensor is made by another function, and is not handed to the "
          "helper in the module; hand over the tensor, or use graphmend.runtime"};
    if (caught && (shown_ || !mended_.empty() || MayRaise(finding_.expr)))
      return Declined{
          "an exception from making its text is caught here or by a caller, and the text would be "
          "made later; write it outside the `try`"};
    if (difference_.empty() && ChangesApart(finding_)) difference_ = kApartDifference;
    return carried_ ? FinishLambda(message) : FinishRuntime(message);
  }

  // Expressions whose break goes with the message: reads and texts that are deferred.
  const std::vector<ExprId>& mended() const { return mended_; }

 private:
  // ---- through graphmend.runtime ----
  std::optional<Declined> PutInRuntime(const Message& message, const syntax::Call& call) {
    const std::string head = Runtime(message.kind == MessageKind::Print ? "print"
                                     : message.kind == MessageKind::Log ? "log"
                                                                        : "warn");
    if (!ReplaceHead(finding_, message, head, rewriter_))
      return Declined{"the call is written in a way that is not understood"};
    RewriteArguments(message, call);
    if (!message.stream.empty()) ReplaceStream(finding_, message, rewriter_);
    return std::nullopt;
  }

  Proposal FinishRuntime(const Message& message) {
    if (message.kind == MessageKind::Log && message.method == "warn")
      AddDifference(difference_, kDeprecatedDifference);
    return rewriter_.Finish(
        "keep the message, and the graph whole, with graphmend.runtime",
        difference_.empty() ? diag::Applicability::Safe : diag::Applicability::Unsafe, difference_);
  }

  std::string Runtime(std::string_view function) {
    return carried_ ? std::string(function)
                    : rewriter_.Import("graphmend.runtime") + "." + std::string(function);
  }

  // ---- through the helper in the module ----
  std::optional<Declined> PutInLambda(const Message& message, const syntax::Call& call) {
    for (const syntax::Arg& arg : call.args)
      if (arg.kind == syntax::ArgKind::Star)
        return Declined{"what `*" + std::string(finding_.Text(arg.value)) +
                        "` holds is not handed to the helper in the module; write the arguments "
                        "out, or use graphmend.runtime"};
    RewriteArguments(message, call);
    held_ |= carried_->asks_for_shapes();
    return carried_->WhyNot();
  }

  Proposal FinishLambda(const Message& message) {
    carried_->Write(rewriter_);
    const std::string definition = "def " + std::string(kMessage) + "(";
    if (finding_.file.source().text().find(definition) == std::string_view::npos)
      rewriter_.RequireLines(InlineHelper());
    std::string difference(kHelperDifference);
    if (message.kind == MessageKind::Log) difference += "; " + std::string(kRecordDifference);
    if (!difference_.empty()) difference += "; " + difference_;
    return rewriter_.Finish("keep the message, and the graph whole, with a helper in the module",
                            diag::Applicability::Unsafe, std::move(difference));
  }

  void Replace(ExprId arg, std::string text) {
    if (!carried_) rewriter_.Replace(arg, std::move(text));
  }
  void Carry(ExprId value) {
    if (carried_) carried_->Add(value);
  }

  void RewriteArguments(const Message& message, const syntax::Call& call) {
    std::optional<std::string> conversions;
    const std::size_t first = message.method == "log" ? 2 : 1;
    if (message.kind == MessageKind::Log && call.args.size() >= first) {
      const auto* format = finding_.If<syntax::Literal>(call.args[first - 1].value);
      if (format && format->kind == syntax::LiteralKind::Str)
        conversions = PercentConversions(format->text.text());
    }
    for (std::size_t i = 0; i < call.args.size(); ++i) {
      const syntax::Arg& arg = call.args[i];
      ShownAs use = ShownAs::Text;
      if (message.kind == MessageKind::Print && arg.name == "file") {
        const std::string stream = StreamOf(finding_, arg.value);
        if (!stream.empty()) Replace(arg.value, "\"" + stream + "\"");
        continue;
      }
      if (conversions && i >= first && conversions->size() == call.args.size() - first &&
          std::string_view("sra").find((*conversions)[i - first]) == std::string_view::npos)
        use = ShownAs::Number;
      if (std::optional<std::string> text = Rewritten(arg.value)) Replace(arg.value, *text);
      else Leave(arg.value, use);
    }
  }

  // ---- what an argument turns into ----
  // The text to write for a value that is handed over later; none: it stays as it is.
  std::optional<std::string> Rewritten(ExprId expr) {
    if (auto read = Read(expr)) return read;
    if (auto computed = Computed(expr)) return computed;
    if (finding_.If<syntax::FString>(expr)) return Formatted(expr);
    const auto* binary = finding_.If<syntax::Binary>(expr);
    if (binary && binary->op == syntax::BinaryOp::Add) return Joined(expr);
    if (binary) return Percent(*binary, expr);
    return Format(expr);
  }

  // Read when the message is.
  std::optional<std::string> Read(ExprId expr) {
    std::optional<HostRead> read = DeferredRead(finding_, expr);
    if (!read) return std::nullopt;
    held_ |= !IsNewTensor(finding_, read->tensor);
    Carry(read->tensor);
    if (read->IsText()) Consider(read->tensor, ShownAs::Text);
    else if (!read->IsMethod()) Consider(read->tensor, ShownAs::Number);
    mended_.push_back(expr);
    return Runtime("read") + "(\"" + std::string(read->how) + "\", " +
           std::string(finding_.Text(read->tensor)) + ")";
  }

  std::optional<std::string> Computed(ExprId expr) {
    std::vector<ExprId> reads;
    if (!ComputesDeferred(finding_, expr, reads)) return std::nullopt;
    Naming names;
    for (ExprId read : reads)
      names[std::string(finding_.Text(read))] = Code::Verbatim(*Read(read), Precedence::Primary);
    if (carried_) carried_->AddAround(expr, reads);
    if (MayRaiseComputing(finding_, expr, reads)) difference_ = kComputedDifference;
    mended_.push_back(expr);
    return Code::Of(finding_, expr, names).Text();
  }

  std::optional<std::string> Formatted(ExprId expr) {
    std::optional<Template> format = TemplateOf(finding_, expr);
    const auto& parts = finding_.If<syntax::FString>(expr)->parts;
    const auto is_late = [&](ExprId value) { return IsMadeLater(finding_, value); };
    const bool late = format && std::any_of(format->values.begin(), format->values.end(), is_late);
    const bool varies = std::any_of(parts.begin(), parts.end(), [&](ExprId part) {
      const auto* field = finding_.If<syntax::FormattedValue>(part);
      return field && MayVary(finding_, field->value, static_cast<bool>(field->format));
    });
    if (!format || (!late && !varies)) return std::nullopt;
    std::string out = Runtime(late ? "text" : "formatted") + "(" + format->text;
    std::unordered_map<std::uint32_t, ShownAs> uses;  // of values, by index
    for (ExprId part : parts)
      if (const auto* field = finding_.If<syntax::FormattedValue>(part);
          field && field->conversion == 0)
        uses.try_emplace(field->value.index, FieldUse(*field));
    for (ExprId value : format->values) {
      const auto use = uses.find(value.index);
      out += ", " + Value(value, use == uses.end() ? ShownAs::Text : use->second, !late);
    }
    for (ExprId part : parts)
      if (const auto* field = finding_.If<syntax::FormattedValue>(part); field && !Fits(*field))
        difference_ = kFormatDifference;
    mended_.push_back(expr);
    for (ExprId part : parts) mended_.push_back(part);
    return out + ")";
  }

  // Whether making a text in it may raise: by a format that a value does not suit.
  bool MayRaise(ExprId expr) const {
    const auto* field = finding_.If<syntax::FormattedValue>(expr);
    const auto* binary = finding_.If<syntax::Binary>(expr);
    const auto* method = finding_.If<syntax::Attribute>(expr);
    if ((field && field->format) || (method && method->name == "format") ||
        (binary && binary->op == syntax::BinaryOp::Mod))
      return true;
    bool may = false;
    ForEachPart(finding_.tree(), expr, [&](ExprId part) { may = may || MayRaise(part); });
    return may;
  }

  // Whether the number that is read fits the letter of its format; a text or a number of Python's
  // is made where it was.
  bool Fits(const syntax::FormattedValue& field) const {
    if (!field.format || field.conversion != 0 || !IsMadeLater(finding_, field.value)) return true;
    const std::string_view spec = finding_.Text(field.format);
    constexpr std::string_view kOfInts = "dbcoxXn";
    if (spec.empty() || kOfInts.find(spec.back()) == std::string_view::npos) return true;
    const std::optional<HostRead> read = DeferredRead(finding_, field.value);
    const infer::ExprFact& fact = finding_.Fact(read ? read->tensor : field.value);
    if (read && read->how == "int") return true;
    return fact.tensor && IsWhole(fact.tensor->dtype);
  }

  // A tensor with a format spec and without conversion must have no dimensions, or eager raises:
  // its number is formatted.
  ShownAs FieldUse(const syntax::FormattedValue& field) const {
    return field.format || IsScalarTensor(field.value) ? ShownAs::Format : ShownAs::Text;
  }

  bool IsScalarTensor(ExprId expr) const {
    const infer::ExprFact& fact = finding_.Fact(expr);
    return fact.Is(FactKind::Tensor) && fact.tensor && fact.tensor->rank == 0;
  }

  std::optional<std::string> Percent(const syntax::Binary& binary, ExprId expr) {
    if (binary.op != syntax::BinaryOp::Mod || !finding_.Fact(binary.left).Is(FactKind::Str))
      return std::nullopt;
    const auto* tuple = finding_.If<syntax::Sequence>(binary.right);
    std::vector<ExprId> values = {binary.right};
    if (tuple && tuple->kind == syntax::SequenceKind::Tuple)
      values.assign(tuple->items.begin(), tuple->items.end());
    if (std::none_of(values.begin(), values.end(),
                     [&](ExprId v) { return IsMadeLater(finding_, v); }))
      return std::nullopt;
    const auto* format = finding_.If<syntax::Literal>(binary.left);
    auto conversions = format ? PercentConversions(format->text.text()) : std::nullopt;
    std::string operand;
    Carry(binary.left);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool number = conversions && conversions->size() == values.size() &&
                          std::string_view("sra").find((*conversions)[i]) == std::string_view::npos;
      operand += (i > 0 ? ", " : "") + Value(values[i], number ? ShownAs::Number : ShownAs::Text);
    }
    if (tuple) operand = "(" + operand + (values.size() == 1 ? ",)" : ")");
    std::string out =
        Runtime("percent") + "(" + std::string(finding_.Text(binary.left)) + ", " + operand;
    mended_.push_back(expr);
    return out + ")";
  }

  // A text with a place for each operand of the sum that is no plain literal.
  std::optional<std::string> Joined(ExprId expr) {
    std::vector<ExprId> operands;
    if (!TakeOperands(finding_, expr, operands)) return std::nullopt;
    const auto is_late = [this](ExprId operand) {
      const ExprId shown = ShownByStr(finding_, operand);
      return IsMadeLater(finding_, shown ? shown : operand);
    };
    if (std::none_of(operands.begin(), operands.end(), is_late)) return std::nullopt;
    std::string format, values;
    for (ExprId operand : operands) {
      if (const std::optional<std::string> plain = PlainText(finding_, operand)) {
        format += *plain;
        continue;
      }
      const ExprId shown =
          DeferredRead(finding_, operand) ? ExprId() : ShownByStr(finding_, operand);
      format += shown ? "{!s}" : "{}";
      values += ", " + Value(shown ? shown : operand, ShownAs::Text);
      mended_.push_back(operand);
    }
    mended_.push_back(expr);
    return Runtime("text") + "(\"" + format + "\"" + values + ")";
  }

  // "…".format(x)
  std::optional<std::string> Format(ExprId expr) {
    const auto* call = finding_.If<syntax::Call>(expr);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    if (!method || method->name != "format" || !finding_.Fact(method->object).Is(FactKind::Str))
      return std::nullopt;
    bool late = false, varies = false;
    for (const syntax::Arg& arg : call->args) {
      if (arg.kind != syntax::ArgKind::Positional) return std::nullopt;
      late |= IsMadeLater(finding_, arg.value);
      varies |= MayVary(finding_, arg.value, true);
    }
    if (!late && !varies) return std::nullopt;
    std::string out =
        Runtime(late ? "text" : "formatted") + "(" + std::string(finding_.Text(method->object));
    Carry(method->object);
    for (const syntax::Arg& arg : call->args) out += ", " + Value(arg.value, ShownAs::Text, !late);
    mended_.push_back(expr);
    return out + ")";
  }

  // A value as an argument of `text`, or of `formatted`, by which Python shows what is no number.
  std::string Value(ExprId expr, ShownAs use, bool by_python = false) {
    if (auto rewritten = Rewritten(expr)) return *rewritten;
    Leave(expr, use, by_python);
    const bool bare = finding_.If<syntax::Sequence>(expr) || finding_.If<syntax::Yield>(expr) ||
                      finding_.If<syntax::Walrus>(expr);
    std::string text(finding_.Text(expr));
    const bool brackets = bare && !text.starts_with('[') && !text.starts_with('{');
    return brackets ? "(" + text + ")" : text;
  }

  // The value is computed where it was, and handed over.
  void Leave(ExprId value, ShownAs use, bool by_python = false) {
    Consider(value, use, by_python);
    Carry(value);
  }

  // Notes what the text of a value that stays as it is may lack.
  void Consider(ExprId expr, ShownAs use, bool by_python = false) {
    ForEachInside(finding_, finding_.tree()[expr].span, [&](ExprId part) {
      if (DeferredRead(finding_, part) && finding_.Breaks(finding_.tree()[part].span)) left_ = part;
    });
    const infer::ExprFact& fact = finding_.Fact(expr);
    held_ |= fact.holds_tensor && !IsNewTensor(finding_, expr);
    if (fact.shows_tensor) {
      shown_ = true;
      difference_ = kShownDifference;
      return;
    }
    if (IsShownAsItIs(fact)) return;
    if (fact.Is(FactKind::Tensor)) {
      const values::DType dtype = fact.tensor ? fact.tensor->dtype : values::DType::Unknown;
      const bool exact = IsWhole(dtype);
      if (use == ShownAs::Format || exact) return;
      difference_ = use == ShownAs::Number ? kNumberDifference : kGradDifference;
      return;
    }
    const bool container = IsContainerOrPlain(fact);
    if (container && !fact.holds_tensor) return;
    if (by_python) return;
    if (!difference_.empty() && !container) return;
    difference_ = container           ? kGradDifference
                  : MayBeTensor(fact) ? kUnknownDifference
                                      : kObjectDifference;
  }

  const Finding& finding_;
  Rewriter rewriter_;
  std::optional<CarriedValues> carried_;  // where the module has its own helper
  std::string difference_;
  std::vector<ExprId> mended_;
  ExprId left_;         // a read that stays, and breaks
  bool shown_ = false;  // a text of a tensor is handed over, which the compiler has not made yet
  bool held_ = false;   // what is read later may be changed before
};

}  // namespace

Deferred Defer(const Finding& finding, const Message& message) {
  Deferral deferral(finding);
  Proposal proposal = deferral.Run(message);
  return {std::move(proposal), deferral.mended()};
}

}  // namespace graphmend::fix
