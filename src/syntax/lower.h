// From the concrete syntax tree to `Tree`, in one pass.
//
// Every `Lower…` method expects the cursor on the node that it lowers and leaves it there (its
// `kind` and `span` may then be stale). Children are read in order through the cursor, which has
// no cost per index; what a child means is told by its kind and by the tokens before it. A method
// may stop at the last child that matters: tree-sitter puts no trivia at the end of a node (unless
// an invisible token follows it there, as in a block or decorator).
//
// Two limits keep this stage and all later ones off the end of the stack:
//   kMaxDepth   nested calls of the lowering, i.e. nesting as a reader would count it
//   kMaxHeight  nodes on a path of the tree. Left-leaning chains (`a + b + c…`, `a.b().c()…`, elif)
//               are lowered by loops, so they add to this one only.
// CPython refuses far smaller nesting (100 indentations, 200 brackets) and about the same height.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/symbol.h"
#include "syntax/cursor.h"
#include "syntax/grammar.h"
#include "syntax/literals.h"
#include "syntax/name_cache.h"
#include "syntax/scratch.h"
#include "syntax/tree.h"

namespace graphmend::syntax {

class Lowerer {
 public:
  Lowerer(TSNode root, std::string_view text, base::Interner& interner, Tree& tree);
  void LowerModule();

 private:
  static constexpr int kMaxDepth = 400;
  static constexpr int kMaxHeight = 3000;

  // A condition or iterable with its suite; also the unit of an elif chain.
  struct Branch {
    Span span;
    Span header;
    ExprId test;
    StmtList body;
  };
  // Where the items of a list stand, commas included, and whether it has any comma.
  struct Extent {
    Span span;
    bool comma = false;
  };
  // Where definitions and yields belong.
  struct Scope {
    FunctionId function;
    ClassId cls;  // set only directly in the body of a class
  };
  // The pieces of one string literal, or of several adjacent ones.
  struct StringPieces {
    std::string text;         // plain text not yet made a part
    Span span;                // where `text` was written
    bool format = false;
    bool bytes = false;
    bool plain = false;       // some literal is neither bytes nor format
    std::string_view verbatim;  // the value, if it is the source text itself
  };
  class Enter;

  // lower_expr.cpp
  ExprId LowerExpr();
  ExprId LowerChain();
  ExprId LowerPlain();
  ExprId FinishLink(Kind kind, Span span, ExprId left);
  ExprId LowerParenthesized();
  ExprId LowerUnary();
  ExprId LowerNot();
  ExprId LowerConditional();
  ExprId LowerComparison();
  ExprId LowerNamedExpression();
  ExprId LowerAwait();
  ExprId LowerYield();
  ExprId FinishBinary(Span span, ExprId left);
  std::vector<ExprId> LeftSpine(ExprId root, BinaryOp op) const;
  ExprId Regrow(Span span, ExprId joined, const std::vector<ExprId>& spine);
  ExprId JoinAnd(Span span, ExprId left, ExprId right, bool bare_right);
  ExprId FinishBoolean(Span span, ExprId left);
  ExprId FinishAttribute(Span span, ExprId left);
  Span AttributeName(Span span) const;
  ExprId Operand();
  ExprId Starrable(ExprId left, ExprId& star);
  ExprId Restar(ExprId built, ExprId star);
  ExprId LowerName(Kind kind, Span span);
  ExprId LowerNumber();
  ExprId Constant(LiteralKind kind);
  ExprId ErrorAt(Span span);
  ExprId Reject(std::string message);
  template <class Node>
  ExprId Add(Span span, Node node) {
    return tree_.exprs.Add(Expr{span, node});
  }

  // lower_collection.cpp
  ExprId LowerSequence(SequenceKind kind);
  ExprId LowerTargetTuple();
  ExprId LowerDictionary();
  ExprId LowerComprehension(ComprehensionKind kind);
  ExprId LowerStarred();
  ExprId LowerOnlyChild();
  ExprId LowerSlice();
  ExprId FinishSubscript(Span span, ExprId left);
  ExprId FinishCall(Span span, ExprId left);
  std::span<const Arg> LowerArguments();
  Arg LowerArgument();
  Clause LowerClause();
  Extent LowerItems(ListBuilder<ExprId>& items);
  ExprId IndexOf(const Extent& extent, const ListBuilder<ExprId>& items);
  ExprId TupleOf(Span span, const ListBuilder<ExprId>& items, bool comma);

  // lower_type.cpp
  ExprId LowerType();
  ExprId LowerGenericType();
  ExprId LowerUnionType();
  ExprId LowerMemberType();
  ExprId LowerConstrainedType();
  ExprId LowerSplatType();
  void PassTypeParameters();

  // lower_string.cpp
  ExprId LowerString();
  ExprId FinishString(Span span, StringPieces& pieces, ListBuilder<ExprId>& parts);
  void ReadString(StringPieces& pieces, ListBuilder<ExprId>& parts);
  void ReadFormat(const StringStyle& style, StringPieces& pieces, ListBuilder<ExprId>& parts);
  void AppendText(Span content, const StringStyle& style, bool fold_braces, StringPieces& pieces);
  void Flush(StringPieces& pieces, ListBuilder<ExprId>& parts);
  Symbol TextSymbol(const StringPieces& pieces);
  void LowerInterpolation(const StringStyle& style, StringPieces& pieces,
                          ListBuilder<ExprId>& parts);
  void LowerWalrusLike(const StringStyle& style, FormattedValue& value);
  ExprId LowerFormatSpecifier(const StringStyle& style);

