#include "fix/draws_behind.h"

#include <algorithm>
#include <set>

#include "fix/calls.h"
#include "fix/module_scope.h"
#include "fix/reads.h"

namespace graphmend::fix {

using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

namespace {

class Behind {
 public:
  Behind(const Finding& finding, const std::vector<ExprId>& drawn)
      : finding_(finding), calls_(finding), drawn_(drawn) {}

  bool Draws(ExprId expr) {
    const FunctionId function = finding_.parents.FunctionOf(expr);
    if (IsInLoop(finding_, finding_.parents.Statement(expr))) return true;
    if (!function || !seen_.insert(function.index).second) return false;
    const std::uint32_t begin = finding_.tree()[expr].span.begin;
    const std::uint32_t end = finding_.tree()[function].span.end;
    bool draws = false;
    ForEachInside(finding_, source::Span{begin, end}, [&](ExprId part) {
      const auto* call = finding_.If<syntax::Call>(part);
      draws |= call && finding_.Fact(call->callee).traits.Has(models::Trait::Random) &&
               !IsDrawn(part) && part != expr;
    });
    const std::vector<ExprId> calls = calls_.Of(function);
    return draws ||
           std::any_of(calls.begin(), calls.end(), [&](ExprId call) { return Draws(call); });
  }

 private:
  bool IsDrawn(ExprId part) const {
    return std::any_of(drawn_.begin(), drawn_.end(), [&](ExprId one) {
      return finding_.tree()[one].span.Contains(finding_.tree()[part].span);
    });
  }

  const Finding& finding_;
  const Calls calls_;
  const std::vector<ExprId>& drawn_;
  std::set<std::uint32_t> seen_;  // functions
};

}  // namespace

bool MoveDraws(const Finding& finding, const std::vector<ExprId>& drawn) {
  Behind behind(finding, drawn);
  return std::any_of(drawn.begin(), drawn.end(), [&](ExprId one) { return behind.Draws(one); });
}

}  // namespace graphmend::fix
