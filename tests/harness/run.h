// Runs one case as `graphmend check` would run its files, and compares what came out with what its
// markers and snapshots demand.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/case.h"
#include "infer/observation_kind.h"
#include "infer/trace.h"

namespace graphmend::harness {

// What the cases together have exercised; see coverage.h.
struct Exercised {
  std::set<std::string> fired;  // names of rules
  std::set<std::string> quiet;  // rules whose page has a case without findings
  std::set<infer::ObservationKind> observations;
  std::set<std::string> instructions;  // and terminators, in flow snapshots
  infer::Trace trace;                  // transfers and conditions that were executed
  std::set<std::string> fixes;  // "merge_branch safe", "… unsafe", "… declined": fixes
};

// A block of the Markdown whose text should be another.
struct Rewrite {
  std::uint32_t first_line = 0;
  std::uint32_t line_count = 0;
  std::string text;
};

struct CaseResult {
  std::vector<Failure> failures;
  std::vector<Rewrite> rewrites;  // of snapshots that differ
};

// `subject`: the name of the rule or the fix whose page the case is on, or "".
CaseResult RunCase(const Case& one, const std::string& subject, Exercised& exercised);

}  // namespace graphmend::harness
