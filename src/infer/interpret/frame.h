// One interpretation of one graph: the fixpoint over its blocks.
//
//   Environment   what each slot holds at a point, and *facts*: what is known of attribute and item
//                 places (`self.cache`, `outputs[0]`) from narrowing and from stores on this path.
//                 Storing to a slot forgets the facts below it.
//   Fixpoint      blocks are visited in reverse postorder from a worklist; joins at block entries;
//                 after kFreeVisits visits of one block what still changes there is widened, so
//                 that every block comes to rest; temps that other blocks use count as well
//   Heap          what is at each address that was written to (heap/heap.h); values in slots and
//                 temps are snapshots, brought up to date when they are read
//   Narrowing     happens on the edges of a Branch, nowhere else (narrow.cpp)
//
// What is observed comes from a second pass, over the states that the fixpoint came to: the first
// one only marks the blocks in which there is something to observe.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "dataflow/liveness.h"
#include "flow/dominance.h"
#include "flow/graph.h"
#include "infer/diagnose/kept_values.h"
#include "infer/heap/renaming.h"
#include "infer/interpret/environment.h"
#include "infer/unit.h"

namespace graphmend::infer {

class Frame {
 public:
  Frame(Unit& unit, const ParsedFile& file, const flow::Graph& graph, ContextId context,
        CellsId cells, ClassId owner, Mode mode);

  // Runs to the fixpoint from these slot values; the result of the graph.
  Ref Run(std::vector<Ref> arguments);

  Mode mode() const { return mode_; }
  ContextId context() const { return context_; }
  const ParsedFile& file() const { return file_; }
  const flow::Graph& graph() const { return graph_; }
  ClassId owner() const { return owner_; }
  flow::BlockId block() const { return block_; }
  Environment& environment() { return now_; }
  // What a temp holds, as it is now.
  Ref TempValue(flow::TempId temp) const { return temp ? Refreshed(temps_[temp.index]) : Ref{}; }
  NodeId Computation() const;
  Ref Refreshed(Ref ref) const;
  // Where `container` outlives the call that lets it grow.
  void ObserveGrowing(flow::TempId container, const Site& site);
  // What is at the address of `container`, a list, set, dict or instance, becomes `after`: aliases
  // see it. Without an address nothing else holds the container.
  void Mutate(Ref container, Ref after);
  // The same, where the container is in `temp`; what is known of its place follows.
  void WriteBack(flow::TempId temp, Ref after);
  // The address of what the instruction that is executed makes.
  values::AddressId NewAddress(const flow::Inst& inst);
  void ApplyEffects(const Context& callee, const Renaming& renaming);
  // A field of an object of the store was written to.
  void Wrote(ObjectId object, Symbol name);
  void ForgetAttribute(Ref object, Symbol name, flow::PlaceId except);
  const flow::Inst* instruction() const { return inst_; }
  Heap TakeHeap() { return std::move(exit_heap_); }
  // ---- diagnose/second_pass.cpp ----
  // There is something to observe in the block that is executed.
  void MarkObserving();
  // Blocks with something to observe, each with its converged entry state.
  std::vector<std::pair<flow::BlockId, Environment>> TakeObserving();
  FirstWays TakeFirstWays() { return std::move(first_ways_); }
  // A tensor that has been changed in place: what is no longer known of it here, under any name.
  enum class ForgetWhat : std::uint8_t { Shape, All };
  void ForgetTensor(Ref changed, ForgetWhat what);
  // Executes these blocks once more, over the states that the fixpoint came to, and observes.
  void Diagnose(const Context& context);
  // What kind of test a branch of this statement is.
  observed::Any WhatTests(const flow::Branch& branch, syntax::StmtId stmt) const;
  Observation* Observed(Observation observation);
  // How many there are in the block that is executed.
  std::size_t ObservedHere() const;
  // How many of those since `first` are operators that break for what an operand is: an instance
  // that answers them, a number that `random` draws.
  std::size_t OperatorsSince(std::size_t first) const;
  // They come up for some of the operands that there may be.
  void OpenOperators(std::size_t first);
  // What is observed by `each` for some of the alternatives depends only on which one it is.
  void ForAlternatives(std::vector<Ref> alternatives, const std::function<void(Ref)>& each);
  // The loop or try that makes Dynamo run the whole frame uncompiled after a break at this site.
  std::optional<flow::RegionKind> BreakSkipsFrame(const Site& site) const;
  // A `with` is entered now. Where that breaks, all of the frame runs uncompiled.
  bool Enters() const { return inst_ && std::holds_alternative<flow::EnterWith>(inst_->node); }
  bool BuildsModule() const;  // the constructor of a module (own_frames.cpp)
  // What runs now is an operator, `in`, an attribute that is read, an iteration or a format: Dynamo
  // resumes no frame behind a break in one (ResumesBehind() is of what these call).
  bool Operates() const;
  bool Leaves() const { return inst_ && std::holds_alternative<flow::ExitWith>(inst_->node); }
  bool InLoop() const;  // what runs now, in a for or while of this function
  // What decides, within the statement, whether the block that is executed is reached, where
  // source leaves it open: "`self.flag` holds"; else empty.
  OpenConditions EvaluatedWhen(syntax::StmtId stmt);
  const std::multimap<std::uint32_t, flow::BlockId>& BranchesInside();
  Ref yielded() const { return yielded_; }
  bool returns() const { return returns_; }  // some path got to the end
  std::vector<Ref> TakeTemps() { return std::move(temps_); }

