#include "fix/region.h"

#include <algorithm>
#include <map>

#include "fix/conduct.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/result_uses.h"
#include "fix/sizes_by_data.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;
using Mend = NoRegion::Mend;

class RegionSearch {
 public:
  RegionSearch(const Finding& finding, const Terms& terms, const Run& run, Results results)
      : finding_(finding),
        terms_(terms),
        flow_(terms.flow()),
        variables_(finding, finding.function),
        run_(run),
        span_(run.span(finding.tree())),
        sizes_(finding, terms, span_),
        makes_(results == Results::Made),
        buffers_(results == Results::Buffers) {}

  std::variant<Region, NoRegion> Search() {
    Conduct conduct = Observer(finding_, terms_)
                          .Of(run_.block, run_.first, run_.last,
                              {.whole = makes_ || buffers_, .described = makes_, .once = buffers_});
    if (!conduct.why.empty()) return NoRegion{Mend::Never, conduct.why};
    // What the compiler tries must not be seen by anything else, a cache least of all.
    if ((makes_ || buffers_) && !conduct.unknown.empty())
      return NoRegion{Mend::Never, "what `" + *conduct.unknown.begin() + "` does is not known"};
    region_.unknown = std::move(conduct.unknown);
    region_.says = conduct.says;
    region_.buffers = std::move(conduct.buffers);
    if (StandsInHandler(finding_, run_.block[run_.first]) ||
        Calls(finding_).IsCaught(finding_.function))
      return NoRegion{Mend::Never, "an exception raised in it is caught"};
    for (ExprId place : conduct.changes)
      if (!MayBeChanged(place)) return failed_;
    if (!FindReads()) return failed_;
    if (buffers_) return ChangesBuffers() ? std::variant<Region, NoRegion>(region_) : failed_;
    if (makes_ ? !MakesResults() : !AllResultsAreChanged()) return failed_;
    if (!ReadsStay()) return failed_;
    return std::move(region_);
  }

 private:
  bool Fail(Mend mend, std::string why) {
    failed_ = {mend, std::move(why)};
    return false;
  }

  std::string Name(flow::Slot slot) const { return "`" + variables_.Name(slot) + "`"; }
  bool IsHidden(flow::Slot slot) const { return variables_.Name(slot).starts_with('<'); }
  // Whether the definition is made inside.
  bool IsInside(const flow::Inst* definition) const {
    return definition && !Dataflow::IsMerge(definition) && span_.Contains(definition->span);
  }

  // What is changed is a new tensor or container of the run's own, or a tensor that it returns.
  bool MayBeChanged(ExprId place) {
    const flow::Slot slot = *terms_.SlotOf(place);
    const Definitions& definitions = flow_.Of(place);
    const auto inside = std::count_if(definitions.begin(), definitions.end(),
                                      [&](const flow::Inst* d) { return IsInside(d); });
    if (inside == 0) return MayBeResult(slot);
    if (static_cast<std::size_t>(inside) != definitions.size())
      // `out += v` stores what it changes: the tensor that came in.
      return std::all_of(definitions.begin(), definitions.end(),
                         [&](const flow::Inst* d) { return !IsInside(d) || IsAugmented(d); })
                 ? MayBeResult(slot)
                 : Fail(Mend::Before, Name(slot) + " is changed, and may belong to other code");
    for (const flow::Inst* definition : definitions) {
      if (IsAugmented(definition)) continue;
      const ExprId made = terms_.ValueOf(definition);
      const bool own =
          made && (IsNewTensor(finding_, made) || finding_.If<syntax::Sequence>(made) ||
                   finding_.If<syntax::Dict>(made));
      if (!own) return Fail(Mend::Never, Name(slot) + " is changed, and may be held elsewhere");
    }
    return true;
  }

  bool IsAugmented(const flow::Inst* definition) const {
    return finding_.If<syntax::AugAssign>(definition->stmt) != nullptr;
  }

