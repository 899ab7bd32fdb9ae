// Elements that a mask selects, or places where something holds: as many as there are is counted
// first, and the count is kept in the graph as a symbol.
//
//     y = x[mask]        with graphmend.capture.numbers():
//                            count = mask.count_nonzero().item()
//                        y = x[torch.nonzero_static(mask, size=count).unbind(1)]
//
// The same elements in the same order, by the same kernels: what indexes by a mask looks for the
// places first, too. `captured_uses.h` says where what has such a size may go.
#include <string>
#include <vector>

#include "captured.h"
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/terms.h"

namespace graphmend::fix::count_selected {
namespace {

using diag::Applicability;
using infer::FactKind;
using infer::ObservationKind;
using syntax::ExprId;
using syntax::LiteralKind;

enum class Form : std::uint8_t {
  Columns,  // torch.where(mask), nonzero(as_tuple=True)
  Places,   // nonzero(), argwhere()
  Index,    // x[mask]
  Part,     // x[:, mask], x[mask] += y
  Select,   // masked_select(x, mask)
  Repeat,   // repeat_interleave(x, counts)
};

struct Search {
  Form form;
  ExprId mask;    // Repeat: how often
  ExprId tensor;  // what is selected from or repeated; none for places
  ExprId dim;     // Repeat
};

class Selected {
 public:
  explicit Selected(const Finding& finding)
      : finding_(finding), uses_(finding, EntryOf(finding)), rewriter_(finding) {}

  std::optional<Proposal> Run() {
    const std::optional<Search> search = Searched();
    if (!search || !FollowSized(finding_, uses_, finding_.expr)) return std::nullopt;
    if (SeesChanges(finding_)) return Declined{std::string(kChanged)};
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    if (!rewriter_.HasOwnLines(finding_.stmt) || !IsAlwaysEvaluated(finding_, finding_.expr) ||
        !OnlyComputesBefore(finding_))
      return Declined{"it is counted before the statement; assign its result to a name first"};
    if (uses_.bounds_slices()) return std::nullopt;
    Write(*search);
    return rewriter_.Finish("count what is selected, in the graph", Applicability::Unsafe,
                            Difference(*search));
  }

 private:
  const infer::ExprFact& Fact(ExprId expr) const { return finding_.Fact(expr); }

  bool IsMask(ExprId expr) const {
    const infer::ExprFact& fact = Fact(expr);
    return IsTensor(fact) && fact.tensor->dtype == values::DType::Bool && fact.tensor->rank != 0;
  }

  int Rank(ExprId expr) const { return Fact(expr).Rank(); }

  std::optional<Search> Searched() const {
    if (const auto* item = finding_.If<syntax::Subscript>(finding_.expr)) return SearchedBy(*item);
    const auto* call = finding_.If<syntax::Call>(finding_.expr);
    if (!call) return std::nullopt;
    for (const syntax::Arg& arg : call->args)
      if (arg.kind != syntax::ArgKind::Positional && arg.kind != syntax::ArgKind::Keyword)
        return std::nullopt;
    const auto* method = finding_.If<syntax::Attribute>(call->callee);
    const bool is_method = method && IsTensor(Fact(method->object));
    std::string_view name = finding_.NameOf(call->callee);
    if (is_method) name = method->name.text();
    else if (name.starts_with("torch.")) name.remove_prefix(6);
    else return std::nullopt;
    const int first = is_method ? -1 : 0;
    const ExprId tensor = is_method ? method->object : Argument(*call, 0, "input");
    if (!tensor || !IsTensor(Fact(tensor))) return std::nullopt;
    return SearchedBy(*call, name, first, tensor);
  }

