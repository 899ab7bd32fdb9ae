// What a function does with a variable that a branch assigns, before the branch and behind it: who
// else may hold the tensor, and where it would show which operation made it.
#pragma once

#include <string>

#include "fix/terms.h"

namespace graphmend::fix {

// What differs where a result that torch.where makes is shown, or changed in place. Its gradient
// reaches a side by another node, so that autograd adds what a tensor gets in another order.
inline constexpr std::string_view kShown =
    "the result's `grad_fn`, which its text shows, and what autograd saves for it, which a change "
    "in place invalidates, are those of torch.where";
inline constexpr std::string_view kAddedUp =
    "gradients of a tensor with several uses may be added up in a different order";

class ResultUses {
 public:
  ResultUses(const Finding& finding, const Terms& terms, syntax::StmtId branch)
      : ResultUses(finding, terms, finding.tree()[branch].span) {}
  // `code`: of statements, in place of a branch.
  ResultUses(const Finding& finding, const Terms& terms, source::Span code)
      : finding_(finding), terms_(terms), code_(code) {}

  // Whether another variable, object or caller may hold the tensor that the variable has before, or
  // the function changes it in place behind.
  bool MayBeHeld(const std::string& name) const;
  // Only the first of these.
  bool MayBeHeldBefore(const std::string& name) const;
  // Whether the function makes a text of what the variable holds, changes it in place, or asks
  // autograd about it.
  bool IsShown(const std::string& name) const;

 private:
  // For each read of the variable outside of the branch; whether one of them answered true.
  template <class Ask>
  bool Any(const std::string& name, Ask ask) const;
  bool MayHandOn(syntax::ExprId load) const;
  bool IsHandedOnBy(syntax::ExprId call) const;
  bool ChangesInPlace(syntax::ExprId load) const;
  bool ShowsIt(syntax::ExprId load) const;
  bool IsViewed(syntax::ExprId load) const;
  bool ChangesTensors() const;
  bool IsKeptElsewhere(syntax::ExprId load) const;

  const Finding& finding_;
  const Terms& terms_;
  source::Span code_;
};

}  // namespace graphmend::fix
