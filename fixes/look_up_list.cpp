// A tensor that is made of a list, in which a table or a set answers for each number of another
// tensor, found in the graph:
//
//     torch.tensor([COST[c] for c in labels.tolist()])      torch.tensor(COST)[labels]
//     torch.tensor([int(t) in SPECIAL for t in ids])        torch.isin(ids,
//     torch.tensor(sorted(SPECIAL)))
#include <algorithm>
#include <optional>
#include <string>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fixes/computed_numbers.h"

namespace graphmend::fix::look_up_list {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// `torch.tensor([… for c in labels.tolist()], dtype=d)`
struct Listed {
  ExprId made;     // the call that makes a tensor of the list
  ExprId like;     // `x` of `x.new_tensor`; none for torch.tensor
  ExprId element;  // of the comprehension
  ExprId variable, numbers;
  bool listed = false;  // gone through as a list, not as a tensor
};

bool IsPassedOn(const syntax::Call& call) {
  return std::all_of(call.args.begin() + 1, call.args.end(), [](const syntax::Arg& arg) {
    return arg.kind == syntax::ArgKind::Keyword && (arg.name == "dtype" || arg.name == "device");
  });
}

class Lookup {
 public:
  explicit Lookup(const Finding& finding)
      : finding_(finding), terms_(finding), rewriter_(finding) {}

  std::optional<Proposal> Run() {
    if (!FindList()) return std::nullopt;
    const bool looks_up = IsLookup(), asks = !looks_up && IsMembership();
    if (!looks_up && !asks) return std::nullopt;
    const infer::ExprFact& numbers = finding_.Fact(listed_.numbers);
    if (!IsTensor(numbers) || numbers.tensor->dtype != values::DType::Int)
      return Declined{"the numbers are not known to be a tensor of whole numbers"};
    if (numbers.Rank() != 1 && (!listed_.listed || numbers.Rank() >= 0))
      return Declined{"`" + std::string(finding_.Text(listed_.numbers)) +
                      "` is not known to have one dimension; flatten it"};
    if (terms_.Effects(listed_.numbers) || terms_.Effects(table_))
      return Declined{"what gives the numbers or the table may do more; give it a name before"};
    if (auto declined = WhyNot(finding_, listed_.numbers)) return *declined;
    rewriter_.Replace(listed_.made, looks_up ? Taken() : Asked());
    return rewriter_.Finish(
        looks_up ? "look the numbers up by the tensor" : "look for the numbers in the graph",
        Applicability::Unsafe, Difference(looks_up));
  }

 private:
  // From the read that breaks outwards, to the call that makes a tensor.
  bool FindList() {
    const syntax::Comprehension* list = nullptr;
    ExprId expr = finding_.expr;
    while (expr && !(list = finding_.If<syntax::Comprehension>(expr)))
      expr = finding_.parents.Parent(expr);
    if (!list || list->kind != syntax::ComprehensionKind::List || list->clauses.size() != 1)
      return false;
    const syntax::Clause& each = list->clauses[0];
    if (!each.conditions.empty() || each.is_async || !finding_.If<syntax::Name>(each.target) ||
        !FindMaker(expr))
      return false;
    listed_.element = list->element;
    listed_.variable = each.target;
    listed_.numbers = each.iterable;
    if (const auto read = HostReadOf(finding_, listed_.numbers); read && read->how == "tolist") {
      listed_.numbers = read->tensor;
      listed_.listed = true;
    }
    return true;
  }

  bool FindMaker(ExprId list) {
    listed_.made = finding_.parents.Parent(list);
    const auto* call = finding_.If<syntax::Call>(listed_.made);
    if (!call || call->args.empty() || call->args[0].value != list ||
        call->args[0].kind != syntax::ArgKind::Positional || !IsPassedOn(*call))
      return false;
    const std::string_view name = finding_.NameOf(call->callee);
    const auto* method = finding_.If<syntax::Attribute>(call->callee);
    if (name == "torch.Tensor.new_tensor" && method && IsPlainRead(finding_, method->object))
      listed_.like = method->object;
    return listed_.like || name == "torch.tensor";
  }

  // `c`, or where a tensor is gone through `int(c)` and `c.item()`.
  bool IsNumber(ExprId expr) const {
    if (!listed_.listed) {
      const auto read = HostReadOf(finding_, expr);
      if (!read || (read->how != "int" && read->how != "item")) return false;
      expr = read->tensor;
    }
    const auto* name = finding_.If<syntax::Name>(expr);
    return name && name->id == finding_.If<syntax::Name>(listed_.variable)->id;
  }

