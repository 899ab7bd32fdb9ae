"""apex's compiled extension of its optimizers."""

from graphmend import breaks, unmeasured

@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def multi_tensor_scale(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def multi_tensor_l2norm(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def multi_tensor_axpby(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def multi_tensor_adam(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def multi_tensor_sgd(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def multi_tensor_lamb(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def multi_tensor_novograd(*args, **kwargs): ...
@unmeasured("needs CUDA")
@breaks("GB0007", kind="skipped-call")
def multi_tensor_adagrad(*args, **kwargs): ...
