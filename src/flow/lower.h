// The lowering of one function, module, class body or expression; internal to flow.
//
// Instructions are emitted into the current block, which `Start` begins and a terminator ends.
// After a terminator nothing is current (`reachable()` is false) until the next `Start`: statements
// are not lowered while that lasts. The handler and the region of a block are those in force when
// it is started. `Finish` orders the blocks and drops those that nothing leads to.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "flow/graph.h"
#include "flow/places.h"

namespace graphmend::flow {

using syntax::ExprId;
using syntax::StmtId;

class Lowering {
 public:
  Lowering(const syntax::Tree& tree, const names::Index& index, names::ScopeId scope,
           GraphKind kind, base::Interner& interner);

  std::unique_ptr<Graph> Function(syntax::FunctionId function);
  std::unique_ptr<Graph> Statements(syntax::StmtList body);
  std::unique_ptr<Graph> Expression(ExprId expr);

 private:
  enum class Leaving : std::uint8_t { Return, Break, Continue };
  static constexpr std::size_t kLeavings = 3;

  // Where exceptions go, and what encloses the block.
  struct Context {
    BlockId handler;
    RegionId region;
  };

  // What control passes through when a statement leaves the ones around it.
  struct Enclosing {
    enum class Kind : std::uint8_t { Loop, With, Finally };
    Kind kind;
    Context outside;
    BlockId on_break;                          // Loop
    BlockId on_continue;                       // Loop
    TempId context;                            // With
    std::array<BlockId, kLeavings> landings{};  // Finally: by Leaving, once there is one
  };

  // ---- lower.cpp: blocks, instructions, names --------------------------------------------------
  std::unique_ptr<Graph> Finish();
  bool reachable() const { return current_.has_value(); }
  BlockId NewBlock();
  void Start(BlockId block);
  void StartIfTargeted(BlockId block);
  void Terminate(TerminatorNode node, Span span, ExprId expr);
  void JumpTo(BlockId target);
  // Ends the current block and starts another, so that a changed context takes force.
  void StartAfterJump();
  RegionId AddRegion(RegionKind kind, Span span, TempId context = TempId::None());

  TempId NewTemp();
  TempId Emit(InstNode node, ExprId expr);
  TempId Emit(InstNode node, Span span, ExprId expr = ExprId::None());
  void EmitEffect(InstNode node, ExprId expr);
  void EmitEffect(InstNode node, Span span, ExprId expr = ExprId::None());
  TempId EmitConst(const syntax::Literal& literal, Span span, ExprId expr = ExprId::None());
  TempId EmitInt(std::int64_t value, Span span);

  Slot NewHidden(std::string_view stem);
  TempId LoadSlot(Slot slot, Span span, ExprId expr);
  void StoreSlot(Slot slot, TempId value, Span span, ExprId expr);
  std::optional<Slot> HiddenNamed(Symbol name) const;
  names::Binding Resolve(Symbol name) const;
  TempId LoadVariable(Symbol name, ExprId expr);
  void StoreVariable(Symbol name, TempId value, Span span, ExprId expr, bool allow_hidden = true);
  void SetPlace(TempId temp, const Place& place);
  PlaceId PlaceOf(TempId temp) const { return graph_->place_of[temp.index]; }

  // ---- lower_expressions.cpp --------------------------------------------------------------------
  TempId Value(ExprId expr);
  TempId ValueOrNone(ExprId expr) { return expr ? Value(expr) : TempId::None(); }
  TempId ValueOfLeaf(ExprId expr);
  TempId ValueWithLeft(ExprId expr, TempId left);
  TempId ValueOfUnary(ExprId expr, const syntax::Unary& unary);
  TempId ValueOfSequence(ExprId expr, const syntax::Sequence& sequence);
  TempId ValueOfDict(ExprId expr, const syntax::Dict& dict);
  TempId ValueOfFString(ExprId expr, const syntax::FString& string);
  TempId ValueOfWalrus(ExprId expr, const syntax::Walrus& walrus);
  TempId LoadAttr(TempId object, Symbol name, ExprId expr);
  TempId LoadItem(TempId object, TempId index, ExprId expr);
  TempId LoadItem(TempId object, TempId index, Span span, ExprId expr);
  std::span<const CallArg> LowerArgs(std::span<const syntax::Arg> args);
  TempId MakeFunctionOf(syntax::FunctionId function, Span span, ExprId expr);
  void AssignTo(ExprId target, TempId value);
  void Unpacking(ExprId target, const syntax::Sequence& items, TempId value);
  void DeleteTarget(ExprId target);