  // `x[mask]`, `x[:, mask]`
  std::optional<Search> SearchedBy(const syntax::Subscript& item) const {
    const bool changed = finding_.If<syntax::AugAssign>(finding_.stmt) &&
                         finding_.If<syntax::AugAssign>(finding_.stmt)->target == finding_.expr;
    if (!IsTensor(Fact(item.object)) || (!changed && IsTarget(finding_, finding_.expr)))
      return std::nullopt;
    if (IsMask(item.index))
      return Search{changed ? Form::Part : Form::Index, item.index, item.object, {}};
    ExprId mask;
    for (ExprId part : TupleItems(finding_.tree(), item.index))
      if (IsMask(part)) {
        if (mask) return std::nullopt;
        mask = part;
      }
    if (!mask || (Rank(mask) != 1 && !IsUnshadowed(finding_, "slice"))) return std::nullopt;
    return Search{Form::Part, mask, item.object, {}};
  }

  std::optional<Search> SearchedBy(const syntax::Call& call, std::string_view name, int first,
                                   ExprId tensor) const {
    const std::size_t more = first < 0 ? 0 : 1;
    if (Rank(tensor) == 0) return std::nullopt;
    if (name == "where" && first == 0 && HasOnly(call, 1, {}))
      return Search{Form::Columns, tensor, {}, {}};
    if (name == "argwhere" && HasOnly(call, more, {})) return Search{Form::Places, tensor, {}, {}};
    if (name == "nonzero" && HasOnly(call, more, {"as_tuple"})) return Nonzero(call, tensor);
    if (name == "masked_select" && HasOnly(call, more + 1, {"mask"})) {
      const ExprId mask = Argument(call, first + 1, "mask");
      if (mask && IsMask(mask)) return Search{Form::Select, mask, tensor, {}};
    }
    if (name != "repeat_interleave" || !HasOnly(call, more + 2, {"repeats", "dim"}))
      return std::nullopt;
    const ExprId repeats = Argument(call, first + 1, "repeats");
    if (!repeats) return Search{Form::Repeat, tensor, {}, {}};
    if (!IsTensor(Fact(repeats))) return std::nullopt;
    return Search{Form::Repeat, repeats, tensor, Argument(call, first + 2, "dim")};
  }

  std::optional<Search> Nonzero(const syntax::Call& call, ExprId tensor) const {
    const ExprId as_tuple = Argument(call, -1, "as_tuple");
    if (as_tuple && IsLiteral(finding_, as_tuple, LiteralKind::True))
      return Search{Form::Columns, tensor, {}, {}};
    if (as_tuple && !IsLiteral(finding_, as_tuple, LiteralKind::False)) return std::nullopt;
    return Search{Form::Places, tensor, {}, {}};
  }

  // A name that holds what the expression gives, for lines before the statement.
  std::string Named(ExprId expr, std::string_view base, std::string& lines) {
    if (finding_.If<syntax::Name>(expr)) return std::string(finding_.Text(expr));
    const std::string name = rewriter_.FreshName(base);
    lines += name + " = " + Render(finding_, expr) + "\n";
    return name;
  }

  std::string Counted(const std::string& of, std::string& lines) {
    const std::string count = rewriter_.FreshName("count");
    lines += CaptureLine(rewriter_) + StepAt(rewriter_, finding_.stmt) + count + " = " + of +
             ".item()\n";
    return count;
  }

  void Write(const Search& search) {
    const std::string torch = rewriter_.Import("torch");
    std::string lines;
    if (search.form == Form::Repeat) return WriteRepeated(search, torch);
    std::string tensor = search.tensor ? Named(search.tensor, "elements", lines) : "";
    std::string mask = Named(search.mask, "selected", lines);
    if (search.form == Form::Select) {
      const std::string wide = rewriter_.FreshName("all_elements");
      const std::string wide_mask = rewriter_.FreshName("all_selected");
      lines += wide + ", " + wide_mask + " = " + torch + ".broadcast_tensors(" + tensor + ", " +
               mask + ")\n";
      tensor = wide, mask = wide_mask;
    }
    const std::string count = Counted(mask + ".count_nonzero()", lines);
    const std::string places = torch + ".nonzero_static(" + mask + ", size=" + count + ")";
    rewriter_.InsertBefore(finding_.stmt, lines);
    switch (search.form) {
      case Form::Columns:
        // As they lie in memory where a search gives them: one behind the other.
        return rewriter_.Replace(finding_.expr, Rank(search.mask) == 1
                                                    ? places + ".unbind(1)"
                                                    : places + ".t().contiguous().unbind()");
      case Form::Places:
        return rewriter_.Replace(
            finding_.expr, Rank(search.mask) == 1 ? places : places + ".t().contiguous().t()");
      case Form::Index:
      case Form::Select:
        return rewriter_.Replace(
            finding_.expr,
            tensor + "[" + places + (Rank(search.mask) == 1 ? "[:, 0]" : ".unbind(1)") + "]");
      case Form::Part: return WritePart(search, tensor, places);
      case Form::Repeat: break;
    }
  }

