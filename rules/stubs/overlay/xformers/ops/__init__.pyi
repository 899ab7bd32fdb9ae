"""xformers: attention is an operator that Python chooses by what it is called with."""

from xformers.ops import fmha
from xformers.ops.fmha import LowerTriangularMask, memory_efficient_attention, memory_efficient_attention_forward, memory_efficient_attention_forward_requires_grad, memory_efficient_attention_partial
from xformers.ops.unbind import unbind
