// A number that is read from a tensor, kept in the graph as a symbol where it is read:
//
//     n = lengths.max().item()     with graphmend.capture.numbers():
//                                      n = lengths.max().item()
//
// Only where no symbol goes where Python must know its value: `captured_uses.h` says where it may
// go. It holds for the statement alone (python/graphmend/capture.py). A number that bounds a slice
// is checked not to be negative, which inductor has to know (2.13).
#include <algorithm>
#include <set>
#include <vector>

#include "captured.h"
#include "captured_differences.h"
#include "captured_reads.h"
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/terms.h"
#include "host_numbers.h"

namespace graphmend::fix::capture_number {
namespace {

using diag::Applicability;
using infer::FactKind;
using infer::ObservationKind;
using syntax::ExprId;
using syntax::StmtId;

// How many parts there are depends on the number.
bool IsRefused(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
  return finding.kind == ObservationKind::TensorAsInt &&
         (name == "torch.Tensor.split" || name == "torch.split");
}

class Number {
 public:
  explicit Number(const Finding& finding)
      : finding_(finding), uses_(finding, EntryOf(finding)), rewriter_(finding) {}

  std::optional<Proposal> Run() {
    const std::optional<HostRead> read = CapturedRead(finding_, finding_.expr);
    const bool is_read = finding_.kind == ObservationKind::HostRead;
    if (is_read && !read) return std::nullopt;
    if (read && (!IsCapturable(finding_, *read) || IsChosenBySize())) return std::nullopt;
    if (IsRefused(finding_))
      return Declined{"how many parts there are depends on data; split by a Python number"};
    if (finding_.If<syntax::Subscript>(finding_.expr)) return NameBounds(finding_.expr);
    if (const ExprId sliced = SlicedByRead()) return NameBounds(sliced);
    source::Span span = Header();
    const bool alone = span.begin == span.end || !OnlyComputes(finding_, span, true);
    if (alone) {
      if (!MayStandAlone()) return std::nullopt;
      span = finding_.tree()[finding_.expr].span;
    }
    if (!FollowAll(span) || (alone && uses_.bounds_slices())) return std::nullopt;
    if (!StaysWithoutGradients() && SeesChanges(finding_)) return Declined{std::string(kChanged)};
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    if (!Write(alone)) return std::nullopt;
    return rewriter_.Finish("capture it in the graph", Applicability::Unsafe,
                            differences_.Text(finding_, uses_));
  }

 private:
  // Reads the number in the patch: before the statement, or in it. False where that cannot be.
  bool Write(bool alone) {
    const auto numbers = TensorsAsNumbers(finding_);
    if (!numbers) return false;
    for (const ExprId number : *numbers) ReadInPlace(number);
    const bool loop = finding_.If<syntax::For>(finding_.stmt) != nullptr;
    if (alone) return ReadBefore(), true;
    if (loop && uses_.bounds_slices()) return HoistReads();
    if (uses_.bounds_slices() && !ReadForBounds()) return false;
    if (loop) Hoist();
    else Wrap();
    return true;
  }

  // `x[: t.item()]`: the part of a tensor whose bound is what the finding reads; none elsewhere.
  ExprId SlicedByRead() const {
    ExprId outer = finding_.parents.Parent(finding_.expr);
    if (!finding_.If<syntax::Slice>(outer)) return {};
    outer = finding_.parents.Parent(outer);
    if (finding_.If<syntax::Sequence>(outer)) outer = finding_.parents.Parent(outer);
    return finding_.If<syntax::Subscript>(outer) ? outer : ExprId();
  }

  // Whether the part of a tensor is read, and what that gives goes where torch takes it, or is all
  // that the statement stores into.
  bool MayBeBounded(ExprId sliced) {
    if (!IsTarget(finding_, sliced)) return uses_.Goes(Captured::Sized, sliced);
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    return assign && assign->targets.size() == 1 && assign->targets[0] == sliced &&
           IsTensor(finding_.Fact(finding_.If<syntax::Subscript>(sliced)->object));
  }

