// In which order things happen in one function: a control-flow graph of few instruction kinds.
//
//   Temp     the result of one instruction; assigned once per execution, used after it. Temps may
//            be used in later blocks that their instruction dominates.
//   Slot     a local variable (parameters first, then locals, then hidden variables that lowering
//            invents: comprehension targets, the value of `a and b` or of `a if c else b`). Slots
//            are read and written explicitly (`Load`, `Store`), so there are no phi nodes: the
//            interpreter's environment does the joining.
//   Name     a variable that is not a slot of this function: free (of an enclosing function),
//            module-level, builtin, or, in a class or module body, a member of that body.
//   Place    what narrowing can speak about: a slot, or an attribute or constant item of a place
//            (`x`, `self.cache`, `outputs[0]`). `Graph::place_of` maps a temp to the place it read.
//   Block    straight-line instructions and one terminator. Short-circuit operators, conditional
//            expressions, chained comparisons and comprehension conditions are control flow:
//            a Branch's condition is never a `not`, `and` or `or` (in condition position these are
//            lowered to jumps), so each Branch is one atomic test.
//   Region   what encloses a block (loop, try, with): Dynamo treats breaks inside differently.
//
// Exceptions: `Block::handler` is where control goes when an instruction of the block raises, or
// its terminator is a Raise; the interpreter joins the environment before and after each
// instruction into it. The handler of a `try` is a chain of blocks, one per except clause:
// CatchException, then a Branch to the clause's body or on to the next, and at last a re-raise.
// `finally` bodies are copied: once for the normal end, once for exceptions, and once for each of
// return, break and continue that leaves the try (all returns share a copy, through a hidden
// slot). `with` bodies run EnterWith, body, ExitWith on each path; exceptions go to a block with
// an exceptional ExitWith, then past the statement or on to the outer handler.
//
// In an Expression graph the variables of the scope it is in are Names: a local of the
// function `scope` is Free there.
//
// Comprehensions and generator expressions are lowered inline as loops over hidden slots
// (`Append` adds to the container that `Build` made); a generator expression is flagged on Build.
//
// See one: `graphmend dump --stage=flow FILE[:FUNCTION]`, `--format=mermaid`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/arena.h"
#include "names/index.h"
#include "syntax/tree.h"

