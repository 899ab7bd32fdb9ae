// Tests that an expression stands in, and what the fixes of tests on tensors make of them once a
// tensor is what they read.
//
//   TestPlaceOf   the `if`, conditional expression, assert or check whose test it is, or is part of
//   MendTest      what those fixes make of that place
#pragma once

#include <optional>
#include <string_view>
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

// Adds to `all` what one of them makes of each place, of which none stands inside of another one's
// branch; why that cannot be.
std::optional<Declined> MendTests(const Finding& finding, ReadTests& tests,
                                  const std::vector<TestPlace>& places,
                                  std::optional<diag::Fix>& all);
inline constexpr std::string_view kNestedTests = "the tests of it are nested; separate them";

// Nothing where one of them mends each place, those inside of another one's branch with that; else
// why one of the places is not mended.
std::optional<Declined> WhyNotMended(const Finding& finding, ReadTests& tests,
                                     const std::vector<TestPlace>& places);

// The text of the test as one tensor, and where that is not quite the test; why it is none.
std::optional<Declined> ReadAsTensor(const Finding& finding, syntax::ExprId test, std::string& text,
                                     std::string& difference);

}  // namespace graphmend::fix
