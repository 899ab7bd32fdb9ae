// What a transformation gets, and what it answers.
//
//   Finding          one diagnostic with all that is known around it: the tree, the way up in it,
//                    what each expression was found to be
//   Proposal         a fix, or why none is offered (`Declined`: one line that also says what a
//                    person could do, without a full stop)
//   Transformation   a function from finding to proposal, for some kinds of observation; `nullopt`
//                    where the finding is none of its business, and the next fix is asked
//
// A transformation decides by facts (`Finding::Fact`: resolved names, values), never by spelling,
// and answers `Safe` only where the result is proved to be the same.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "diag/diagnostic.h"
#include "fix/parent_map.h"
#include "infer/facts.h"
#include "infer/observation_kind.h"
#include "names/program.h"

namespace graphmend::fix {

// How a message that compiled code writes is kept; see python/graphmend/runtime.py.
enum class SideEffects : std::uint8_t {
  Runtime,  // through the package graphmend.runtime
  Inline,   // through a helper written into the module
  Guard,    // behind `if not torch.compiler.is_compiling()`: lost when compiled
};

struct Options {
  SideEffects side_effects = SideEffects::Runtime;
  // Whether code that has no equal in a graph may become an operator of its own.
  bool outline = false;
  // Asked before each finding; once it says true, no more fixes are looked for, and what was found
  // means nothing.
  std::function<bool()> stop = {};
};

// An expression that a fix writes as a tensor, where the source reads a number: `tensor` (the
// expression itself, where there is none) with `suffix` behind it.
struct Assumed {
  infer::ExprFact fact;
  syntax::ExprId tensor;
  std::string suffix;

  bool IsRewritten() const { return tensor || !suffix.empty(); }
};
using Assumptions = std::unordered_map<std::uint32_t, Assumed>;  // by index of the expression

class Dataflow;
class FunctionFlows;
struct FileView;

struct Finding {
  infer::ObservationKind kind;
  const diag::Diagnostic& diagnostic;
  const names::ParsedFile& file;
  std::string_view module;  // its dotted name
  const ParentMap& parents;
  const infer::Facts& facts;
  const Options& options;
  FunctionFlows& flows;
  std::span<const source::Span> breaks;  // of the file, what all its findings underline
  syntax::ExprId expr;                   // what is underlined; none where it is the head of a class
  syntax::StmtId stmt;                   // the innermost statement
  syntax::FunctionId function;           // whose body holds it (a lambda, where it is in one)
  const Assumptions* assumptions = nullptr;  // what another transformation takes for granted

  const syntax::Tree& tree() const { return file.tree(); }
  // Whether a `def` holds it: not a lambda, nor the module itself.
  bool IsInFunction() const { return function && !tree()[function].lambda_body; }
  // Of the function around it.
  const Dataflow& Flow() const;
  // To look from the same finding at a function of another file.
  Finding In(const FileView& view, syntax::FunctionId other) const;
  // At another function of the file.
  Finding In(syntax::FunctionId other) const;
  // Whether a finding of the file stands inside of the code.
  bool Breaks(source::Span code) const {
    return std::any_of(breaks.begin(), breaks.end(),
                       [&](const source::Span& place) { return code.Contains(place); });
  }
  std::string_view Text(source::Span span) const { return file.source().Text(span); }
  std::string_view Text(syntax::ExprId e) const { return Text(tree()[e].span); }
  std::string_view Text(syntax::StmtId s) const { return Text(tree()[s].span); }
  // Null where nothing is assumed of it.
  const Assumed* AssumedOf(syntax::ExprId e) const;
  // What the analysis found the expression to be, or what is assumed; an empty fact where nothing
  // is known.
  const infer::ExprFact& Fact(syntax::ExprId e) const;
  // The same, but where no call leads what infer::Facts::NamedAt says.
  const infer::ExprFact& FactOrName(syntax::ExprId e) const;
  // The one function, class or module that the expression is, as a qualified name; "" otherwise,
  // also for a variable that may hold something else that a caller passes.
  std::string_view NameOf(syntax::ExprId e) const { return IsPassed(e) ? "" : Fact(e).Name(); }
  // The same without "builtins.".
  std::string_view BuiltinName(syntax::ExprId e) const {
    return IsPassed(e) ? "" : Fact(e).BuiltinName();
  }
  template <class Node>
  const Node* If(syntax::ExprId e) const {
    return e ? std::get_if<Node>(&tree()[e].node) : nullptr;
  }
  template <class Node>
  const Node* If(syntax::StmtId s) const {
    return s ? std::get_if<Node>(&tree()[s].node) : nullptr;
  }
  // Whether it is a variable of which a caller decides what it holds.
  bool IsPassed(syntax::ExprId e) const {
    const infer::ExprFact& fact = Fact(e);
    return (fact.MayBe(infer::FactKind::Unknown) || fact.MayBe(infer::FactKind::Undeclared)) &&
           If<syntax::Name>(e);
  }
  // An `elif` is an `if` in the `else` of another one, and no statement that lines can go before.
  bool IsElif(syntax::StmtId s) const { return If<syntax::If>(s) && Text(s).starts_with("elif"); }
  // The `if` that a chain of `elif` begins with; any other statement itself.
  syntax::StmtId ChainOf(syntax::StmtId s) const {
    while (IsElif(s)) s = parents.Parent(s);
    return s;
  }
};

struct Declined {
  std::string why;
};
using Proposal = std::variant<diag::Fix, Declined>;
using Transformation = std::optional<Proposal> (*)(const Finding&);

}  // namespace graphmend::fix