  // ---- lower_conditions.cpp ---------------------------------------------------------------------
  // Jumps to one of the two blocks. The last test has the kind `kind`.
  void Condition(ExprId expr, BlockId if_true, BlockId if_false, BranchKind kind);
  void ConditionPart(ExprId expr, BlockId if_true, BlockId if_false, BranchKind kind);
  void Test(TempId condition, ExprId expr, BlockId if_true, BlockId if_false, BranchKind kind);
  TempId ValueOfBoolOp(ExprId expr);
  void BoolOpInto(ExprId expr, Slot slot, BlockId end);
  void BoolOperand(ExprId expr, Slot slot, BlockId if_true, BlockId if_false, BranchKind kind);
  TempId ValueOfConditional(ExprId expr, const syntax::Conditional& conditional);
  TempId ValueOfCompare(ExprId expr, const syntax::Compare& compare);
  // All links of a chain but the last; jumps to `if_false` when one fails. Gives the last operand
  // on the left. `slot`: takes the value of each link.
  TempId CompareLinks(ExprId expr, const syntax::Compare& compare, std::optional<Slot> slot,
                      BlockId if_false);
  // Puts the operands of a run of one operator onto `operands_`; gives where they begin.
  std::size_t PushOperands(ExprId expr);

  // ---- lower_comprehensions.cpp -----------------------------------------------------------------
  TempId ValueOfComprehension(ExprId expr, const syntax::Comprehension& comprehension);
  void LowerClause(ExprId expr, const syntax::Comprehension& comprehension, std::size_t clause,
                   TempId iterator, TempId container);
  void AddHiddenTargets(ExprId target);
  Slot TargetSlot(Symbol name);

  // ---- lower_statements.cpp ---------------------------------------------------------------------
  void Body(syntax::StmtList body);
  void Statement(StmtId stmt);
  void LowerAugAssign(const syntax::AugAssign& s);
  void LowerAnnAssign(const syntax::AnnAssign& s);
  void LowerAssert(const syntax::Assert& s);
  void LowerImport(const syntax::Import& s);
  void LowerImportFrom(const syntax::ImportFrom& s);
  void LowerFunctionStmt(syntax::FunctionId id);
  void LowerClassStmt(syntax::ClassId id);
  std::vector<TempId> LowerDecorators(syntax::ExprList decorators);
  TempId Decorate(TempId value, syntax::ExprList decorators, const std::vector<TempId>& temps);

  // ---- lower_control.cpp ------------------------------------------------------------------------
  void LowerIf(StmtId stmt);
  void LowerWhile(const syntax::While& s);
  void LowerFor(const syntax::For& s);
  void LoopBody(syntax::StmtList body, BlockId header, BlockId after, Context outside);
  void Leave(Leaving way, TempId value);

  // ---- lower_try.cpp ----------------------------------------------------------------------------
  void LowerTry(const syntax::Try& s);
  void LowerGuarded(const syntax::Try& s, BlockId normal, bool has_finally);
  void LowerHandlers(const syntax::Try& s, BlockId dispatch, BlockId normal);
  void LowerFinally(const syntax::Try& s, const Enclosing& enclosing, BlockId exceptional,
                    BlockId normal, BlockId after);
  void FinallyCopy(const syntax::Try& s, BlockId start);
  void LowerWith(const syntax::With& s, std::size_t item);
  bool CatchesAll(ExprId type) const;

  // ---- lower_patterns.cpp -----------------------------------------------------------------------
  void LowerMatch(const syntax::Match& s);
  // Tests `subject`; goes on in the current block when it matches, else to `fail`.
  void Pattern(syntax::PatternId pattern, TempId subject, BlockId fail);
  void SequencePatternOf(const syntax::SequencePattern& p, Span span, TempId subject, BlockId fail);
  void MappingPatternOf(const syntax::MappingPattern& p, Span span, TempId subject, BlockId fail);
  void ClassPatternOf(const syntax::ClassPattern& p, Span span, TempId subject, BlockId fail);
  void OrPatternOf(const syntax::OrPattern& p, TempId subject, BlockId fail);
  void MatchOr(const MatchTest& test, Span span, ExprId expr, BlockId fail);

  Span SpanOf(ExprId expr) const { return tree_[expr].span; }

  const syntax::Tree& tree_;
  const names::Index& index_;
  base::Interner& interner_;
  std::unique_ptr<Graph> graph_;
  PlaceTable places_;

  BlockId current_;
  std::vector<Inst> insts_;      // of the current block
  std::vector<bool> targeted_;   // by block: something leads to it
  Context context_;
  StmtId stmt_;
  Span header_;                  // of `stmt_`
  std::vector<Enclosing> enclosing_;
  std::optional<Slot> return_slot_;
  int finally_depth_ = 0;
  bool literal_message_ = true;  // of the assert being lowered
  std::uint32_t hidden_count_ = 0;

  // Comprehension targets in force, innermost last; and stacks shared by recursive calls.
  std::vector<std::pair<Symbol, Slot>> hidden_names_;
  std::vector<ExprId> spine_;
  std::vector<ExprId> operands_;
  std::vector<TempId> chain_;
  std::size_t chain_begin_ = 0;
};

}  // namespace graphmend::flow
