// A loop that goes through the places that a mask of rows selects, and writes at each, or into the
// segment that ends there and begins behind the one before:
//
//     idxs = torch.nonzero(mask)            or in the head of the loop
//     last = 0
//     for i in range(idxs.shape[0]):        or: for row, col in idxs:
//         row, col = idxs[i]
//         if col == 0:
//             ids[row, col] = 0                             a point
//         else:
//             ids[row, last + 1 : col + 1] = …              a segment
//         last = col
//
// Each element of a tensor that is written to is then written to for one place at most: points are
// at their own place, and segments of the same row do not meet, nor do they hold the place of
// another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix {

class SegmentLoop {
 public:
  using ExprId = syntax::ExprId;
  using StmtId = syntax::StmtId;

  struct Test {
    ExprId expr;
    bool holds;
  };
  // One `ids[row, …] = value`.
  struct Write {
    ExprId target;  // the variable
    bool segment;   // else a point
    int rank;       // of the target: 2, or 3 where it has a square for each row
    ExprId value;   // a literal; none: the places counted from the segment's begin
    std::vector<Test> under;
  };

  SegmentLoop(const Finding& finding, const Terms& terms, const Variables& variables)
      : finding_(finding), terms_(terms), variables_(variables) {}

  // Whether the finding is the `nonzero` whose places such a loop alone goes through.
  bool Find();

  StmtId loop() const { return loop_; }
  ExprId mask() const { return mask_; }
  const std::vector<Write>& writes() const { return writes_; }
  bool HasSegments() const;
  // Where the first segment begins: behind this place.
  ExprId first() const { return first_; }
  // The statement that says so to the loop alone; none where there is none.
  StmtId first_in() const;
  // A test, of the column that is called `column`, as tensors compute it.
  std::string TestOf(ExprId test, const std::string& column) const;

 private:
  bool FindMask();
  bool IsLeftAlone() const;
  bool FindLoop();
  bool FindCarried();
  bool TakesCounted(const syntax::For& over, const std::vector<ExprId>& reads);
  bool TakesPlace(ExprId place);
  bool Look(StmtId stmt, std::vector<Test>& under);
  bool LookAtWrite(const syntax::Assign& assign, const std::vector<Test>& under);
  bool LookAtIndex(const syntax::Sequence& index, Write& write) const;
  bool LookAtValue(ExprId value, Write& write) const;
  bool CountsFromBegin(ExprId value) const;
  bool IsTest(ExprId expr) const;
  bool IsNumber(ExprId expr) const;
  bool IsSlot(ExprId expr, std::optional<std::uint32_t> slot) const;
  bool IsBehind(ExprId expr, std::optional<std::uint32_t> slot) const;
  bool IsNewBefore(ExprId target) const;
  bool AreApart() const;
  bool EndsWithLoop() const;
  std::string NumberOf(ExprId expr, const std::string& column) const;

  const Finding& finding_;
  const Terms& terms_;
  const Variables& variables_;
  ExprId mask_, first_;
  StmtId loop_, carrying_;
  std::optional<std::uint32_t> places_, counter_, row_, column_, last_;
  std::vector<Write> writes_;
};

}  // namespace graphmend::fix
