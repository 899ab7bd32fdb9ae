// A loop that a tensor may end early: where it ends, what ends it otherwise, and which variables
// carry values from one iteration to a later one, or to the code behind.
#pragma once

#include <optional>
#include <string>

#include "fix/terms.h"

namespace graphmend::fix {

struct EndedLoop {
  syntax::StmtId stmt;
  syntax::StmtId end;    // the branch that leaves; none where the head of a `while` asks
  bool returns = false;  // by `return` with a value
  syntax::ExprId test;
  syntax::StmtList body, orelse;
};

// The loop whose end the finding asks for; nothing where it asks for something else.
std::optional<EndedLoop> EndedLoopOf(const Finding& finding);

// Whether a statement of the block, or within one, leaves the loop or this iteration, `but` aside.
bool LeavesLoop(const Finding& finding, syntax::StmtList block, syntax::StmtId but);

class Iterations {
 public:
  Iterations(const Finding& finding, const Terms& terms, const EndedLoop& loop);

  // Why they cannot all run: nothing is known to end them, there are many of them, or how many
  // there were is asked behind. Empty where they can.
  std::string WhyNotAll() const;

  // Whether the code behind the loop may read what an iteration leaves in the variable, or code in
  // another function.
  bool IsReadBehind(flow::Slot slot) const;
  // … or a later iteration may.
  bool IsKept(flow::Slot slot) const;
  bool HasValueBefore(flow::Slot slot) const;

  // Whether the statement may run once the loop has ended: what it does is of its iteration alone.
  // Where the loop returns, nothing behind reads what it assigns then.
  bool IsHarmless(syntax::StmtId stmt) const;
  // Whether a target of a loop inside is read in it alone.
  bool IsLocal(syntax::ExprId target) const;

  source::Span body() const { return body_; }

 private:
  bool IsCaptured(flow::Slot slot) const;
  bool IsOfIteration(flow::Slot slot) const;
  bool IsPlain(syntax::ExprId expr) const;
  bool MayGoOn(syntax::ExprId target) const;
  bool HasCounter() const;
  bool IsCounted(syntax::ExprId test) const;
  bool MayChange(syntax::ExprId limit) const;

  const Finding& finding_;
  const Terms& terms_;
  const EndedLoop& loop_;
  source::Span body_;
};

}  // namespace graphmend::fix
