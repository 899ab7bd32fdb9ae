// What the interpreter hands to rules: one record for each place where Dynamo will, or may,
// object. The interpreter decides *that* something breaks and how sure that is; rules decide what
// to tell the user. Rules never look at syntax to find a break.
//
//   subject     source text of the underlined expression (`score > self.threshold`)
//   operation   what reads or does it, as the user wrote or calls it ("Tensor.item",
//               "logging.Logger.info")
//   conditions  not empty: the break depends on these, which source does not tell; the finding is
//               a note
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "flow/graph.h"
#include "infer/observation_kind.h"
#include "infer/open_condition.h"
#include "infer/operation_kind.h"

namespace graphmend::infer {

struct Observation {
  ObservationKind kind;
  diag::Location location;  // the expression to underline
  source::Span statement;   // the innermost statement's header
  std::string function;     // qualified name of the enclosing function
  std::string subject;
  std::string operation;
  OperationKind operation_kind = OperationKind::Other;
  OpenConditions conditions;
  std::vector<std::string> gb_ids;
  std::vector<diag::Step> reason;   // why the value is what it is; origin first
  std::vector<diag::Step> callers;  // from the compiled entry to this function; outermost first
  flow::BranchKind branch = flow::BranchKind::If;  // BranchOn and AssertOn
  std::uint32_t origin = ~0u;   // where `reason` starts; internal to a unit of analysis
  bool guards_raise = false;    // BranchOn: the taken side only raises
  bool fullgraph = false;       // the entry was compiled with fullgraph=True
  bool skips_frame = false;     // inside a loop, try or a with that Dynamo cannot resume in
  bool input_suffices = false;  // TensorAsInt: no break where the tensor is an input of the graph
  std::uint32_t hides = 0;      // later breaks of the frame that come up once this one is mended
};

}  // namespace graphmend::infer
