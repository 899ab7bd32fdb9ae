// What a stub function says beyond its signature: which calls break the graph, and how the result
// is computed. Read from the decorators that `rules/stubs/graphmend.pyi` declares.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "infer/observation_kind.h"
#include "infer/operation_kind.h"
#include "names/program.h"
#include "syntax/tree.h"

namespace graphmend::models {

enum class Transfer : std::uint8_t {
  None,
#define GM_TRANSFER(name, meaning) name,
#include "models/transfers.def"
};

// The transfer of this name; `Transfer::None` when there is none.
Transfer FindTransfer(std::string_view name);
std::string_view Name(Transfer transfer);

// What `when=` of a @breaks row may ask of an argument; see conditions.def.
enum class ConditionWord : std::uint8_t {
#define GM_CONDITION(name, word, open) name,
#include "models/conditions.def"
};

std::optional<ConditionWord> FindCondition(std::string_view word);

// One @breaks(…) row.
struct BreakRow {
  std::vector<std::string> gb_ids;
  infer::ObservationKind kind = infer::ObservationKind::SkippedCall;
  infer::OperationKind operation = infer::OperationKind::Other;
  syntax::ExprId when;  // condition over the parameters, in the stub's tree; None: always
  std::string unless;   // Dynamo flag; empty: none
  std::string note;     // words for an unknown `when`
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

// "torch.Tensor.item" for torch._tensor.Tensor.item: private modules are where stubs are kept, not
// what users import.
std::string PublicName(std::string_view qualified);

struct StubFunction {
  std::vector<BreakRow> breaks;
  std::vector<CompileRow> compiles;
  Transfer transfer = Transfer::None;
  bool entry = false;
  bool disabled = false;
  bool is_property = false;
  bool is_static = false;
  bool is_class_method = false;
  syntax::ExprId constant;            // @constant(value)
  std::vector<std::string> problems;  // malformed decorators: "line 12: unknown transfer 'foo'"
};

// Decorators of a function, or of a class (which then describe calling it).
StubFunction ReadStub(const syntax::Tree& tree, syntax::ExprList decorators,
                      const source::SourceFile& source);

}  // namespace graphmend::models
