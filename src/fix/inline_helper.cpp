#include "fix/inline_helper.h"

#include <algorithm>

namespace graphmend::fix {
namespace {

constexpr std::string_view kBegin =
    "# <graphmend.runtime>: written by graphmend, which leaves it alone";
constexpr std::string_view kEnd = "# </graphmend.runtime>";

// At most 25 lines, which tests/program/fix_test.py counts. One tensor orders the messages of all
// modules. An operator that changes it is not left out of a graph, takes no part in CUDA graphs,
// and finds the lambda and what is constant by an index, which is given while the compiler traces.
// Inside of higher-order operators, vmap and the like the lambda is called as it is, with the break
// that this is.
constexpr std::string_view kHelper = R"py(
import torch as _graphmend
_graphmend_order = vars(_graphmend).setdefault("_graphmend_order", _graphmend.zeros(1))
_graphmend_said, _graphmend_tags = [None], [_graphmend.Tag.cudagraph_unsafe]
@_graphmend.library.custom_op("graphmend::say_" + __name__.encode().hex(), mutates_args=["order"],
    schema="(Tensor(a!) order, int which, Tensor[] t, Scalar[] n) -> ()", tags=_graphmend_tags)
def _graphmend_run(order, which, *carried):
    say, kinds = _graphmend_said[which]
    rest = [iter(values) for values in carried]
    say(*[kind[0] if type(kind) is tuple else next(rest[kind]) for kind in kinds])

def _graphmend_index(say, kinds):
    _graphmend._dynamo.skip_frame()
    from torch._dynamo.symbolic_convert import tls
    root = hasattr(tls, "current_tx") and tls.current_tx.output.is_root_tracer()
    alone = root and not _graphmend._C._functorch.peek_interpreter_stack()
    return alone and (_graphmend_said.append((say, kinds)) or len(_graphmend_said) - 1)
_graphmend_index._dynamo_marked_constant = True

def _graphmend_message(say, *all):
    how = [0 if isinstance(v, _graphmend.Tensor) else type(v) in (int, float) or (v,) for v in all]
    carried = [[v for v, kind in zip(all, how) if kind == which] for which in (0, 1)]
    which = _graphmend.compiler.is_dynamo_compiling() and _graphmend_index(say, tuple(how))
    return _graphmend_run(_graphmend_order, which, *carried) if which else say(*all)
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
