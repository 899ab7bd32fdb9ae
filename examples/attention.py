"""Nothing to find here: what looks like a graph break but is none."""

import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, hidden: int = 64, heads: int = 4):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(hidden, 3 * hidden)
        self.out = nn.Linear(hidden, hidden)

    def forward(self, x, mask=None):
        batch, length, hidden = x.shape
        if length > 2048:  # a size is guarded, not read
            raise ValueError(f"a sequence of {length} tokens is too long")
        q, k, v = (
            part.view(batch, length, self.heads, -1).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        if mask is not None:  # whether there is a tensor, not what it holds
            mask = mask[:, None, None, :].bool()
        scores = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        if not torch.compiler.is_compiling():
            print("mean score", scores.mean().item())  # runs in eager mode only
        return self.out(scores.transpose(1, 2).reshape(batch, length, hidden))


attention = torch.compile(Attention(), fullgraph=True)