  // `x[: t]`: the bounds of slices that are tensors, or read from such, get a name, as numbers.
  std::optional<Proposal> NameBounds(ExprId sliced) {
    const std::vector<ExprId> bounds = TensorBounds(sliced);
    if (bounds.empty() || !rewriter_.HasOwnLines(finding_.stmt) ||
        !IsAlwaysEvaluated(finding_, finding_.expr) || !OnlyComputesBefore(finding_))
      return std::nullopt;
    const Terms terms(finding_);
    for (ExprId bound : bounds) {
      const std::optional<HostRead> read = CapturedRead(finding_, bound);
      if (terms.Effects(read ? read->tensor : bound)) return std::nullopt;
      if (read && (!IsCapturable(finding_, *read) || !IsWhole(finding_, read->tensor)))
        return std::nullopt;
    }
    if (!MayBeBounded(sliced)) return std::nullopt;
    if (!IsGraphWithoutGradients(finding_) && SeesChanges(finding_))
      return Declined{std::string(kChanged)};
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    std::string reads, checks;
    std::set<std::string> taken;
    for (ExprId bound : bounds) {
      const std::string name = FreshName("bound", taken);
      const std::optional<HostRead> read = CapturedRead(finding_, bound);
      const ExprId tensor = read ? read->tensor : bound;
      reads += StepAt(rewriter_, finding_.stmt) + name + " = " + ReadFrom(finding_, tensor) +
               ".item()\n";
      checks += rewriter_.Import("torch") + "._check(" + name + " >= 0)\n";
      rewriter_.Replace(bound, name);
    }
    rewriter_.InsertBefore(finding_.stmt, CaptureLine(rewriter_) + reads + checks);
    return rewriter_.Finish("capture the bound in the graph", Applicability::Unsafe,
                            std::string(kBounds) +
                                "; an error that such a number raises where it does not fit is a "
                                "different one when compiled" +
                                OutOfView(finding_, uses_));
  }

  // Those that are tensors, or read from such; none where something in the brackets is neither a
  // slice nor plain.
  std::vector<ExprId> TensorBounds(ExprId sliced) const {
    std::vector<ExprId> bounds;
    const auto& item = *finding_.If<syntax::Subscript>(sliced);
    for (ExprId part : TupleItems(finding_.tree(), item.index)) {
      const auto* slice = finding_.If<syntax::Slice>(part);
      if (slice ? slice->step && !IsPlainIndex(slice->step) : !IsPlainIndex(part)) return {};
      if (!slice) continue;
      for (ExprId bound : {slice->lower, slice->upper})
        if (bound && (IsTensor(finding_.Fact(bound)) || CapturedRead(finding_, bound)))
          bounds.push_back(bound);
    }
    return bounds;
  }

  std::string FreshName(std::string base, std::set<std::string>& taken) {
    std::string name;
    while (!taken.insert(name = rewriter_.FreshName(base)).second) base += "_";
    return name;
  }

  bool IsPlainIndex(ExprId part) const {
    return finding_.If<syntax::Literal>(part) ||
           finding_.Fact(part).OneOf(FactKind::Int, FactKind::None);
  }

  // Whether the number may be read in a statement before its own, which calls what is not to trace
  // in the patch: `meter.update(loss.item())`.
  bool MayStandAlone() const {
    return finding_.kind == ObservationKind::HostRead && rewriter_.HasOwnLines(finding_.stmt) &&
           !finding_.If<syntax::For>(finding_.stmt) &&
           OnlyComputes(finding_, finding_.tree()[finding_.expr].span, true) &&
           IsAlwaysEvaluated(finding_, finding_.expr) && OnlyComputesBefore(finding_);
  }

  void ReadBefore() {
    const std::string name = rewriter_.FreshName("number");
    rewriter_.InsertBefore(finding_.stmt, CaptureLine(rewriter_) +
                                              StepAt(rewriter_, finding_.stmt) + name + " = " +
                                              Spread(finding_.Text(finding_.expr)) + "\n");
    rewriter_.Replace(finding_.expr, name);
  }

  // `places[0].item() if len(places) > 0 else 0`: how many there are is mended first, and may come
  // to be a test of a tensor, which a block around the whole would keep from being mended.
  bool IsChosenBySize() const {
    const Variables variables(finding_, finding_.function);
    bool chosen = false;
    for (ExprId outer = finding_.expr; outer; outer = finding_.parents.Parent(outer)) {
      const auto* choice = finding_.If<syntax::Conditional>(outer);
      if (!choice) continue;
      ForEachInside(finding_, finding_.tree()[choice->test].span, [&](ExprId part) {
        const auto slot = variables.SlotOf(part);
        const ExprId value = slot ? variables.OnlyValue(*slot) : ExprId();
        chosen |= value && finding_.Breaks(finding_.tree()[value].span);
      });
    }
    return chosen;
  }