namespace graphmend::flow {

using base::Symbol;
using source::Span;

struct TempTag;
struct BlockTag;
struct PlaceTag;
struct RegionTag;
using TempId = base::Id<TempTag>;
using BlockId = base::Id<BlockTag>;
using PlaceId = base::Id<PlaceTag>;
using RegionId = base::Id<RegionTag>;
using Slot = std::uint32_t;

// ---- instructions (result, where there is one, is the Temp of `Inst::result`) -------------------
struct Const {
  syntax::Literal value;
};
struct Load {
  Slot slot;
};
struct Store {
  Slot slot;
  TempId value;
};
struct Delete {
  Slot slot;
};  // also LoadName targets: no effect kept
struct LoadName {
  Symbol name;
  names::Binding binding;
};  // Free, Global or ClassMember
struct StoreName {
  Symbol name;
  names::Binding binding;
  TempId value;
};
struct GetAttr {
  TempId object;
  Symbol name;
};
struct SetAttr {
  TempId object;
  Symbol name;
  TempId value;
};
struct DelAttr {
  TempId object;
  Symbol name;
};
struct GetItem {
  TempId object;
  TempId index;
};
struct SetItem {
  TempId object;
  TempId index;
  TempId value;
};
struct DelItem {
  TempId object;
  TempId index;
};
struct Unary {
  syntax::UnaryOp op;
  TempId operand;
};  // Not only in value position
struct Binary {
  syntax::BinaryOp op;
  TempId left;
  TempId right;
  bool in_place;
};
struct Compare {
  syntax::CompareOp op;
  TempId left;
  TempId right;
};
struct CallArg {
  syntax::ArgKind kind;
  Symbol name;
  TempId value;
};
struct Call {
  TempId callee;
  std::span<const CallArg> args;
};
enum class BuildKind : std::uint8_t { Tuple, List, Set, Dict, String, Generator };
// Dict: items alternate key, value; a None key temp means `**value`. Others: `starred[i]` tells
// whether item i is unpacked (empty when none is). String: the parts of an f-string.
struct Build {
  BuildKind kind;
  std::span<const TempId> items;
  std::span<const bool> starred;
};
struct BuildSlice {
  TempId lower;
  TempId upper;
  TempId step;
};  // None id where absent
struct Append {
  TempId container;
  TempId key;
  TempId value;
};  // comprehension; key: Dict only
struct Format {
  TempId value;
  char conversion;
  TempId spec;
};  // one {…} of an f-string
struct GetIter {
  TempId iterable;
  bool is_async;
};
struct Next {
  TempId iterator;
};  // the element; begins the body of a ForIter
// Takes `source` apart; element i goes to `results[i]`. `star`: index that takes the rest, or -1.
struct Unpack {
  TempId source;
  std::span<const TempId> results;
  int star;
};
// defaults: one per parameter, None id where there is none. Decorators are Calls that follow.
struct MakeFunction {
  syntax::FunctionId function;
  std::span<const TempId> defaults;
};
struct MakeClass {
  syntax::ClassId cls;
  std::span<const CallArg> bases;
};
// `from module import name` (name set) or `import module` (name empty; `as_leaf` when `as` was
// given, so that `import a.b as c` yields a.b and `import a.b` yields a). `from module import *`
// has the name "*", and no Store follows.
struct Import {
  Symbol module;
  std::uint32_t level;
  Symbol name;
  bool as_leaf;
};
struct EnterWith {
  TempId context;
  bool is_async;
};  // result: what `as` binds
// `exceptional`: runs because the body raised; the result, true when the context manager swallows
// the exception, drives a Branch of kind Except. Otherwise there is no result.
struct ExitWith {
  TempId context;
  bool exceptional = false;
};
// Result: the exception, when it is of `type` (None id: a bare except). Drives a Branch of kind
// Except; `except:`, `except Exception:` and `except BaseException:` catch all: a Jump follows.
struct CatchException {
  TempId type;
};
// Whether `subject` matches an atomic pattern; drives a Branch. Sub-patterns are lowered to
// GetItem, GetAttr and further MatchTests.
//   Equal, Identity  `operand`: what it is compared with
//   Class            `operand`: the class
//   Sequence         `length` items, or more if `at_least`
//   Mapping          no `operand`: is a mapping; else: is a mapping that has the key `operand`
enum class MatchKind : std::uint8_t { Equal, Identity, Class, Sequence, Mapping };
struct MatchTest {
  MatchKind kind;
  TempId subject;
  TempId operand;
  std::uint32_t length;
  bool at_least;
};
struct Yield {
  TempId value;
  bool from;
};  // result: what send() gives; value may be a None id
struct Await {
  TempId value;
};
struct Unknown {};  // an ErrorExpr

using InstNode = std::variant<
#define GM_INST(Name) Name,
#include "flow/insts.def"
    std::monostate>;

static_assert(std::is_trivially_copyable_v<InstNode>, "graphs are many: lists live in the arena");

struct Inst {
  InstNode node;
  TempId result;        // None for Store, SetAttr and the like
  Span span;            // the expression or statement it came from
  syntax::ExprId expr;  // may be None
  syntax::StmtId stmt;  // innermost statement; None in expressions and lambdas
};

// ---- terminators ------------------------------------------------------------------------------
enum class BranchKind : std::uint8_t {
  If,
  While,
  Conditional,
  And,
  Or,
  Not,
  Compare,
  Assert,
  ComprehensionIf,
  MatchGuard,
  MatchPattern,
  Except
};
// And/Or: the left operand of a short-circuit operator (also inside an `if` test); If, While, …:
// the test itself, or the last operand of its and/or chain. Compare: an inner link of a < b < c.
// Assert: the test of an assert, or the last operand of its and/or chain: where CPython's jump is
// directly followed by the raise. In `assert not x` that jump is inverted: Not. In
// `assert a < b < c` and the first arm of `assert (a if c else b)` it is not direct: If.
// Except: whether an exception is caught (CatchException) or swallowed (ExitWith).
struct Jump {
  BlockId target;
};
struct Branch {
  TempId condition;
  BranchKind kind = BranchKind::If;
  BlockId if_true;
  BlockId if_false;
  // Operands to the left of this one in the same and/or chain: they decide whether this test is
  // evaluated, and are what a conditional finding names.
  // The nearest few, in source order. They need not dominate this block: `(a and b) or c`.
  std::span<const TempId> chain;
  bool literal_message = true;  // Assert: no message, or a plain string literal
};
struct ForIter {
  TempId iterator;
  BlockId body;
  BlockId exit;
};
struct Return {
  TempId value;
};  // None id: falls off the end (None)
struct Raise {
  TempId exception;
  bool reraise;
  bool from_assert;
};
struct Unreachable {};

using TerminatorNode = std::variant<
#define GM_TERMINATOR(Name) Name,
#include "flow/insts.def"
    std::monostate>;

struct Terminator {
  TerminatorNode node = Unreachable{};
  Span span;            // Branch: the tested expression
  syntax::ExprId expr;  // Branch: the tested expression
  syntax::StmtId stmt;
};

enum class RegionKind : std::uint8_t { Loop, Comprehension, Try, Handler, Finally, With };
struct Region {
  RegionKind kind;
  RegionId parent;  // None: the function itself
  TempId context;   // With: the context manager
  Span span;        // header of the statement
};

struct Block {
  std::vector<Inst> insts;
  Terminator terminator;
  BlockId handler;  // None: exceptions leave the function
  RegionId region;  // innermost; None: none
};

enum class PlaceKind : std::uint8_t { Slot, Name, Attr, Item };
struct Place {
  PlaceKind kind;
  PlaceId parent;          // Attr, Item
  Slot slot = 0;           // Slot
  Symbol name;             // Attr, Name; Item with a string key
  std::int64_t index = 0;  // Item with an integer key
  bool string_key = false;
};

enum class GraphKind : std::uint8_t { Function, Module, ClassBody, Expression };

struct Graph {
  base::Arena arena;  // the lists of the instructions
  GraphKind kind = GraphKind::Function;
  syntax::FunctionId function;  // Function
  names::ScopeId scope;         // where names are resolved
  std::vector<Symbol> slots;    // hidden ones are named "<and1>", "<item2>", …
  std::uint32_t param_count = 0;
  std::uint32_t temp_count = 0;
  base::Store<BlockId, Block> blocks;  // blocks[0] is the entry
  std::vector<BlockId> order;          // reverse postorder from the entry, handlers included:
                                       // all blocks, since unreachable ones are dropped
  std::vector<bool> loop_head;         // by block
  base::Store<RegionId, Region> regions;
  base::Store<PlaceId, Place> places;
  std::vector<PlaceId> place_of;  // by temp: the place it was loaded from, or None
  // By temp: block and index of its instruction.
  std::vector<std::pair<BlockId, std::uint32_t>> defined_at;
  // Temps that are used in other blocks than their own, each with a block that uses it; sorted.
  std::vector<std::pair<TempId, BlockId>> used_elsewhere;
  bool is_generator = false;
  bool is_async = false;