  // The other parts of the index stay. In the place of a mask of several dimensions there are as
  // many indices.
  void WritePart(const Search& search, const std::string& tensor, const std::string& places) {
    const ExprId index = finding_.If<syntax::Subscript>(finding_.expr)->index;
    if (index == search.mask || Rank(search.mask) == 1) {
      rewriter_.Replace(search.mask, places + (Rank(search.mask) == 1 ? "[:, 0]" : ".unbind(1)"));
    } else {
      std::string parts;
      for (ExprId part : TupleItems(finding_.tree(), index))
        parts += (part == search.mask ? "*" + places + ".unbind(1)" : IndexPart(part)) + ", ";
      parts.resize(parts.size() - 2);
      rewriter_.Replace(index, "(" + parts + ")");
    }
    if (!finding_.If<syntax::Name>(search.tensor)) rewriter_.Replace(search.tensor, tensor);
  }

  std::string IndexPart(ExprId part) const {
    const auto* slice = finding_.If<syntax::Slice>(part);
    if (!slice) return Render(finding_, part);
    const auto bound = [&](ExprId expr) { return expr ? Render(finding_, expr) : "None"; };
    return "slice(" + bound(slice->lower) + ", " + bound(slice->upper) +
           (slice->step ? ", " + bound(slice->step) : "") + ")";
  }

  // Counts that are one for all are spread, as the call does.
  void WriteRepeated(const Search& search, const std::string& torch) {
    std::string lines;
    const std::string counts = Named(search.mask, "repeats", lines);
    if (!search.tensor) {
      const std::string count = Counted(counts + ".sum()", lines);
      rewriter_.InsertBefore(finding_.stmt, lines);
      return rewriter_.Replace(
          finding_.expr, torch + ".repeat_interleave(" + counts + ", output_size=" + count + ")");
    }
    const std::string tensor = Named(search.tensor, "elements", lines);
    const std::string dim = search.dim ? Render(finding_, search.dim) : "";
    const bool flat = dim.empty() || Fact(search.dim).Is(FactKind::None);
    const std::string size = flat ? tensor + ".numel()" : tensor + ".shape[" + dim + "]";
    const std::string count = Counted(counts + ".expand(" + size + ").sum()", lines);
    rewriter_.InsertBefore(finding_.stmt, lines);
    rewriter_.Replace(finding_.expr, torch + ".repeat_interleave(" + tensor + ", " + counts +
                                         (flat ? "" : ", dim=" + dim) + ", output_size=" + count +
                                         ")");
  }

  std::string Difference(const Search& search) const {
    std::string difference =
        "an error that such a size raises is a different one when compiled, and elements that are "
        "combined must be equal in number";
    if (search.form == Form::Index || search.form == Form::Part)
      difference +=
          "; a mask whose shape differs from what it selects from may raise none, or on a GPU a "
          "device-side assert";
    if (Rank(search.mask) < 0 && search.form != Form::Repeat)
      difference += "; a 0-d mask selects differently, or raises";
    if (IsChangedInPlace(finding_, search.mask))
      difference += "; going backward raises no error where the mask is changed after it selected";
    return difference + OutOfView(finding_, uses_);
  }

  const Finding& finding_;
  CapturedUses uses_;
  Rewriter rewriter_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return Selected(finding).Run();
}

constexpr ObservationKind kAnswers[] = {ObservationKind::DynamicShape,
                                        ObservationKind::BooleanMask};
constexpr std::string_view kBefore[] = {"capture_by_flag"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "count what is selected, and keep the count in the graph",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::count_selected