  // A list or tuple of numbers of one type, whose tensor has the dtype of what is taken of it.
  bool IsTable(ExprId expr) const {
    const infer::ExprFact& fact = finding_.Fact(expr);
    const bool alike = fact.leaves == infer::Bits(FactKind::Int) ||
                       fact.leaves == infer::Bits(FactKind::Float) ||
                       fact.leaves == infer::Bits(FactKind::Bool);
    return fact.OneOf(FactKind::List, FactKind::Tuple) && alike && !fact.IsNested() &&
           !fact.holds_tensor && IsPlainRead(finding_, expr);
  }

  bool IsLookup() {
    const auto* item = finding_.If<syntax::Subscript>(listed_.element);
    if (!item || !IsNumber(item->index) || !IsTable(item->object)) return false;
    table_ = item->object;
    return true;
  }

  bool IsMembership() {
    const auto* compare = finding_.If<syntax::Compare>(listed_.element);
    if (!compare || compare->ops.size() != 1 || !IsNumber(compare->left)) return false;
    inverted_ = compare->ops[0] == syntax::CompareOp::NotIn;
    const infer::ExprFact& fact = finding_.Fact(compare->rights[0]);
    if ((!inverted_ && compare->ops[0] != syntax::CompareOp::In) ||
        !fact.OneOf(FactKind::List, FactKind::Tuple, FactKind::Set) ||
        fact.leaves != infer::Bits(FactKind::Int) || fact.IsNested())
      return false;
    const auto* call = finding_.If<syntax::Call>(listed_.made);
    if (listed_.like || std::any_of(call->args.begin(), call->args.end(),
                                    [](const auto& arg) { return arg.name == "dtype"; }))
      return false;
    table_ = compare->rights[0];
    return true;
  }

  const syntax::Arg* Keyword(std::string_view name) const {
    const auto* call = finding_.If<syntax::Call>(listed_.made);
    const auto at = std::find_if(call->args.begin(), call->args.end(),
                                 [&](const syntax::Arg& arg) { return arg.name == name; });
    return at == call->args.end() ? nullptr : &*at;
  }

  // The tensor of numbers, where an index or a table on that device can be.
  std::string Numbers(bool indexes) const {
    const bool wide = finding_.Fact(listed_.numbers).tensor->exact.text() == "int64";
    std::string text = RenderOperand(finding_, listed_.numbers);
    if (const syntax::Arg* device = Keyword("device"))
      text += ".to(" + Render(finding_, device->value) + ")";
    else if (listed_.like) text += ".to(" + Render(finding_, listed_.like) + ".device)";
    else text += ".cpu()";
    return text + (indexes && !wide ? ".long()" : "");
  }

  std::string Taken() const {
    const auto* call = finding_.If<syntax::Call>(listed_.made);
    std::string text = Render(finding_, call->callee) + "(" + Render(finding_, table_);
    for (std::size_t i = 1; i < call->args.size(); ++i)
      text += ", " + call->args[i].name.str() + "=" + Render(finding_, call->args[i].value);
    return text + ")[" + Numbers(true) + "]";
  }

  std::string Asked() {
    const std::string torch = rewriter_.Import("torch");
    const bool set = finding_.Fact(table_).MayBe(FactKind::Set);
    const std::string values =
        set ? "sorted(" + Render(finding_, table_) + ")" : Render(finding_, table_);
    const syntax::Arg* device = Keyword("device");
    return torch + ".isin(" + Numbers(false) + ", " + torch + ".tensor(" + values +
           (device ? ", device=" + Render(finding_, device->value) : std::string()) + ")" +
           (inverted_ ? ", invert=True)" : ")");
  }

  std::string Difference(bool looks_up) const {
    std::string text;
    if (looks_up)
      text =
          "a number that is out of range raises a different error, and on a GPU is a "
          "device-side assert after which the process cannot use the GPU";
    text += std::string(text.empty() ? "" : "; ") +
            "numbers that the dtype does not hold are refused, looked up or not, and a list with "
            "fractions gives fractions";
    if (!listed_.like && !Keyword("dtype"))
      text += std::string(text.empty() ? "" : "; ") +
              "where there are no numbers, the result has the dtype that it has else, not float32";
    if (finding_.Fact(listed_.numbers).Rank() < 0)
      text += "; `" + std::string(finding_.Text(listed_.numbers)) + "` must have one dimension";
    if (!looks_up && !Keyword("device"))
      text += "; it is on the CPU, whatever the default device is";
    return text;
  }

  const Finding& finding_;
  Terms terms_;
  Rewriter rewriter_;
  Listed listed_;
  ExprId table_;
  bool inverted_ = false;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction() || !finding.expr) return std::nullopt;
  return Lookup(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::TensorAsInt};
constexpr std::string_view kBefore[] = {"compute_list_by_tensors", "capture_number",
                                        "member_by_tensor", "look_up_by_tensor"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "look up in the graph what a table or a set says of each number of a tensor",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::look_up_list