  // lower_stmt.cpp
  void LowerStatements(ListBuilder<StmtId>& list);
  StmtId LowerStmt();
  StmtId LowerStmtOfKind(Kind kind, Span span);
  StmtList LowerBlock();
  StmtList LowerBlockOfClause();
  StmtId LowerExpressionStatement(Span span);
  StmtId LowerAssignment(Span span);
  StmtId LowerAugmentedAssignment(Span span);
  StmtId LowerReturn(Span span);
  StmtId LowerRaise(Span span);
  StmtId LowerAssert(Span span);
  StmtId LowerDelete(Span span);
  std::span<const Symbol> LowerNames();
  StmtId LowerTypeAlias(Span span);
  Symbol LowerAliasName();
  ExprId LowerTypeCall(Span word);
  StmtId LowerPrint(Span span);
  StmtId RejectStmt(Span span, std::string message);
  template <class Node>
  StmtId AddStmt(Span span, Node node) {
    return tree_.stmts.Add(Stmt{span, span, node});
  }
  // A compound statement: its span ends with its last nested statement.
  template <class Node>
  StmtId AddCompound(Span span, Span header, Node node) {
    return tree_.stmts.Add(Stmt{Compound(span, header), header, node});
  }
  Span Compound(Span span, Span header) const;

  // lower_import.cpp
  StmtId LowerImport(Span span);
  StmtId LowerImportFrom(Span span, bool future);
  ImportAlias LowerImportAlias();
  void LowerRelative(ImportFrom& import);
  Symbol LowerDottedName();

  // lower_compound.cpp
  StmtId LowerIf(Span span);
  Branch LowerBranch(Span span);
  StmtId LowerWhile(Span span);
  StmtId LowerFor(Span span);
  StmtId LowerTry(Span span);
  Handler LowerHandler(bool& is_star);
  StmtId LowerWith(Span span);
  void LowerWithItems(ListBuilder<WithItem>& items);
  WithItem LowerWithItem();
  WithItem LowerAsPattern();
  ExprId LowerBuriedAs();

  // lower_definition.cpp
  StmtId LowerDecorated(Span span);
  ExprId LowerDecorator();
  StmtId LowerFunction(Span span, ExprList decorators);
  StmtId LowerClass(Span span, ExprList decorators);
  ExprId LowerLambda();
  std::span<const Param> LowerParameters();
  Param LowerParameter(ParamKind normal);
  void NameParameter(Param& param);

  // lower_match.cpp
  StmtId LowerMatch(Span span);
  Case LowerCase();
  PatternId LowerPattern();
  PatternId LowerPatternInside();
  PatternId LowerPatternSequence(Span span, bool group);
  PatternId LowerUnionPattern();
  PatternId LowerMappingPattern();
  PatternId LowerClassPattern();
  void LowerKeywordPattern(ListBuilder<Symbol>& names, std::vector<PatternId>& named);
  PatternId LowerCaseAs();
  PatternId LowerSplatPattern();
  ExprId LowerPatternValue();
  ExprId LowerDottedValue();
  ExprId LowerComplexPattern();
  Symbol CaptureName(std::string_view text);
  PatternId BadPattern(Span span, std::string message);
  template <class Node>
  PatternId AddPattern(Span span, Node node) {
    return tree_.patterns.Add(Pattern{span, node});
  }

  Symbol Intern(std::string_view text) { return names_.Get(text); }
  Symbol InternHere() { return names_.Get(cursor_.text()); }

  std::string_view text_;
  base::Interner& interner_;
  Tree& tree_;
  Cursor cursor_;
  NameCache names_;
  Scope scope_;
  bool excused_ = false;  // an ERROR node was no error (see `PassTypeParameters`)
  int depth_ = 0;
  int height_ = 0;
  std::uint32_t as_edge_ = 0;   // where the item of `with` being lowered ends
  ExprId buried_target_;        // the target that such an item hid (see `LowerBuriedAs`)
  std::uint32_t last_end_ = 0;  // where the statement lowered last ends

  std::vector<ExprId> exprs_;
  std::vector<ExprId> dict_values_;
  std::vector<StmtId> stmts_;
  std::vector<PatternId> patterns_;
  std::vector<Arg> args_;
  std::vector<Param> params_;
  std::vector<Clause> clauses_;
  std::vector<CompareOp> compare_ops_;
  std::vector<Symbol> symbols_;
  std::vector<ImportAlias> aliases_;
  std::vector<Handler> handlers_;
  std::vector<WithItem> with_items_;
  std::vector<Case> cases_;
  std::vector<Branch> branches_;
  struct Link {
    Kind kind;
    Span span;
  };
  std::vector<Link> links_;
};

// Counts one level of nesting while it lives; false if that is one too many.
class Lowerer::Enter {
 public:
  explicit Enter(Lowerer& lowerer) : lowerer_(lowerer) {
    ++lowerer_.depth_;
    ++lowerer_.height_;
  }
  ~Enter() {
    --lowerer_.depth_;
    --lowerer_.height_;
  }
  Enter(const Enter&) = delete;
  Enter& operator=(const Enter&) = delete;
  explicit operator bool() const {
    return lowerer_.depth_ <= kMaxDepth && lowerer_.height_ <= kMaxHeight;
  }

 private:
  Lowerer& lowerer_;
};

}  // namespace graphmend::syntax
