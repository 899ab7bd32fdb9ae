#include "fix/inline_helper.h"

#include <algorithm>

namespace graphmend::fix {
namespace {

constexpr std::string_view kBegin =
    "# <graphmend.runtime>: written by graphmend, which leaves it alone";
constexpr std::string_view kEnd = "# </graphmend.runtime>";

// At most 25 lines, which tests/program/fix_test.py counts. One tensor orders the messages of all
// modules: an operator that changes it is not left out of a graph; it takes no part in CUDA graphs.
// The lambda and what is constant are found by a number, `at`, which is given while the compiler
// traces, in a list for all modules, some of which may have one name. Within higher-order
// operators, vmap and the like, and with values that a graph does not carry, the lambda is called
// as it is, with the break that this is.
constexpr std::string_view kHelper = R"py(
import torch as _graphmend
_graphmend_order, _graphmend_said = vars(_graphmend).setdefault("_said", (_graphmend.zeros(1), [0]))
_graphmend_tags = [_graphmend.Tag.cudagraph_unsafe]
_graphmend_plain = (str, bytes, int, complex, type, type(None), _graphmend.dtype, _graphmend.device)
@_graphmend.library.custom_op("graphmend::say_" + __name__.encode().hex(), mutates_args=["order"],
    schema="(Tensor(a!) order, int at, Scalar[] n, Tensor[] t) -> ()", tags=_graphmend_tags)
def _graphmend_run(order, at, *carried):
    say, kinds = _graphmend_said[at]
    rest = [None, *map(iter, carried)]
    say(*[kind[0] if type(kind) is tuple else next(rest[kind]) for kind in kinds])
def _graphmend_at(say, kinds):
    _graphmend._dynamo.skip_frame()
    from torch._dynamo.symbolic_convert import tls
    root = hasattr(tls, "current_tx") and tls.current_tx.output.is_root_tracer()
    alone = root and not _graphmend._C._functorch.peek_interpreter_stack()
    return alone and (_graphmend_said.append((say, kinds)) or len(_graphmend_said) - 1)
_graphmend_at._dynamo_marked_constant = True
def _graphmend_message(say, *values):
    how = [2 if isinstance(v, _graphmend.Tensor) and not v.is_meta else 1 if type(v) in (int, float)
        and abs(v) < 2**63 else isinstance(v, _graphmend_plain) and (v,) for v in values]
    carried = [[v for v, kind in zip(values, how) if kind == which] for which in (1, 2)]
    at = all(how) and _graphmend.compiler.is_dynamo_compiling() and _graphmend_at(say, tuple(how))
    return _graphmend_run(_graphmend_order, at, *carried) if at else say(*values)
)py";

}  // namespace

std::string InlineHelper() {
  return std::string(kBegin) + std::string(kHelper) + std::string(kEnd) + "\n";
}

source::Span HelperIn(std::string_view text) {
  const std::size_t begin = text.find(kBegin);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = std::min(text.find(kEnd, begin), text.size());
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace graphmend::fix
