import torch
from rotary_embedding_torch import RotaryEmbedding
from torch import nn

rotary = RotaryEmbedding(dim=8)
to_qkv = nn.Linear(32, 96)


@torch.compile
def attention(x):
    q, k, v = (t.reshape(1, -1, 4, 8).transpose(1, 2) for t in to_qkv(x).chunk(3, dim=-1))
    q, k = rotary.rotate_queries_or_keys(q), rotary.rotate_queries_or_keys(k)
    return nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)


for length in (10, 12):
    attention(torch.randn(1, length, 32))
