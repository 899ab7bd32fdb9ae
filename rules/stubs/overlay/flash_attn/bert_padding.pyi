"""flash-attn: what takes padding out depends on data."""

from graphmend import breaks, transfer, unmeasured
from torch import FloatTensor, IntTensor, Tensor

@unmeasured("needs flash-attn, which only builds beside CUDA")
@breaks("GB0036", kind="dynamic-shape", operation="nonzero", unless="capture_dynamic_output_shape_ops")
def unpad_input(hidden_states: Tensor, attention_mask: Tensor, unused_mask=None) -> tuple[FloatTensor, IntTensor[1], IntTensor[1], int, IntTensor[1]]: ...
@transfer("rank_up")
def pad_input(hidden_states: Tensor, indices: Tensor, batch, seqlen) -> FloatTensor: ...
