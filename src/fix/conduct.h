// What code does besides giving its results: followed through calls of functions and modules of the
// same file, and of functions of other files of the program into which the analysis came.
//
//   Conduct    of the statements in a span of one function
//     changes  places whose tensor or container is changed in place: `out` of `out[i] = v`,
//              `out.add_(v)`, `out += v`, `parts.append(v)`; always a name
//     buffers  attributes of `self` whose tensors are changed in place, without gradients
//     says     whether it writes messages, through graphmend.runtime, or acts on the outside by
//              another library
//     unknown  callees of which nothing is known, as the source writes them
//     why      what shows otherwise, or what is not followed; empty where nothing does
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fix/assigned.h"
#include "fix/calls.h"
#include "fix/terms.h"

namespace graphmend::fix {

struct Conduct {
  std::vector<syntax::ExprId> changes;
  std::set<std::string> buffers;
  bool says = false;
  std::set<std::string> unknown;
  std::string why;
};

// What code may do.
//   whole      of a function's whole body: it may return
//   described  the compiler tries it on tensors without data: it may ask of a tensor whether it
//              requires a gradient, but not which type a number has
//   once       it runs once for each call, and changes what its module holds: it may draw random
//              numbers, and call a library's function that is given no tensor
struct Allowed {
  bool whole = false;
  bool described = false;
  bool once = false;
};

class Observer {
 public:
  Observer(const Finding& finding, const Terms& terms, int depth = 0)
      : finding_(finding),
        terms_(terms),
        assigned_(AssignedIn(finding)),
        calls_(finding),
        depth_(depth) {}

  Conduct Of(syntax::StmtList block, std::size_t first, std::size_t last, Allowed allowed);

 private:
  static constexpr int kDeepest = 4;

  bool Fail(std::string why);
  bool Look(syntax::StmtId stmt, int loops);
  bool LookAtHeader(syntax::StmtId stmt, int loops);
  bool StaysInside(syntax::StmtId stmt, int loops);
  bool LookAtContext(const syntax::WithItem& item);
  bool Rebinds(syntax::ExprId target) const;
  bool LookAtTarget(syntax::ExprId target);
  bool IsNone(syntax::ExprId expr) const;
  bool LookAt(syntax::ExprId expr);
  bool LookAtName(syntax::ExprId expr, const syntax::Name& name);
  bool MayAsk(std::string_view attribute) const;  // of what only asks autograd
  bool LookAtAttribute(syntax::ExprId expr, const syntax::Attribute& attribute);
  bool IsTensorFunction(syntax::ExprId call, std::string_view name) const;
  bool IsTensorHere(syntax::ExprId expr) const;
  const infer::ExprFact& Callee(const syntax::Call& call) const;
  bool LookAtEffects(syntax::ExprId expr, const syntax::Call& call);
  bool OnlyGivesResult(syntax::ExprId expr, const syntax::Call& call) const;
  syntax::ExprId ContainerOf(const syntax::Call& call) const;
  bool LookAtCall(syntax::ExprId expr, const syntax::Call& call);
  std::vector<syntax::FunctionId> EitherOf(syntax::ExprId call,
                                           const infer::ExprFact& callee) const;
  // `inner`: the function that is called.
  bool Follow(const Finding& inner, syntax::ExprId callee);
  static bool IsOwn(const Finding& inner, const Terms& terms, syntax::ExprId variable);
  // Whether the method turns a tensor that this code has made; one that gives it other memory does
  // more.
  bool ChangesItsOwn(const syntax::Call& call) const;
  // What it is of which an attribute is read or a method called; a class method's first parameter
  // is the class for which it is called here, not all for which it is.
  const infer::ExprFact& ObjectOf(const syntax::Attribute& attribute) const;
  // Whether running it alone gives the same as running it once more: its decorators keep nothing.
  bool KeepsNothing(const Finding& inner) const;
  bool IsFailure(syntax::ExprId call, const infer::ExprFact& callee) const;
  bool IsSelf(syntax::ExprId expr) const;
  bool IsRebound(const syntax::Attribute& attribute) const;
  bool ChangeBuffer(syntax::ExprId place, const syntax::Attribute& buffer, bool by_data);
  bool TakesNoTensor(const syntax::Call& call) const;
  // `items`: how many items deep a container may be changed; of a tensor any of them.
  bool Change(syntax::ExprId place, int items = 0);
  std::string Quoted(syntax::ExprId expr) const;

  const Finding& finding_;
  const Terms& terms_;
  const Assigned& assigned_;
  Calls calls_;
  int depth_;
  Allowed allowed_;
  source::Span code_;                     // of the statements that are looked at
  bool is_method_ = false;                // of the object whose code is looked at
  const infer::ExprFact* cls_ = nullptr;  // of a class method: for which class it runs
  Conduct conduct_;
};

}  // namespace graphmend::fix