  // A backward pass alone would see what changes in place: what is kept stays in a function that
  // has none.
  bool StaysWithoutGradients() const {
    return IsWithoutGradients(finding_) && uses_.returned_by().empty();
  }

  // What is evaluated in the patch: a whole statement, or what a loop goes through.
  source::Span Header() const {
    const syntax::Tree& tree = finding_.tree();
    if (IsWrappable(finding_, rewriter_)) return tree[finding_.stmt].span;
    const auto* loop = finding_.If<syntax::For>(finding_.stmt);
    const bool inside = loop && tree[loop->iterable].span.Contains(tree[finding_.expr].span);
    return inside && rewriter_.HasOwnLines(finding_.stmt) ? tree[loop->iterable].span
                                                          : source::Span{};
  }

  // All that is read in it becomes a symbol.
  bool FollowAll(source::Span span) {
    bool all = true;
    const syntax::Tree& tree = finding_.tree();
    ForEachInside(finding_, span, [&](ExprId part) {
      if (!all) return;
      // Slices that tensors bound are asked for themselves.
      if (const auto* slice = finding_.If<syntax::Slice>(part);
          slice &&
          (IsTensor(finding_.Fact(slice->lower)) || IsTensor(finding_.Fact(slice->upper)))) {
        all = false;
        return;
      }
      if (const std::optional<HostRead> read = CapturedRead(finding_, part)) {
        all = IsCapturable(finding_, *read) && FollowRead(finding_, uses_, *read, part);
        reads_.push_back(part);
        differences_.Add(finding_, *read);
        return;
      }
      const source::Span at = tree[part].span;
      const bool breaks =
          std::any_of(finding_.breaks.begin(), finding_.breaks.end(),
                      [&](source::Span one) { return one.begin == at.begin && one.end == at.end; });
      // A comprehension breaks for what breaks in it.
      if (breaks && !finding_.If<syntax::Name>(part) && !finding_.If<syntax::Comprehension>(part))
        all = TakesTensor(part);
    });
    if (!all || !uses_.bounds_slices()) return all;
    if (finding_.If<syntax::For>(finding_.stmt)) return !uses_.bounds_by_result();
    checks_ = uses_.bounds_by_result() ? std::nullopt : Checks();
    return checks_.has_value();
  }

  // `torch.arange(t)`, `x.expand(t, -1)`: the tensor is taken for the number it holds.
  bool TakesTensor(ExprId expr) {
    const auto* call = finding_.If<syntax::Call>(expr);
    return call && finding_.Fact(call->callee).traits.Has(models::Trait::Symbols) &&
           FollowSized(finding_, uses_, expr);
  }

  // The lines that check the variables which hold what was read, where they bound slices; nothing
  // where others do.
  std::optional<std::string> Checks() {
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    if (!assign || assign->targets.size() != 1) return std::nullopt;
    const std::string check = rewriter_.Import("torch") + "._check(";
    const auto* whole = finding_.If<syntax::Name>(assign->targets[0]);
    if (whole && !IsWholeArithmetic(assign->value)) return std::nullopt;
    if (whole && finding_.Fact(assign->value).Is(FactKind::List)) return CheckEach(whole->id.str());
    std::string lines;
    std::size_t found = 0;
    for (ExprId target : TupleItems(finding_.tree(), assign->targets[0])) {
      const auto* name = finding_.If<syntax::Name>(target);
      const bool bounds = name && uses_.bounds().contains(name->id.str());
      if (!bounds && (!name || !uses_.bounds_by_growth())) continue;
      lines += check + name->id.str() + " >= 0)\n";
      found += bounds ? 1 : 0;
    }
    return !lines.empty() && found == uses_.bounds().size() ? std::optional(lines) : std::nullopt;
  }

  // What inductor sees the sign of, where it is checked: reads, sums and products of whole numbers,
  // the larger or smaller of one and a literal.
  bool IsWholeArithmetic(ExprId value) const {
    if (std::find(reads_.begin(), reads_.end(), value) != reads_.end()) return true;
    if (finding_.If<syntax::Literal>(value) || finding_.If<syntax::Name>(value) ||
        finding_.If<syntax::Attribute>(value))
      return finding_.Fact(value).Is(FactKind::Int) ||
             IsLiteral(finding_, value, syntax::LiteralKind::Int);
    if (const auto* binary = finding_.If<syntax::Binary>(value))
      return binary->op != syntax::BinaryOp::Div && IsWholeArithmetic(binary->left) &&
             IsWholeArithmetic(binary->right);
    const auto* call = finding_.If<syntax::Call>(value);
    const std::string_view name = call ? finding_.BuiltinName(call->callee) : std::string_view();
    return (name == "int" || ((name == "max" || name == "min") && call->args.size() == 2)) &&
           std::all_of(call->args.begin(), call->args.end(),
                       [&](const syntax::Arg& arg) { return IsWholeArithmetic(arg.value); });
  }

