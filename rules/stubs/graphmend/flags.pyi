"""Dynamo's flags that decide whether something breaks, with their defaults.

The defaults are the same in all releases from 2.6 to 2.13 that have the flag (`config.py` of each).
A stub names them in `@breaks(..., unless=flag)`. The names are those of `torch._dynamo.config`.
"""

# `.item()`, int(t), `.tolist()` and slice bounds give unbacked symbols instead of a break.
capture_scalar_outputs: bool = False
# nonzero, masked_select, unique, boolean masks give tensors of unbacked size.
capture_dynamic_output_shape_ops: bool = False
# nn.LSTM, nn.GRU, nn.RNN are traced.
allow_rnn: bool = False
# Tensor.backward() and torch.autograd.grad() are traced. Since 2.11.
trace_autograd_ops: bool = False
# torch.autograd.graph.saved_tensors_hooks, NumPy calls.
trace_numpy: bool = True

# No flag of torch: the program has told a library what to do with what it is given, by something that
# is `@transfer("configures")`. What breaks `unless` this is a note from then on.
library_configured: bool = False
