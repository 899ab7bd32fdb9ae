// Read a cached property in the graph: @functools.cached_property.
//
// Before Python 3.12 it takes a lock where it computes the value, which no graph holds.
// `graphmend.caching.cached_property` is derived from it and does the same but for that lock, and
// leaves out the lock in compiled code alone.
#include <algorithm>

#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/terms.h"

namespace graphmend::fix::cache_in_graph {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// Whether the value is, or may hold, a tensor that takes part in autograd.
bool MayTakeGradients(const infer::ExprFact& value) {
  constexpr std::uint32_t kOpen =
      infer::Bits(FactKind::Object, FactKind::Class, FactKind::Callable, FactKind::Module,
                  FactKind::Iterator, FactKind::Undeclared, FactKind::Unknown);
  if (value.kinds == 0 || ((value.kinds | value.leaves) & kOpen)) return true;
  if (!value.holds_tensor) return false;
  const bool whole = value.tensor && (value.tensor->dtype == values::DType::Int ||
                                      value.tensor->dtype == values::DType::Bool);
  return !(value.Is(FactKind::Tensor) && whole);
}

class CachedRead {
 public:
  explicit CachedRead(const Finding& finding) : finding_(finding) {}

  std::optional<Proposal> Run() {
    const auto* read = finding_.If<syntax::Attribute>(finding_.expr);
    if (!read || !finding_.Fact(read->object).Is(FactKind::Object)) return std::nullopt;
    cls_ = ClassNamed(finding_, finding_.NameOf(read->object));
    const ExprId decorator = CachedBy(read->name.text());
    if (!decorator) return std::nullopt;
    const syntax::FunctionId method = MethodOf(finding_, cls_, read->name.text());
    // A number that it is made from may be a symbol while traced, which torch keeps wrongly.
    if (!IsModule(cls_) || !ReadsConstants(method)) return std::nullopt;
    if (BindsName(cls_, "graphmend")) return Declined{"the class has something named `graphmend`"};
    if (ComputingBreaks(method))
      return Declined{"computing it breaks the graph as well; mend that first"};
    if (finding_.Fact(finding_.expr).MayBe(FactKind::Iterator))
      return Declined{"the graph cannot hand on the iterator that is kept; keep a list"};
    Rewriter rewriter(finding_);
    rewriter.Replace(decorator, rewriter.Import("graphmend.caching") + ".cached_property");
    const std::string difference = DifferenceOf(method);
    return rewriter.Finish("cache it in the graph",
                           difference.empty() ? Applicability::Safe : Applicability::Unsafe,
                           difference);
  }

 private:
  // The decorator of the class's cached property of this name; none where it is anything else.
  ExprId CachedBy(std::string_view name) const {
    const syntax::FunctionId method = cls_ ? MethodOf(finding_, cls_, name) : syntax::FunctionId();
    if (!method || finding_.tree()[method].decorators.size() != 1) return {};
    const ExprId decorator = finding_.tree()[method].decorators[0];
    return ImportedName(finding_, decorator) == "functools.cached_property" ? decorator : ExprId();
  }

  std::string DifferenceOf(syntax::FunctionId method) const {
    std::string difference;
    if (MayTakeGradients(finding_.Fact(finding_.expr)))
      difference =
          "where its value takes part in autograd, going backward through it again, from a later "
          "call, may raise an error, and what only the value is made from gets a zero gradient "
          "where it had none";
    constexpr std::uint32_t kChanging = infer::Bits(FactKind::List, FactKind::Dict, FactKind::Set);
    const infer::ExprFact& value = finding_.Fact(finding_.expr);
    if (value.MayBe(FactKind::Tuple) && (value.within & kChanging))
      difference += std::string(difference.empty() ? "" : "; ") +
                    "what compiled code changes in a list or dict within a tuple is lost from the "
                    "second call on";
    if (!OnlyComputes(method))
      difference += std::string(difference.empty() ? "" : "; ") +
                    "what is done besides computing it may be done more often where compiled code "
                    "asks for it by `hasattr` or `getattr`";
    return difference;
  }