  const Inst& Definition(TempId temp) const {
    auto [block, index] = defined_at[temp.index];
    return blocks[block].insts[index];
  }
};

// The front doors. A function body (or lambda); a module's top level; a class body; one expression
// evaluated where it stands (module- and class-level values on demand, decorators, annotations).
std::unique_ptr<Graph> LowerFunction(const syntax::Tree& tree, const names::Index& index,
                                     syntax::FunctionId function, base::Interner& interner);
std::unique_ptr<Graph> LowerModule(const syntax::Tree& tree, const names::Index& index,
                                   base::Interner& interner);
std::unique_ptr<Graph> LowerClassBody(const syntax::Tree& tree, const names::Index& index,
                                      syntax::ClassId cls, base::Interner& interner);
std::unique_ptr<Graph> LowerExpression(const syntax::Tree& tree, const names::Index& index,
                                       names::ScopeId scope, syntax::ExprId expr,
                                       base::Interner& interner);

// Broken invariants of `graph`, one line each; empty when sound. Run after each lowering in debug
// builds and in the tests: every temp is defined once and before use, targets exist, …
std::vector<std::string> Verify(const Graph& graph);

std::string Print(const Graph& graph, const syntax::Tree& tree);
std::string PrintMermaid(const Graph& graph, const syntax::Tree& tree);

}  // namespace graphmend::flow