  // The tensor was made in the same block, and nobody holds it but the variable.
  bool MayBeResult(flow::Slot slot) {
    if (makes_ || buffers_)
      return Fail(Mend::Before, Name(slot) + " is changed in place, and may be held elsewhere");
    if (std::find(region_.changed.begin(), region_.changed.end(), slot) != region_.changed.end())
      return true;
    const Definitions& before = flow_.Before(span_, slot);
    const flow::Inst* made = before.size() == 1 ? *before.begin() : nullptr;
    const ExprId value = made && !Dataflow::IsMerge(made) ? terms_.ValueOf(made) : ExprId();
    if (!value || !IsNewTensor(finding_, value) || !IsTensor(finding_.Fact(value)))
      return Fail(Mend::Before, Name(slot) + " is changed in place, and may be held elsewhere");
    const auto& block = run_.block;
    const syntax::StmtId stmt = finding_.parents.Statement(value);
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    if (!assign || assign->targets.size() != 1 || assign->value != value)
      return Fail(Mend::Before, Name(slot) + " is changed in place, and may be held elsewhere");
    if (std::find(block.begin(), block.end(), stmt) == block.end())
      return Fail(Mend::Before, Name(slot) + " is changed in place, and made outside this block");
    if (ResultUses(finding_, terms_, span_).MayBeHeldBefore(variables_.Name(slot)))
      return Fail(Mend::Before, Name(slot) + " is changed in place, and may be held elsewhere");
    region_.changed.push_back(slot);
    return true;
  }

  bool FindReads() {
    for (flow::BlockId block : flow_.graph().order)
      for (const flow::Inst& inst : flow_.graph().blocks[block].insts)
        if (span_.Contains(inst.span) && !LookAt(inst)) return false;
    std::sort(region_.reads.begin(), region_.reads.end(),
              [this](flow::Slot a, flow::Slot b) { return first_read_.at(a) < first_read_.at(b); });
    for (flow::Slot slot : region_.changed)
      if (std::find(region_.reads.begin(), region_.reads.end(), slot) == region_.reads.end())
        region_.reads.push_back(slot);
    return true;
  }

  bool LookAt(const flow::Inst& inst) {
    const auto* store = std::get_if<flow::Store>(&inst.node);
    if (store && variables_.IsCaptured(store->slot))
      return Fail(Mend::Never, Name(store->slot) + " is shared with a function inside");
    const auto* load = std::get_if<flow::Load>(&inst.node);
    if (!load || IsHidden(load->slot)) return true;
    if (variables_.IsCaptured(load->slot))
      return Fail(Mend::Never, Name(load->slot) + " is shared with a function inside");
    // Where a variable of the run's own has no value, reading it raises the same in a function.
    const Definitions& definitions = flow_.Of(inst.expr);
    const bool parameter = variables_.IsParameter(load->slot);
    auto own = [&](const flow::Inst* d) { return IsInside(d) || (!d && !parameter); };
    if (std::all_of(definitions.begin(), definitions.end(), own)) return true;
    if (!parameter && definitions.contains(nullptr))
      return Fail(Mend::Before, Name(load->slot) + " may have no value there");
    if (load->slot == 0 && finding_.tree()[finding_.function].cls) return region_.reads_self = true;
    const auto [first, is_new] = first_read_.try_emplace(load->slot, inst.span.begin);
    first->second = std::min(first->second, inst.span.begin);
    if (is_new) region_.reads.push_back(load->slot);
    return MayBeHandedOver(finding_.Fact(inst.expr)) ||
           Fail(Mend::Before, Name(load->slot) + " is neither a tensor nor a number");
  }

