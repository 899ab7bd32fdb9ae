"""triton.testing: measuring runs outside of graphs."""

from graphmend import breaks, unmeasured

@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def do_bench(fn, warmup=25, rep=100, grad_to_none=None, quantiles=None, return_mode="mean") -> float: ...
