import torch
from labml_nn.normalization.layer_norm import LayerNorm
from labml_nn.transformers.feed_forward import FeedForward
from labml_nn.transformers.rope import RotaryPositionalEmbeddings
from torch import nn


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm, self.qkv = LayerNorm([dim]), nn.Linear(dim, 3 * dim)
        self.rope, self.ffn = RotaryPositionalEmbeddings(dim // heads), FeedForward(dim, 4 * dim, 0.0)

    def forward(self, x):
        q, k, v = self.qkv(self.norm(x)).view(x.shape[0], x.shape[1], self.heads, -1).chunk(3, -1)
        scores = torch.einsum("ibhd,jbhd->ijbh", self.rope(q), self.rope(k))
        return x + self.ffn(torch.einsum("ijbh,jbhd->ibhd", scores.softmax(1), v).flatten(2))


model = torch.compile(Block(32, 4))
model(torch.randn(10, 2, 32)).sum().backward()
