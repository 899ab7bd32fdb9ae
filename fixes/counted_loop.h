// A loop that goes through the numbers of rows of groups that follow one another:
//
//     start = 0
//     for e, n in enumerate(counts.tolist()):     or zip(experts, counts), or counts alone
//         end = start + n
//         if n == 0:                              the guard; or `if n > 0:` around the rest
//             continue
//         … x[start:end] …                        a cut
//         start = end                             or start += n
#pragma once

#include <optional>
#include <vector>

#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix {

class CountedLoop {
 public:
  using ExprId = syntax::ExprId;
  using StmtId = syntax::StmtId;

  CountedLoop(const Finding& finding, const Terms& terms, const Variables& variables,
              const Rewriter& rewriter)
      : finding_(finding), terms_(terms), variables_(variables), rewriter_(rewriter) {}

  // Whether the finding stands at one: in its guard, or where the numbers are read. Nothing else
  // asks for the numbers.
  bool Find() { return FindLoop() && FindGuard() && FindCounts() && FindBounds(); }

  const syntax::For& For() const { return *finding_.If<syntax::For>(loop_); }
  StmtId loop() const { return loop_; }
  source::Span span() const { return finding_.tree()[loop_].span; }
  StmtId guard() const { return guard_; }
  // The guard stands around what the loop does.
  bool wraps() const { return wraps_; }
  // What the loop goes through, perhaps by a variable.
  ExprId listed() const { return listed_; }
  // The statement that makes a list or an array of it for the loop alone; none where there is none.
  StmtId made_in() const { return made_in_; }
  // The tensor that holds the numbers, and its dimensions; -1: not known.
  ExprId tensor() const { return tensor_; }
  int rank() const { return rank_; }
  const std::vector<ExprId>& cuts() const { return cuts_; }
  std::uint32_t start() const { return *start_; }
  bool IsBound(std::uint32_t slot) const { return start_ == slot || end_ == slot; }

 private:
  bool FindLoop();
  bool FindGuard();
  ExprId IsNone(ExprId test) const;
  ExprId IsSome(ExprId test) const;
  ExprId Listed() const;
  ExprId TensorOf(ExprId value) const;
  bool FindCounts();
  bool IsReadOnce(const flow::Inst& definition, std::uint32_t slot) const;
  bool IsEnd(ExprId expr) const;
  bool IsCut(ExprId expr);
  bool FindBounds();
  bool IsSetOnce() const;
  bool IsInBody(StmtId stmt) const;
  bool IsMovedOn() const;
  bool IsInCut(ExprId expr) const;
  bool MovesBound(ExprId read) const;
  bool ReadsAreBounds() const;
  std::optional<std::uint32_t> SlotOf(ExprId expr) const { return variables_.SlotOf(expr); }
  bool IsIn(ExprId expr, source::Span span) const {
    return span.Contains(finding_.tree()[expr].span);
  }

  const Finding& finding_;
  const Terms& terms_;
  const Variables& variables_;
  const Rewriter& rewriter_;
  StmtId loop_, guard_, made_in_;
  ExprId listed_, tensor_;
  int rank_ = -1;
  bool wraps_ = false;
  std::uint32_t count_ = 0;                   // slots
  std::optional<std::uint32_t> start_, end_;  // …
  std::vector<ExprId> cuts_;
};

}  // namespace graphmend::fix