  static Ref Evaluate(Unit& unit, const ParsedFile& file, const flow::Graph& graph, CellsId cells,
                      ClassId owner);
  static Ref EvaluateDefinition(Unit& unit, const ParsedFile& file, names::ScopeId scope,
                                CellsId cells, ClassId owner, const names::Definition& definition,
                                Symbol name);
  static Ref ConstantRef(Unit& unit, const syntax::Literal& literal);

 private:
  friend class Narrower;

  void Work();
  void GiveUp();
  Span NameSpan() const;
  void EnterBlock(flow::BlockId block);
  void Visit(flow::BlockId block);
  void Execute(const flow::Inst& inst);
  void Conclude(const flow::Inst& inst, std::uint64_t calls_before);
  void Set(flow::TempId temp, Ref value);
  void TraceReached(source::Span span);  // for tests
  void Finish(const flow::Terminator& terminator);
  Ref TestedValue(const flow::Branch& branch, const flow::Terminator& terminator);
  void FinishBranch(const flow::Branch& branch, const flow::Terminator& terminator);
  void Flow(flow::BlockId to, const Environment& from);
  void Queue(flow::BlockId block);
  void QueueUsers(flow::TempId temp);
  void RaiseTo(flow::BlockId handler);
  bool MayRaise(const flow::Inst& inst);
  Site SiteOf(const flow::Inst& inst);

