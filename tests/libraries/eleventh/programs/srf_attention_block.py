import torch
from torch import nn
from srf_attention import Attention, simplex_random_matrix


class Block(nn.Module):
    def __init__(self, d=8):
        super().__init__()
        self.qkv = nn.Linear(4 * d, 12 * d)
        self.attention = Attention(d, causal=False)

    def forward(self, x):
        q, k, v = (t.unflatten(-1, (4, -1)) for t in self.qkv(x).chunk(3, -1))
        return self.attention(q, k, v, mode="train", attn_fn="torch").flatten(-2)


block = torch.compile(Block())
print(block(torch.randn(2, 10, 32)).shape)