  std::string CheckEach(const std::string& list) {
    const std::string each = rewriter_.FreshName("bound");
    return "for " + each + " in " + list + ":\n" + StepAt(rewriter_, finding_.stmt) +
           rewriter_.Import("torch") + "._check(" + each + " >= 0)\n";
  }

  // The lists that a loop goes through, perhaps by zip() or enumerate(), before it begins: its
  // numbers are checked. False where a single number is read, too.
  bool HoistReads() {
    std::string lines = CaptureLine(rewriter_), checks;
    std::set<std::string> taken;
    for (ExprId expr : reads_) {
      const std::optional<HostRead> read = CapturedRead(finding_, expr);
      const auto& tensor = finding_.Fact(read->tensor).tensor;
      if (read->how != "tolist" || (tensor && tensor->rank != 1 && tensor->rank >= 0)) return false;
      const std::string name = FreshName("numbers", taken);
      lines += StepAt(rewriter_, finding_.stmt) + name + " = " + ReadFrom(finding_, read->tensor) +
               ".tolist()\n";
      checks += CheckEach(name);
      rewriter_.Replace(expr, name);
    }
    rewriter_.InsertBefore(finding_.stmt, lines + checks);
    return true;
  }

  // Where numbers bound slices, inductor has to see a whole number where it is read. False where it
  // would not be one.
  bool ReadForBounds() {
    for (ExprId expr : reads_) {
      const std::optional<HostRead> read = CapturedRead(finding_, expr);
      const source::Span at = finding_.tree()[read->tensor].span;
      if (read->how == "int" && !IsWhole(finding_, read->tensor)) {
        if (!IsTensor(finding_.Fact(read->tensor)) || !IsAlone(expr)) return false;
        rewriter_.Replace(expr, ReadFrom(finding_, read->tensor) + ".long().item()");
      } else if (IsHeld(finding_, read->tensor)) {
        rewriter_.InsertAt(at.end, ".clone()");
      }
    }
    return true;
  }

  // `t.item()`; one of several lines is left as it is, as lines of the statement are moved.
  void ReadInPlace(ExprId number) {
    if (finding_.Text(number).find('\n') == std::string_view::npos)
      return rewriter_.Replace(number, RenderOperand(finding_, number) + ".item()");
    rewriter_.InsertAt(finding_.tree()[number].span.begin, "(");
    rewriter_.InsertAt(finding_.tree()[number].span.end, ").item()");
  }

  // Whether nothing else that is read stands in it.
  bool IsAlone(ExprId expr) const {
    const source::Span span = finding_.tree()[expr].span;
    return std::none_of(reads_.begin(), reads_.end(), [&](ExprId other) {
      return other != expr && span.Contains(finding_.tree()[other].span);
    });
  }

  void Wrap() {
    WrapStatement(finding_, CaptureLine(rewriter_), rewriter_);
    if (checks_) rewriter_.InsertAfter(finding_.stmt, *checks_);
  }

  // What a loop goes through is evaluated before it begins.
  void Hoist() {
    const auto& loop = *finding_.If<syntax::For>(finding_.stmt);
    const std::string name = rewriter_.FreshName("numbers");
    rewriter_.InsertBefore(finding_.stmt, CaptureLine(rewriter_) +
                                              StepAt(rewriter_, finding_.stmt) + name + " = " +
                                              Spread(finding_.Text(loop.iterable)) + "\n");
    rewriter_.Replace(loop.iterable, name);
  }

  const Finding& finding_;
  CapturedUses uses_;
  Rewriter rewriter_;
  std::vector<ExprId> reads_;  // of numbers, in the code that is followed
  CapturedDifferences differences_;
  std::optional<std::string> checks_;  // lines behind the statement, where something bounds slices
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return Number(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {ObservationKind::HostRead,
                                               ObservationKind::TensorAsInt};
constexpr std::string_view kBefore[] = {"capture_by_flag"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "capture a number that is read from a tensor in the graph",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::capture_number
