"""copy: plain data is copied while tracing, tensors and modules are not."""

from graphmend import breaks, copies_tensor, is_container, is_module, is_tensor, transfer

# trace_rules.py hands it to BuiltinVariable.call_deepcopy up to 2.11, which breaks the graph
# whatever the argument (variables/builtin.py of 2.6.0 to 2.11.0).
@breaks("GB0179", kind="skipped-call", operation="deepcopy", before=(2, 12))
@breaks("GB4198", kind="skipped-call", operation="deepcopy", when=copies_tensor(x))
@breaks("GB4198", "GB0008", kind="skipped-call", operation="deepcopy", when=is_module(x))
@transfer("deepcopy")
def deepcopy(x, memo=None, _nil=...): ...
@breaks("GB0208", kind="skipped-call", when=is_tensor(x))
@breaks("GB0007", kind="skipped-call", when=is_container(x))
@breaks("GB0008", kind="skipped-call", when=is_module(x))
@transfer("deepcopy")
def copy(x): ...