  Ref LoadVariable(const flow::Inst& inst, const flow::LoadName& load);
  bool IsOnlyStoredInto(const flow::Inst& inst) const;
  void StoreVariable(const flow::StoreName& store, Span at);
  bool BindsInOrder(Symbol name, Ref value) const;
  Ref ExecuteFormat(const flow::Format& format, const Site& site);
  void StoreSlot(flow::Slot slot, Ref value);
  bool IsReboundInside(flow::Slot slot) const;
  void CaptureSlot(flow::Slot slot, Ref value);
  std::optional<Ref> Fact(flow::PlaceId place) const;
  void ForgetBelow(flow::Slot slot);
  flow::PlaceId FindPlace(flow::PlaceId parent, Symbol attribute) const;
  void ObserveTest(const flow::Branch& branch, const flow::Terminator& terminator, Ref value);
  void ObserveAssert(const Site& site, Ref tested);
  bool IsFlag(flow::TempId operand) const;
  bool BreaksWithin(Span span) const;
  bool MayPassBy(flow::BlockId from) const;
  bool OnlyRaises(flow::BlockId block) const;
  Ref ExecuteLoad(const flow::Load& load);
  Ref ExecuteBuildSlice(const flow::BuildSlice& slice);
  Ref ExecuteMakeClass(const flow::MakeClass& make, const Site& site);
  Ref ExecuteMatchTest(const flow::MatchTest& test, const Site& site);
  Ref ExecuteYield(const flow::Yield& yield, const Site& site);
  void ExecuteDelAttr(const flow::Inst& inst, const flow::DelAttr& del);
  void ExecuteDelItem(const flow::Inst& inst, const flow::DelItem& del);
  // Of a module that is used: read, changed, called, gone through.
  void ObserveUnhashable(const flow::Inst& inst, flow::TempId used);
  void ObserveTypeUnion(const flow::Inst& inst, const flow::Binary& b);
  Ref ExecuteBinary(const flow::Inst& inst, const flow::Binary& binary);
  void Retire(values::AddressId site);
  bool IsRepeated() const;  // what runs now, in a loop or comprehension of this function
  void WriteTo(values::AddressId address, Ref was, Ref after, bool strong);
  void ForgetItems(values::AddressId address);
  bool MayBeSame(Ref a, Ref b) const;
  Ref ValueAt(flow::PlaceId place) const;
  Ref SlotWith(values::AddressId address) const;
  void LeaveWith(Ref value);
  bool IsAlias(Ref callee, flow::TempId temp) const;
  Arguments ArgumentsOf(const flow::Inst& inst, const flow::Call& call);
  Ref ExecuteCall(const flow::Inst& inst, const flow::Call& call);
  Ref ExecuteBuild(const flow::Inst& inst, const flow::Build& build);
  Ref ExecuteGetAttr(const flow::Inst& inst, const flow::GetAttr& get);
  Ref ExecuteGetItem(const flow::Inst& inst, const flow::GetItem& get);
  void ExecuteUnknown(const flow::Inst& inst);
  void ExecuteSetAttr(const flow::Inst& inst, const flow::SetAttr& set);
  void ExecuteSetItem(const flow::Inst& inst, const flow::SetItem& set);
  void ExecuteStore(const flow::Store& store);
  void ExecuteAppend(const flow::Append& append);
  void ExecuteUnpack(const flow::Inst& inst, const flow::Unpack& unpack);
  void ObserveChangingAttribute(const flow::Inst& inst, Ref object, Ref value);
  // Where Dynamo enters context managers of a class.
  enum class Entered : std::uint8_t { Anywhere, InCompiledCode, InItsGraph };
  Entered WhereEntered(ClassId cls);
  void ObserveMadeContext(Ref context, const Site& site);
  bool RegistersModule(const flow::SetItem& set);
  void UseSuperProperties(const flow::Inst& inst);
  bool PassesOn(const flow::Call& call);
  std::string_view BreakOfUse(const flow::Inst& inst);
  Ref ExecuteEnter(const flow::Inst& inst, const flow::EnterWith& enter);
  Ref ExecuteExit(const flow::Inst& inst, const flow::ExitWith& leave);
  Ref MakeFunction(const flow::MakeFunction& make);
  bool SwallowsExceptions(flow::TempId context);
  void ObserveRead(const flow::Inst& inst);
  void ObserveAsked(const flow::Compare& compare);
  void ObserveEntered(flow::TempId iterable);
  bool IsProperty(const flow::GetAttr& get);
  bool IsContainerOfComprehension(const flow::Inst& inst) const;
  // ---- what is compiled for itself (own_frames.cpp) ----
  void ObserveComprehension(const flow::Inst& inst);
  const flow::Inst& FirstUseOfSelf(const flow::Inst& last);
  const flow::Dominance& Dominators();
  void ObserveModuleInit(const flow::Inst& inst, const flow::Call& call, Ref callee);
  bool BreaksAsArgument(flow::TempId iterable) const;
  bool NamesTensors(flow::BlockId block) const;
  bool NamesTensors() const;  // anywhere in the function
  // ---- what is kept across a break (kept_observed.cpp) ----
  KeptIn Kept() const;
  void ObserveKept(const flow::Inst& inst, const flow::Call& call, Ref callee);
  void ObserveKeptIterator(const flow::Inst& inst, flow::TempId iterable);
  bool SeesTensorBehind(const flow::Inst& inst) const;
  bool NamesVariablesAround() const;
  bool MaySeeTensorBehind(const flow::Inst& inst);
  void MarkLastCompiled(const flow::Inst& inst, std::size_t first_observed);
  bool ReadsTensors(const std::vector<flow::BlockId>& comprehension) const;
  // The block that is executed is known to have something to observe.
  bool IsMarked() const { return !observing_.empty() && observing_[block_.index]; }
  void Record(const flow::Inst& inst);

  Unit& unit_;
  const ParsedFile& file_;
  const flow::Graph& graph_;
  ContextId context_;
  CellsId cells_;  // what free variables and captured slots live in
  ClassId owner_;
  Mode called_in_;
  Mode mode_;  // of the block that is executed: the same, with what the `with`s around it patch
  std::vector<Environment> in_;
  std::vector<int> visits_;
  std::vector<bool> queued_;
  std::vector<std::uint32_t> rank_;  // position in reverse postorder
  std::vector<bool> observing_;      // by block
  std::vector<Ref> temps_;
  Environment now_;
  Environment scratch_;  // one side of a branch while it is narrowed
  flow::BlockId block_;
  const flow::Inst* inst_ = nullptr;
  bool dead_ = false;  // the rest of the block cannot run
  Ref result_;
  Ref yielded_;
  bool returns_ = false;
  bool keeps_ = false;  // a variable has been given what cannot be rebuilt (diagnose/kept_values.h)
  bool keeps_sparse_ = false;  // or a sparse tensor
  mutable std::optional<bool> names_tensors_;
  mutable std::optional<bool> names_around_;
  int asked_behind_ = 0;  // how often MaySeeTensorBehind() has looked
  mutable std::unique_ptr<dataflow::Liveness> liveness_;  // made when it is first asked for
  Heap exit_heap_;
  std::vector<std::uint32_t> worklist_;
  FirstWays first_ways_;
  std::optional<flow::Dominance> dominance_;  // made when it is first asked for
  std::optional<std::multimap<std::uint32_t, flow::BlockId>> branches_inside_;  // likewise

  static constexpr std::size_t kSlotsOfStep = 128;  // joined as fast as an instruction is executed
  static constexpr int kFreeVisits = 6;             // of one block, before what changes is widened
};

}  // namespace graphmend::infer
