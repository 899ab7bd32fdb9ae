// What code does besides giving its results, as far as the file tells: followed through calls of
// functions and modules of the same file.
//
//   Conduct    of the statements in a span of one function
//     changes  places whose tensor or container is changed in place: `out` of `out[i] = v`,
//              `out.add_(v)`, `out += v`, `parts.append(v)`; always a name
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
  std::set<std::string> unknown;
  std::string why;
};

class Observer {
 public:
  Observer(const Finding& finding, const Terms& terms, const Assigned& assigned, int depth = 0)
      : finding_(finding), terms_(terms), assigned_(assigned), calls_(finding), depth_(depth) {}

  // `whole`: of a function's whole body, which may return.
  // `described`: for what the compiler tries on tensors without data. It may ask of a tensor
  // whether it requires a gradient, but not which type a number has.
  Conduct Of(syntax::StmtList block, std::size_t first, std::size_t last, bool whole,
             bool described = false);

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
  bool LookAtAttribute(syntax::ExprId expr, const syntax::Attribute& attribute);
  bool IsTensorFunction(syntax::ExprId call, std::string_view name) const;
  bool IsTensorHere(syntax::ExprId expr) const;
  const infer::ExprFact& Callee(const syntax::Call& call) const;
  bool LookAtEffects(syntax::ExprId expr, const syntax::Call& call);
  bool LookAtCall(syntax::ExprId expr, const syntax::Call& call);
  std::vector<syntax::FunctionId> EitherOf(syntax::ExprId call,
                                           const infer::ExprFact& callee) const;
  bool Follow(syntax::FunctionId function, syntax::ExprId callee);
  // `items`: how many items deep a container may be changed; of a tensor any of them.
  bool Change(syntax::ExprId place, int items = 0);
  std::string Quoted(syntax::ExprId expr) const;

  const Finding& finding_;
  const Terms& terms_;
  const Assigned& assigned_;
  Calls calls_;
  int depth_;
  bool whole_ = false;
  bool described_ = false;
  Conduct conduct_;
};

}  // namespace graphmend::fix
