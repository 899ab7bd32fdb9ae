// What the interpreter hands to rules: one record for each place where Dynamo will, or may,
// object. The interpreter decides *that* something breaks and how sure that is; rules decide what
// to tell the user. Rules never look at syntax to find a break.
//
//   what        the kind, with what is particular to it
//   subject     source text of the underlined expression (`score > self.threshold`)
//   conditions  not empty: the break depends on these, which source does not tell; the finding is
//               a note
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "flow/graph.h"
#include "infer/observed.h"
#include "infer/open_condition.h"
#include "infer/steps.h"

namespace graphmend::infer {

struct Observation {
  observed::Any what;
  diag::Location location;  // the expression to underline
  source::Span statement;   // the innermost statement's header
  std::string function;     // qualified name of the enclosing function
  std::string subject;
  OpenConditions conditions;
  std::vector<std::string> gb_ids;
  std::vector<OriginStep> reason;  // why the value is what it is; origin first
  std::vector<CallStep> callers;   // from the compiled entry to this function; outermost first
  std::uint32_t origin = ~0u;      // where `reason` starts; internal to a unit of analysis
  bool fullgraph = false;          // the entry was compiled with fullgraph=True
  bool skips_frame = false;        // Dynamo cannot resume behind it: all of the frame runs eagerly
  bool cannot_resume = false;      // the same, for the instruction that it is in
  std::optional<flow::RegionKind> within = {};  // what makes it so: a loop, try or with
  bool ends_compiling = false;  // no tensor is left behind it: Dynamo compiles nothing more there
  // Where it counts: of code that is compiled for itself once Dynamo skips the frame around it
  // (diagnose/own_frames.cpp), of a call in which something else breaks
  // (diagnose/kept_across.cpp), or of what comes into the graph through a break
  // (diagnose/earlier_breaks.cpp).
  enum class Only : std::uint8_t {
    Always,
    InSkippedFrame,
    InOwnFrame,
    WhereCallBreaks,
    WhereInput
  } only = Only::Always;
  // Later breaks of the frame, or of a caller that calls it in a loop or a try, that come up once
  // this one is mended.
  std::uint32_t hides = 0;
  bool dropped = false;  // it does not come up after all

  // An exception that tracing raises and nothing in the frame catches: no frame around it up to
  // the entry is resumed either. Torch 2.13, measured.
  bool Unwinds() const { return std::find(gb_ids.begin(), gb_ids.end(), "GB0088") != gb_ids.end(); }
  ObservationKind kind() const { return observed::KindOf(what); }
};

}  // namespace graphmend::infer
