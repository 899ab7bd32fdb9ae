// The syntax tree: what was written in one file, and nothing about what it means.
//
// `Tree` owns all nodes of a file in three stores (expressions, statements, patterns) plus one
// record per function and class. Children are ids; child lists are spans in the tree's arena.
// Source that tree-sitter could not parse is kept in place as `ErrorExpr` or `ErrorStmt`, so every
// later stage is total. Implicit things are made explicit only where no meaning is chosen: `elif`
// is a nested `If`, parentheses and comments are gone (spans still cover what was written).
//
// long because the nodes of the language are declared in one place.
//
// See one: `graphmend dump --stage=syntax FILE`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/arena.h"
#include "base/id.h"
#include "base/symbol.h"
#include "source/source_file.h"

namespace graphmend::syntax {

using base::Symbol;
using source::Span;

struct ExprTag;
struct StmtTag;
struct PatternTag;
struct FunctionTag;
struct ClassTag;
using ExprId = base::Id<ExprTag>;
using StmtId = base::Id<StmtTag>;
using PatternId = base::Id<PatternTag>;
using FunctionId = base::Id<FunctionTag>;  // local to the file
using ClassId = base::Id<ClassTag>;        // local to the file

using ExprList = std::span<const ExprId>;
using StmtList = std::span<const StmtId>;
using PatternList = std::span<const PatternId>;

// ---- operators ------------------------------------------------------------------------------
enum class UnaryOp : std::uint8_t { Not, Invert, Negate, Plus };
enum class BinaryOp : std::uint8_t {
  Add,
  Sub,
  Mul,
  MatMul,
  Div,
  FloorDiv,
  Mod,
  Pow,
  LShift,
  RShift,
  BitAnd,
  BitOr,
  BitXor
};
enum class CompareOp : std::uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };
enum class BoolOpKind : std::uint8_t { And, Or };

std::string_view Spelling(UnaryOp op);
std::string_view Spelling(BinaryOp op);   // "+", "//", …
std::string_view Spelling(CompareOp op);  // "==", "not in", …
std::string_view Spelling(BoolOpKind op);

// ---- expressions ----------------------------------------------------------------------------
enum class LiteralKind : std::uint8_t {
  None,
  True,
  False,
  Ellipsis,
  Int,
  Float,
  Complex,
  Str,
  Bytes
};

struct ErrorExpr {};
struct Name {
  Symbol id;
};
// Int: `integer` when it fits 64 bits, else `text` only. Float: `real`. Str and Bytes: `text` is
// the value with escapes resolved and adjacent literals joined.
struct Literal {
  LiteralKind kind = LiteralKind::None;
  bool fits = true;
  std::int64_t integer = 0;
  double real = 0;
  Symbol text;
};
// parts: `Literal` (Str) and `FormattedValue`, in order. t-strings are FStrings too.
struct FString {
  ExprList parts;
};
struct FormattedValue {
  ExprId value;
  char conversion = 0;
  ExprId format;
};  // conversion: r s a 0
enum class SequenceKind : std::uint8_t { Tuple, List, Set };
struct Sequence {
  SequenceKind kind;
  ExprList items;
};  // items may be Starred
struct Dict {
  ExprList keys;
  ExprList values;
};  // a None key id: `**value`
struct Unary {
  UnaryOp op;
  ExprId operand;
};
struct Binary {
  BinaryOp op;
  ExprId left;
  ExprId right;
};
struct BoolOp {
  BoolOpKind op;
  ExprId left;
  ExprId right;
};  // a and b and c: ((a and b) and c)
// left op[0] right[0] op[1] right[1] …
struct Compare {
  ExprId left;
  std::span<const CompareOp> ops;
  ExprList rights;
};
struct Conditional {
  ExprId test;
  ExprId body;
  ExprId orelse;
};
struct Lambda {
  FunctionId function;
};
enum class ArgKind : std::uint8_t { Positional, Star, Keyword, DoubleStar };
struct Arg {
  ArgKind kind;
  Symbol name;
  ExprId value;
  Span span;
};
struct Call {
  ExprId callee;
  std::span<const Arg> args;
};
struct Attribute {
  ExprId object;
  Symbol name;
  Span name_span;
};
struct Subscript {
  ExprId object;
  ExprId index;
};  // a[b, c]: index is a Tuple
struct Slice {
  ExprId lower;
  ExprId upper;
  ExprId step;
};
struct Starred {
  ExprId value;
};
struct Walrus {
  ExprId target;
  ExprId value;
};  // target: Name
enum class ComprehensionKind : std::uint8_t { List, Set, Dict, Generator };
struct Clause {
  ExprId target;
  ExprId iterable;
  ExprList conditions;
  bool is_async;
};
struct Comprehension {
  ComprehensionKind kind;
  ExprId element;  // the key for Dict
  ExprId value;    // Dict only
  std::span<const Clause> clauses;
};
struct Await {
  ExprId value;
};
struct Yield {
  ExprId value;
  bool from;
};  // value may be None id

using ExprNode = std::variant<
#define GM_EXPR(Name) Name,
#include "syntax/nodes.def"
    std::monostate>;  // never stored; ends the generated list

struct Expr {
  Span span;
  ExprNode node;
};

