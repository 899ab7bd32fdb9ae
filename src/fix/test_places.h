// Tests that an expression stands in, and what the fixes of tests on tensors make of them once a
// tensor is what they read.
//
//   TestPlaceOf   the `if`, conditional expression, assert or check whose test it is, or is part of
//   MendTest      what those fixes make of that place
#pragma once

#include <optional>
#include <vector>

#include "fix/finding.h"
#include "fix/read_tests.h"

namespace graphmend::fix {

struct TestPlace {
  syntax::ExprId test;  // the whole of it
  syntax::StmtId stmt;
  bool is_branch = false;  // of an `if` statement

  infer::ObservationKind Kind(const Finding& finding) const;
};

std::optional<TestPlace> TestPlaceOf(const Finding& finding, syntax::ExprId expr);

// Each of them once, without those inside of the branch of another one.
std::vector<TestPlace> OutermostOf(const Finding& finding, const std::vector<TestPlace>& places);

// The first fix that one of them makes, or why none does, with all that `tests` notes.
Proposal MendTest(const Finding& finding, ReadTests& tests, const TestPlace& place);

// Nothing where one of them mends each place, those inside of another one's branch with that; else
// why one of the places is not mended.
std::optional<Declined> WhyNotMended(const Finding& finding, ReadTests& tests,
                                     const std::vector<TestPlace>& places);

}  // namespace graphmend::fix
