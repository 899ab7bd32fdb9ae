// `Print`: one line per node, children indented by two. A line reads
//   label: Kind attributes @line:column-line:column
// with columns in code points; a span within one line is written @line:column-column.
//
// long because each kind of node has its line here, also in two long functions.
#include <string>
#include <string_view>
#include <variant>

#include "base/match.h"
#include "base/real_text.h"
#include "syntax/parse.h"

namespace graphmend::syntax {
namespace {

constexpr std::string_view kExprNames[] = {
#define GM_EXPR(Name) #Name,
#include "syntax/nodes.def"
};
constexpr std::string_view kStmtNames[] = {
#define GM_STMT(Name) #Name,
#include "syntax/nodes.def"
};
constexpr std::string_view kPatternNames[] = {
#define GM_PATTERN(Name) #Name,
#include "syntax/nodes.def"
};
constexpr std::string_view kLiteralNames[] = {"None",  "True",    "False", "Ellipsis", "Int",
                                              "Float", "Complex", "Str",   "Bytes"};
constexpr std::string_view kSequenceNames[] = {"Tuple", "List", "Set"};
constexpr std::string_view kComprehensionNames[] = {"List", "Set", "Dict", "Generator"};
constexpr std::string_view kArgNames[] = {"arg", "*arg", "keyword", "**arg"};
constexpr std::string_view kParamNames[] = {"positional-only", "param", "*param", "keyword-only",
                                            "**param"};

std::string Quote(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte >= 0x7F) {
      out += "\\x";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string LiteralText(const Literal& literal) {
  switch (literal.kind) {
    case LiteralKind::Int:
      return " " + (literal.fits ? std::to_string(literal.integer) : literal.text.str());
    case LiteralKind::Float: return " " + base::RealText(literal.real);
    case LiteralKind::Complex: return " " + base::RealText(literal.real) + "j";
    case LiteralKind::Str:
    case LiteralKind::Bytes: return " " + Quote(literal.text.text());
    default: return "";
  }
}

class Printer {
 public:
  Printer(const Tree& tree, const source::SourceFile& file) : tree_(tree), file_(file) {}

  std::string Run() {
    out_ += "Module\n";
    Statements("", tree_.body);
    for (const SyntaxError& error : tree_.errors) Line("error", Quote(error.message), error.span);
    return std::move(out_);
  }

 private:
  // Indents what is printed while it lives.
  struct Deeper {
    explicit Deeper(Printer& printer) : printer(printer) { ++printer.depth_; }
    ~Deeper() { --printer.depth_; }
    Printer& printer;
  };

  void Begin(std::string_view label) {
    out_.append(static_cast<std::size_t>(depth_) * 2, ' ');
    if (!label.empty()) {
      out_ += label;
      out_ += ": ";
    }
  }
  void Line(std::string_view label, std::string_view head, Span span) {
    Begin(label);
    out_ += head;
    const auto begin = file_.PositionOf(span.begin, source::ColumnUnit::CodePoints);
    const auto end = file_.PositionOf(span.end, source::ColumnUnit::CodePoints);
    out_ += " @" + std::to_string(begin.line) + ":" + std::to_string(begin.column) + "-";
    if (end.line != begin.line) out_ += std::to_string(end.line) + ":";
    out_ += std::to_string(end.column) + "\n";
  }
  void Title(std::string_view label) {
    Begin("");
    out_ += label;
    out_ += ":\n";
  }

  // ---- expressions ----------------------------------------------------------------------------
  void Child(std::string_view label, ExprId id) {
    if (!id) return;
    const Expr& expr = tree_[id];
    std::string head(kExprNames[expr.node.index()]);
    head += Attributes(expr.node);
    Line(label, head, expr.span);
    Deeper deeper(*this);
    Children(expr.node);
  }
  void Each(std::string_view label, ExprList list) {
    for (const ExprId id : list) Child(label, id);
  }

  static std::string Attributes(const ExprNode& node) {
    return base::Match(
        node, [](const Name& n) { return " " + n.id.str(); },
        [](const Literal& n) {
          return " " + std::string(kLiteralNames[static_cast<int>(n.kind)]) + LiteralText(n);
        },
        [](const FormattedValue& n) {
          return n.conversion ? std::string(" !") + n.conversion : std::string();
        },
        [](const Sequence& n) {
          return " " + std::string(kSequenceNames[static_cast<int>(n.kind)]);
        },
        [](const Unary& n) { return " " + std::string(Spelling(n.op)); },
        [](const Binary& n) { return " " + std::string(Spelling(n.op)); },
        [](const BoolOp& n) { return " " + std::string(Spelling(n.op)); },
        [](const Compare& n) {
          std::string text;
          for (const CompareOp op : n.ops) text += " " + std::string(Spelling(op));
          return text;
        },
        [](const Attribute& n) { return " ." + n.name.str(); },
        [](const Comprehension& n) {
          return " " + std::string(kComprehensionNames[static_cast<int>(n.kind)]);
        },
        [](const Yield& n) { return std::string(n.from ? " from" : ""); },
        [](const auto&) { return std::string(); });
  }

  void Children(const ExprNode& node) {
    base::Match(
        node, [](const std::monostate&) {}, [](const ErrorExpr&) {}, [](const Name&) {},
        [](const Literal&) {}, [&](const FString& n) { Each("", n.parts); },
        [&](const FormattedValue& n) {
          Child("", n.value);
          Child("format", n.format);
        },
        [&](const Sequence& n) { Each("", n.items); },
        [&](const Dict& n) {
          for (std::size_t i = 0; i < n.keys.size(); ++i) {
            Child("key", n.keys[i]);
            Child(n.keys[i] ? "value" : "**", n.values[i]);
          }
        },
        [&](const Unary& n) { Child("", n.operand); },
        [&](const Binary& n) {
          Child("", n.left);
          Child("", n.right);
        },
        [&](const BoolOp& n) {
          Child("", n.left);
          Child("", n.right);
        },
        [&](const Compare& n) {
          Child("", n.left);
          Each("", n.rights);
        },
        [&](const Conditional& n) {
          Child("test", n.test);
          Child("body", n.body);
          Child("orelse", n.orelse);
        },
        [&](const Lambda& n) {
          Definition(tree_[n.function]);
          Child("body", tree_[n.function].lambda_body);
        },
        [&](const Call& n) {
          Child("callee", n.callee);
          Arguments(n.args);
        },
        [&](const Attribute& n) { Child("", n.object); },
        [&](const Subscript& n) {
          Child("", n.object);
          Child("index", n.index);
        },
        [&](const Slice& n) {
          Child("lower", n.lower);
          Child("upper", n.upper);
          Child("step", n.step);
        },
        [&](const Starred& n) { Child("", n.value); },
        [&](const Walrus& n) {
          Child("target", n.target);
          Child("value", n.value);
        },
        [&](const Comprehension& n) { ComprehensionParts(n); },
        [&](const Await& n) { Child("", n.value); }, [&](const Yield& n) { Child("", n.value); });
  }

  void ComprehensionParts(const Comprehension& node) {
    Child(node.value ? "key" : "element", node.element);
    Child("value", node.value);
    for (const Clause& clause : node.clauses) {
      Title(clause.is_async ? "async for" : "for");
      Deeper deeper(*this);
      Child("target", clause.target);
      Child("in", clause.iterable);
      Each("if", clause.conditions);
    }
  }

  void Arguments(std::span<const Arg> args) {
    for (const Arg& arg : args) {
      std::string label(kArgNames[static_cast<int>(arg.kind)]);
      if (arg.kind == ArgKind::Keyword) label += " " + arg.name.str();
      Child(label, arg.value);
    }
  }

  // ---- statements -----------------------------------------------------------------------------
  void Statements(std::string_view title, StmtList list) {
    if (list.empty()) return;
    if (!title.empty()) Title(title);
    Deeper deeper(*this);
    for (const StmtId id : list) Statement(id);
  }

  void Statement(StmtId id) {
    const Stmt& stmt = tree_[id];
    std::string head(kStmtNames[stmt.node.index()]);
    head += Attributes(stmt.node);
    Line("", head, stmt.span);
    Deeper deeper(*this);
    Children(stmt.node);
  }

  std::string Attributes(const StmtNode& node) const {
    const auto names = [](std::span<const Symbol> symbols) {
      std::string text;
      for (const Symbol symbol : symbols) text += " " + symbol.str();
      return text;
    };
    const auto async = [](bool is_async) { return std::string(is_async ? " async" : ""); };
    return base::Match(
        node, [](const AugAssign& n) { return " " + std::string(Spelling(n.op)) + "="; },
        [&](const Global& n) { return names(n.names); },
        [&](const Nonlocal& n) { return names(n.names); },
        [](const Import& n) { return ImportedNames(n.names); },
        [](const ImportFrom& n) {
          return " " + std::string(n.level, '.') + n.module.str() + " import" +
                 (n.star ? " *" : ImportedNames(n.names));
        },
        [&](const For& n) { return async(n.is_async); },
        [](const Try& n) { return std::string(n.is_star ? " *" : ""); },
        [&](const With& n) { return async(n.is_async); },
        [&](const FunctionStmt& n) {
          const Function& function = tree_[n.function];
          return " " + function.name.str() + async(function.is_async) +
                 (function.is_generator ? " generator" : "");
        },
        [&](const ClassStmt& n) { return " " + tree_[n.cls].name.str(); },
        [](const TypeAlias& n) { return " " + n.name.str(); },
        [](const auto&) { return std::string(); });
  }

  static std::string ImportedNames(std::span<const ImportAlias> aliases) {
    std::string text;
    for (const ImportAlias& alias : aliases) {
      text += (text.empty() ? " " : ", ") + alias.name.str();
      if (alias.as) text += " as " + alias.as.str();
    }
    return text;
  }

  void Children(const StmtNode& node) {
    base::Match(
        node, [](const std::monostate&) {}, [](const ErrorStmt&) {}, [](const Pass&) {},
        [](const Break&) {}, [](const Continue&) {}, [](const Global&) {}, [](const Nonlocal&) {},
        [](const Import&) {}, [](const ImportFrom&) {},
        [&](const ExprStmt& n) { Child("", n.value); },
        [&](const Assign& n) {
          Each("target", n.targets);
          Child("value", n.value);
        },
        [&](const AugAssign& n) {
          Child("target", n.target);
          Child("value", n.value);
        },
        [&](const AnnAssign& n) {
          Child("target", n.target);
          Child("annotation", n.annotation);
          Child("value", n.value);
        },
        [&](const Return& n) { Child("", n.value); },
        [&](const Raise& n) {
          Child("", n.exception);
          Child("from", n.cause);
        },
        [&](const Assert& n) {
          Child("", n.test);
          Child("message", n.message);
        },
        [&](const Delete& n) { Each("", n.targets); }, [&](const If& n) { Conditioned(n); },
        [&](const While& n) { Conditioned(n); }, [&](const For& n) { Loop(n); },
        [&](const Try& n) { Handlers(n); }, [&](const With& n) { Items(n); },
        [&](const FunctionStmt& n) {
          Definition(tree_[n.function]);
          Statements("body", tree_[n.function].body);
        },
        [&](const ClassStmt& n) { ClassBody(tree_[n.cls]); }, [&](const Match& n) { Cases(n); },
        [&](const TypeAlias& n) { Child("value", n.value); });
  }

  template <class Node>
  void Conditioned(const Node& node) {
    Child("test", node.test);
    Statements("body", node.body);
    Statements("orelse", node.orelse);
  }
  void Loop(const For& node) {
    Child("target", node.target);
    Child("in", node.iterable);
    Statements("body", node.body);
    Statements("orelse", node.orelse);
  }
  void Handlers(const Try& node) {
    Statements("body", node.body);
    for (const Handler& handler : node.handlers) {
      Line("", handler.name ? "except as " + handler.name.str() : "except", handler.span);
      Deeper deeper(*this);
      Child("type", handler.type);
      Statements("body", handler.body);
    }
    Statements("orelse", node.orelse);
    Statements("finally", node.finally);
  }
  void Items(const With& node) {
    for (const WithItem& item : node.items) {
      Child("item", item.context);
      Child("as", item.target);
    }
    Statements("body", node.body);
  }
  void Definition(const Function& function) {
    Each("decorator", function.decorators);
    for (const Param& param : function.params) {
      Line(kParamNames[static_cast<int>(param.kind)], param.name.text(), param.span);
      Deeper deeper(*this);
      Child("annotation", param.annotation);
      Child("default", param.default_value);
    }
    Child("returns", function.returns);
  }
  void ClassBody(const Class& cls) {
    Each("decorator", cls.decorators);
    Arguments(cls.bases);
    Statements("body", cls.body);
  }
  void Cases(const Match& node) {
    Child("subject", node.subject);
    for (const Case& each : node.cases) {
      Line("", "case", each.span);
      Deeper deeper(*this);
      PatternLine("", each.pattern);
      Child("if", each.guard);
      Statements("body", each.body);
    }
  }

  // ---- patterns -------------------------------------------------------------------------------
  void PatternLine(std::string_view label, PatternId id) {
    if (!id) return;
    const Pattern& pattern = tree_[id];
    std::string head(kPatternNames[pattern.node.index()]);
    const auto name = [](Symbol symbol) { return symbol ? " " + symbol.str() : " _"; };
    head += base::Match(
        pattern.node, [&](const CapturePattern& n) { return name(n.name); },
        [&](const StarPattern& n) { return name(n.name); },
        [&](const AsPattern& n) { return name(n.name); },
        [&](const MappingPattern& n) { return n.rest ? " **" + n.rest.str() : std::string(); },
        [](const auto&) { return std::string(); });
    Line(label, head, pattern.span);
    Deeper deeper(*this);
    Parts(pattern.node);
  }
  void Patterns(PatternList list) {
    for (const PatternId id : list) PatternLine("", id);
  }
  void Parts(const PatternNode& node) {
    base::Match(
        node, [](const std::monostate&) {}, [](const CapturePattern&) {}, [](const StarPattern&) {},
        [&](const ValuePattern& n) { Child("", n.value); },
        [&](const SequencePattern& n) { Patterns(n.items); },
        [&](const MappingPattern& n) {
          for (std::size_t i = 0; i < n.keys.size(); ++i) {
            Child("key", n.keys[i]);
            PatternLine("value", n.values[i]);
          }
        },
        [&](const ClassPattern& n) {
          Child("class", n.cls);
          Patterns(n.positional);
          for (std::size_t i = 0; i < n.named.size(); ++i) {
            PatternLine(n.names[i].text(), n.named[i]);
          }
        },
        [&](const OrPattern& n) { Patterns(n.alternatives); },
        [&](const AsPattern& n) { PatternLine("", n.pattern); });
  }

  const Tree& tree_;
  const source::SourceFile& file_;
  std::string out_;
  int depth_ = 0;
};

}  // namespace

std::string Print(const Tree& tree, const source::SourceFile& file) {
  return Printer(tree, file).Run();
}

}  // namespace graphmend::syntax