  // For gradients the operator keeps what it reads. What is changed in place behind it, or in the
  // next round of a loop around it, is no longer that.
  bool ReadsStay() {
    bool in_loop = false;
    for (syntax::StmtId stmt = run_.block[run_.first]; (stmt = finding_.parents.Parent(stmt));)
      in_loop = in_loop || finding_.If<syntax::For>(stmt) || finding_.If<syntax::While>(stmt);
    for (flow::BlockId block : flow_.graph().order)
      for (const flow::Inst& inst : flow_.graph().blocks[block].insts) {
        const bool behind = in_loop || inst.span.begin >= span_.end;
        if (!behind || !inst.expr || span_.Contains(inst.span)) continue;
        if (const auto* asked = std::get_if<flow::GetAttr>(&inst.node);
            asked && (asked->name == "requires_grad" || asked->name == "grad_fn"))
          return Fail(Mend::Never,
                      "`" + std::string(finding_.Text(inst.expr)) + "` is read after it");
        if (finding_.Fact(inst.expr).MayBe(FactKind::Tensor) && IsChanged(finding_, inst.expr) &&
            !IsResult(inst.expr))
          return Fail(Mend::Behind, "`" + std::string(finding_.Text(inst.expr)) +
                                        "` is changed in place after it");
      }
    return true;
  }

  bool IsResult(ExprId place) const {
    const auto slot = terms_.SlotOf(place);
    const auto& changed = region_.changed;
    return slot && std::find(changed.begin(), changed.end(), *slot) != changed.end();
  }

  // A list or tuple of tensors alone.
  static bool HoldsTensors(const infer::ExprFact& fact) {
    return fact.OneOf(FactKind::List, FactKind::Tuple) && !fact.IsNested() &&
           fact.leaves == infer::Bits(FactKind::Tensor);
  }

  // With what the operator does not take the function is called as it is.
  static bool MayBeHandedOver(const infer::ExprFact& fact) {
    return fact.kinds == 0 || fact.MayBe(FactKind::None) || fact.MayBe(FactKind::Tensor) ||
           fact.MayBe(FactKind::Int) || fact.MayBe(FactKind::Float) || fact.MayBe(FactKind::Bool) ||
           fact.MayBe(FactKind::Undeclared) || fact.MayBe(FactKind::Unknown) || HoldsTensors(fact);
  }

  // What it assigns and is read behind it are tensors, or it returns some whatever happens.
  bool MakesResults() {
    std::vector<flow::Slot> read;
    for (std::uint32_t slot = 0; slot < flow_.graph().slots.size(); ++slot)
      if (IsAssigned(slot) && flow_.LiveAfter(span_, slot)) read.push_back(slot);
    for (std::size_t i = run_.first; i <= run_.last; ++i) {
      if (sizes_.LoopsByData(run_.block[i]))
        return Fail(Mend::Never, "a loop in it ends where the data are such");
      if (sizes_.ChoosesByData(run_.block[i]))
        return Fail(Mend::Never, "a number that is read from a tensor says which item it takes");
      if (HoldsArrays(run_.block[i]))
        return Fail(Mend::Never, "NumPy computes in it, which needs the data");
    }
    const std::vector<ExprId> returned = Returned();
    if (!returned.empty()) {
      if (!Leaves(run_.block[run_.last])) return Fail(Mend::Behind, "it contains a return");
      region_.returns = true;
      return std::all_of(returned.begin(), returned.end(),
                         [&](ExprId value) { return AreMade(value); });
    }
    if (read.empty()) return Fail(Mend::Behind, "it makes nothing that is read behind it");
    region_.made = read;
    region_.several = read.size() > 1;
    for (flow::Slot slot : read)
      for (const flow::Inst* store : variables_.Stores(slot))
        if (span_.Contains(store->span) && !IsMade(terms_.ValueOf(store))) return false;
    return true;
  }

  bool AreMade(ExprId value) {
    const auto* several = finding_.If<syntax::Sequence>(value);
    if (!several || several->kind != syntax::SequenceKind::Tuple) return IsMade(value);
    region_.several = true;
    return std::all_of(several->items.begin(), several->items.end(),
                       [&](ExprId item) { return IsMade(item); });
  }

  bool IsAssigned(flow::Slot slot) const {
    const std::vector<const flow::Inst*> stores = variables_.Stores(slot);
    return std::any_of(stores.begin(), stores.end(),
                       [&](const flow::Inst* store) { return span_.Contains(store->span); });
  }

  bool HoldsArrays(syntax::StmtId stmt) const {
    bool found = false;
    ForEachInside(finding_, finding_.tree()[stmt].span, [&](ExprId part) {
      const infer::ExprFact& fact = finding_.Fact(part);
      found = found || (fact.tensor && fact.tensor->numpy);
    });
    return found;
  }

