import torch
from einops import einsum, rearrange
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads, self.scale = heads, (dim // heads) ** -0.5
        self.qkv, self.out = nn.Linear(dim, dim * 3, bias=False), nn.Linear(dim, dim)

    def forward(self, x, mask=None):
        q, k, v = rearrange(self.qkv(x), "b n (three h d) -> three b h n d", three=3, h=self.heads)
        scores = einsum(q, k, "b h i d, b h j d -> b h i j") * self.scale
        if mask is not None:
            scores = scores.masked_fill(~rearrange(mask, "b j -> b 1 1 j"), float("-inf"))
        return self.out(rearrange(einsum(scores.softmax(-1), v, "b h i j, b h j d -> b h i d"), "b h n d -> b n (h d)"))


layer = torch.compile(Attention(16, 4))
x, lengths = torch.randn(2, 7, 16), torch.tensor([7, 4])
print(layer(x).shape, layer(x, torch.arange(7) < lengths[:, None]).shape)