// ---- patterns -------------------------------------------------------------------------------
struct ValuePattern {
  ExprId value;
};  // literal or dotted name; compared with ==
struct CapturePattern {
  Symbol name;
};  // empty name: `_`
struct SequencePattern {
  PatternList items;
};
struct StarPattern {
  Symbol name;
};  // inside a sequence; empty: `*_`
struct MappingPattern {
  ExprList keys;
  PatternList values;
  Symbol rest;
};
struct ClassPattern {
  ExprId cls;
  PatternList positional;
  std::span<const Symbol> names;
  PatternList named;
};
struct OrPattern {
  PatternList alternatives;
};
struct AsPattern {
  PatternId pattern;
  Symbol name;
};

using PatternNode = std::variant<
#define GM_PATTERN(Name) Name,
#include "syntax/nodes.def"
    std::monostate>;
struct Pattern {
  Span span;
  PatternNode node;
};

// ---- statements -----------------------------------------------------------------------------
struct ErrorStmt {};
struct ExprStmt {
  ExprId value;
};
struct Assign {
  ExprList targets;
  ExprId value;
};  // a = b = value: targets a, b
struct AugAssign {
  ExprId target;
  BinaryOp op;
  ExprId value;
};
struct AnnAssign {
  ExprId target;
  ExprId annotation;
  ExprId value;
};  // value may be None id
struct Return {
  ExprId value;
};
struct Raise {
  ExprId exception;
  ExprId cause;
};
struct Assert {
  ExprId test;
  ExprId message;
};
struct Delete {
  ExprList targets;
};
struct Pass {};
struct Break {};
struct Continue {};
struct Global {
  std::span<const Symbol> names;
};
struct Nonlocal {
  std::span<const Symbol> names;
};
struct ImportAlias {
  Symbol name;
  Symbol as;
  Span span;
};  // name may be dotted in `import a.b`; as: bound name or empty
struct Import {
  std::span<const ImportAlias> names;
};
struct ImportFrom {
  Symbol module;
  std::uint32_t level;
  bool star;
  std::span<const ImportAlias> names;
};
struct If {
  ExprId test;
  StmtList body;
  StmtList orelse;
};
struct While {
  ExprId test;
  StmtList body;
  StmtList orelse;
};
struct For {
  ExprId target;
  ExprId iterable;
  StmtList body;
  StmtList orelse;
  bool is_async;
};
struct Handler {
  Span span;
  ExprId type;
  Symbol name;
  StmtList body;
};
struct Try {
  StmtList body;
  std::span<const Handler> handlers;
  StmtList orelse;
  StmtList finally;
  bool is_star;
};
struct WithItem {
  ExprId context;
  ExprId target;
};
struct With {
  std::span<const WithItem> items;
  StmtList body;
  bool is_async;
};
struct FunctionStmt {
  FunctionId function;
};
struct ClassStmt {
  ClassId cls;
};
struct Case {
  Span span;
  PatternId pattern;
  ExprId guard;
  StmtList body;
};
struct Match {
  ExprId subject;
  std::span<const Case> cases;
};
struct TypeAlias {
  Symbol name;
  ExprId value;
};

using StmtNode = std::variant<
#define GM_STMT(Name) Name,
#include "syntax/nodes.def"
    std::monostate>;

// `header`: the statement's first line(s) up to the colon for a compound statement; the whole
// statement otherwise. This is what is underlined and fingerprinted.
struct Stmt {
  Span span;
  Span header;
  StmtNode node;
};

// ---- functions and classes --------------------------------------------------------------------
enum class ParamKind : std::uint8_t { PositionalOnly, Normal, VarArgs, KeywordOnly, KwArgs };
struct Param {
  Symbol name;
  ParamKind kind;
  ExprId annotation;
  ExprId default_value;
  Span span;
};

struct Function {
  Symbol name;  // "<lambda>" for a lambda
  Span span;    // whole definition with decorators; the whole lambda
  Span name_span;
  std::span<const Param> params;
  ExprId returns;  // annotation
  ExprList decorators;
  StmtList body;       // empty for a lambda
  ExprId lambda_body;  // lambda only
  FunctionId parent;   // enclosing function, or none
  ClassId cls;         // class whose body directly holds it, or none
  bool is_async = false;
  bool is_generator = false;  // has a yield of its own
};

struct Class {
  Symbol name;
  Span span;
  Span name_span;
  std::span<const Arg> bases;  // positional bases and keywords (metaclass=…)
  ExprList decorators;
  StmtList body;
  FunctionId function;  // enclosing function, or none
  ClassId cls;          // enclosing class, or none
};

// A place that tree-sitter could not parse.
struct SyntaxError {
  Span span;
  std::string message;
};

struct Tree {
  base::Arena arena;
  base::Store<ExprId, Expr> exprs;
  base::Store<StmtId, Stmt> stmts;
  base::Store<PatternId, Pattern> patterns;
  base::Store<FunctionId, Function> functions;  // outer before inner
  base::Store<ClassId, Class> classes;          // outer before inner
  StmtList body;                                // the module's statements
  std::vector<SyntaxError> errors;
  std::vector<Span> comments;  // in order, for suppressions and fixes

  const Expr& operator[](ExprId id) const { return exprs[id]; }
  const Stmt& operator[](StmtId id) const { return stmts[id]; }
  const Pattern& operator[](PatternId id) const { return patterns[id]; }
  const Function& operator[](FunctionId id) const { return functions[id]; }
  const Class& operator[](ClassId id) const { return classes[id]; }
};

}  // namespace graphmend::syntax