  bool ChangesBuffers() {
    if (region_.buffers.empty() && !region_.says)
      return Fail(Mend::Behind, "it changes no buffer of its module, and says nothing");
    const std::vector<ExprId> returned = Returned();
    if (std::any_of(returned.begin(), returned.end(), [](ExprId value) { return bool(value); }))
      return Fail(Mend::Never, "it returns a value");
    const syntax::StmtList body = finding_.tree()[finding_.function].body;
    if (!returned.empty() && run_.block[run_.last] != body.back())
      return Fail(Mend::Behind, "it contains a return");
    for (std::uint32_t slot = 0; slot < flow_.graph().slots.size(); ++slot)
      if (IsAssigned(slot) && flow_.LiveAfter(span_, slot))
        return Fail(Mend::Behind, Name(slot) + " is read after it");
    return true;
  }

  // What its returns give, none for one without a value.
  std::vector<ExprId> Returned() const {
    std::vector<ExprId> returned;
    ForEachReturn(
        finding_.tree(), run_.block.subspan(run_.first, run_.last - run_.first + 1),
        [&](syntax::StmtId stmt) { returned.push_back(finding_.If<syntax::Return>(stmt)->value); });
    return returned;
  }

  // Whether nothing runs behind the statement.
  bool Leaves(syntax::StmtId stmt) const {
    if (finding_.If<syntax::Return>(stmt) || finding_.If<syntax::Raise>(stmt)) return true;
    const auto* branch = finding_.If<syntax::If>(stmt);
    return branch && !branch->orelse.empty() && Leaves(branch->body[branch->body.size() - 1]) &&
           Leaves(branch->orelse[branch->orelse.size() - 1]);
  }

  // A tensor whose shape does not depend on data, as far as the source tells.
  bool IsMade(ExprId value) {
    if (value && finding_.Fact(value).kinds == 0) return true;  // no call leads there
    if (!value || !IsTensor(finding_.Fact(value)))
      return Fail(Mend::Behind, "its result is not known to be a tensor");
    return !sizes_.IsSizedByData(value) ||
           Fail(Mend::Behind,
                "the shape of `" + std::string(finding_.Text(value)) + "` depends on data");
  }

  // A variable that it assigns and that is read behind it has to be one of the results.
  bool AllResultsAreChanged() {
    for (std::uint32_t slot = 0; slot < flow_.graph().slots.size(); ++slot) {
      const auto& changed = region_.changed;
      const std::vector<const flow::Inst*> stores = variables_.Stores(slot);
      if (std::find(changed.begin(), changed.end(), slot) != changed.end()) {
        for (const flow::Inst* store : stores)
          if (span_.Contains(store->span) && !IsAugmented(store))
            return Fail(Mend::Never, Name(slot) + " is a different tensor in the end");
        continue;
      }
      if (IsAssigned(slot) && flow_.LiveAfter(span_, slot))
        return Fail(Mend::Behind, Name(slot) + " is read after it, and its shape is not known");
    }
    // Compiled, a result that nobody uses has a gradient of zeros, and what is not finite in it
    // would reach what the others are made of.
    if (region_.changed.size() > 1) return Fail(Mend::Never, "it has several results");
    return !region_.changed.empty() || Fail(Mend::Behind, "it has no result whose shape is known");
  }

  const Finding& finding_;
  const Terms& terms_;
  const Dataflow& flow_;
  Variables variables_;
  const Run& run_;
  source::Span span_;
  SizesByData sizes_;
  const bool makes_;
  const bool buffers_;
  std::map<flow::Slot, std::uint32_t> first_read_;  // offset in the source
  Region region_;
  NoRegion failed_;
};

}  // namespace

std::variant<Region, NoRegion> RegionOf(const Finding& finding, const Terms& terms, const Run& run,
                                        Results results) {
  return RegionSearch(finding, terms, run, results).Search();
}

}  // namespace graphmend::fix