  source::Span BodyOf(syntax::FunctionId method) const {
    const syntax::StmtList body = finding_.tree()[method].body;
    return {finding_.tree()[body.front()].span.begin, finding_.tree()[body.back()].span.end};
  }

  // Of an instance of torch's modules integers are constants to Dynamo.
  bool IsModule(syntax::ClassId cls) const {
    const auto& bases = finding_.tree()[cls].bases;
    return std::any_of(bases.begin(), bases.end(), [&](const syntax::Arg& base) {
      const std::string name = ImportedName(finding_, base.value);
      if (name.starts_with("torch.nn.")) return true;
      const syntax::ClassId of = ClassNamed(finding_, finding_.NameOf(base.value));
      return of && of != cls && of.index < cls.index && IsModule(of);
    });
  }

  // Whether all that it reads are constants to Dynamo, as floats are not, or data of tensors.
  bool ReadsConstants(syntax::FunctionId method) const {
    constexpr std::uint32_t kOpen =
        infer::Bits(FactKind::Float, FactKind::Complex, FactKind::Scalar, FactKind::Iterator,
                    FactKind::Undeclared, FactKind::Unknown);
    const Finding inside = finding_.In(method);
    const Terms terms(inside);
    bool constant = true;
    ForEachInside(inside, BodyOf(method), [&](ExprId part) {
      const bool reads = inside.If<syntax::Attribute>(part) || inside.If<syntax::Subscript>(part) ||
                         (inside.If<syntax::Name>(part) && !terms.SlotOf(part));
      const infer::ExprFact& fact = inside.Fact(part);
      if (reads && !IsTarget(inside, part) &&
          (fact.kinds == 0 || ((fact.kinds | fact.leaves) & kOpen)))
        constant = false;
    });
    return constant;
  }

  // Whether the body of the class gives the name another meaning.
  bool BindsName(syntax::ClassId cls, std::string_view name) const {
    const syntax::StmtList body = finding_.tree()[cls].body;
    return std::any_of(body.begin(), body.end(), [&](syntax::StmtId stmt) {
      const auto* function = finding_.If<syntax::FunctionStmt>(stmt);
      if (function) return finding_.tree()[function->function].name == name;
      return finding_.Text(stmt).find(name) != std::string_view::npos;
    });
  }

  // Whether nothing shows how often the value is computed.
  bool OnlyComputes(syntax::FunctionId method) const {
    const Finding inside = finding_.In(method);
    const Terms terms(inside);
    bool only = true;
    ForEachInside(inside, BodyOf(method), [&](ExprId part) {
      const bool elsewhere = !inside.If<syntax::Name>(part) || !terms.SlotOf(part);
      only = only && !(elsewhere && IsTarget(inside, part)) && !IsChanged(inside, part) &&
             !(inside.If<syntax::Call>(part) && terms.Effects(part));
    });
    return only;
  }

  // Whether something breaks while the value is computed but a cached property of its own.
  bool ComputingBreaks(syntax::FunctionId method) const {
    const source::Span code = finding_.tree()[method].span;
    std::vector<source::Span> cached;
    ForEachInside(finding_, code, [&](ExprId part) {
      const auto* read = finding_.If<syntax::Attribute>(part);
      const auto* self = read ? finding_.If<syntax::Name>(read->object) : nullptr;
      if (self && IsSelf(method, self->id) && CachedBy(read->name.text()))
        cached.push_back(finding_.tree()[part].span);
    });
    return std::any_of(finding_.breaks.begin(), finding_.breaks.end(), [&](source::Span place) {
      return code.Contains(place) && std::find(cached.begin(), cached.end(), place) == cached.end();
    });
  }

  bool IsSelf(syntax::FunctionId method, base::Symbol name) const {
    const auto& params = finding_.tree()[method].params;
    return !params.empty() && params[0].name == name;
  }

  const Finding& finding_;
  syntax::ClassId cls_;  // of the object
};

std::optional<Proposal> Propose(const Finding& finding) { return CachedRead(finding).Run(); }

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::UnsupportedContext};
constexpr std::string_view kBefore[] = {"compute_at_each_read"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "read a cached property in the graph",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::cache_in_graph
