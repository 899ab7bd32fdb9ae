// What a stub function says beyond its signature: which calls break the graph, and how the result
// is computed. Read from the decorators that vocabulary.def declares.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "infer/observation_kind.h"
#include "infer/operation_kind.h"
#include "models/mistakes.h"
#include "models/traits.h"
#include "models/vocabulary.h"
#include "names/program.h"
#include "syntax/tree.h"

namespace graphmend::models {

// One @breaks(…) row.
struct BreakRow {
  std::vector<std::string> gb_ids;
  infer::ObservationKind kind = infer::ObservationKind::SkippedCall;
  infer::OperationKind operation = infer::OperationKind::Other;
  syntax::ExprId when;  // condition over the parameters, in the stub's tree; None: always
  std::string unless;   // Dynamo flag; empty: none
  std::string note;     // words for an unknown `when`
  std::string probe;    // statements that break the graph so; empty: none is given
  // Releases 2.x of torch that it holds for: from `since` to the last one before `before`.
  int since = 0;
  int before = kNoRelease;

  static constexpr int kNoRelease = 1 << 30;
  bool HoldsIn(int minor) const { return minor >= since && minor < before; }
};

// One @compiles(…) row: a framework compiles what it is passed.
struct CompileRow {
  std::string parameter;     // the module, or `*args`: each module in it
  syntax::ExprId when;       // condition over the parameters; None: always
  syntax::ExprId fullgraph;  // likewise; None: not asked for
};

// The name without the mark of stubs that stand beside a library's source.
std::string_view WithoutOverlay(std::string_view qualified);

// "torch.Tensor.item" for torch._tensor.Tensor.item: private modules are where stubs are kept, not
// what users import; but private packages are, as torch._dynamo.
std::string PublicName(std::string_view qualified);

struct StubFunction {
  std::vector<BreakRow> breaks;
  std::vector<CompileRow> compiles;
  Transfer transfer = Transfer::None;
  std::string transfer_word;  // its further parameter (ParameterOf); empty: not given
  Traits traits;
  std::vector<std::string> changed;  // parameters whose arguments are changed in place
  bool entry = false;
  bool disabled = false;
  bool is_property = false;
  bool is_static = false;
  bool is_class_method = false;
  syntax::ExprId constant;            // @constant(value)
  std::vector<std::string> asks;      // methods of the first argument that the call is one of
  std::string unmeasured;             // why no row can be measured; empty: nothing is said
  std::vector<StubMistake> mistakes;  // in decorators, in the order of the source
};

// Decorators of a function, or of a class (which then describe calling it). A decorator that is not
// of the vocabulary says nothing; see check_stub.h.
StubFunction ReadStub(const syntax::Tree& tree, syntax::ExprList decorators,
                      const source::SourceFile& source);

}  // namespace graphmend::models
