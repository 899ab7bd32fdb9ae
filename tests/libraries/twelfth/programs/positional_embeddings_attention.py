import torch
from torch import nn
from positional_embeddings_pytorch import SinusoidalPositionalEmbedding, T5PositionalEmbedding


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.absolute = SinusoidalPositionalEmbedding(embed_dim=16, max_length=64, padding_idx=0)
        self.relative = T5PositionalEmbedding(num_heads=2)
        self.qkv = nn.Linear(16, 48)

    def forward(self, x):
        b, n, _ = x.shape
        x = x + self.absolute(torch.ones(b, n, dtype=torch.long))
        q, k, v = (t.reshape(b, n, 2, 8).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        scores = q @ k.mT + self.relative(q, k)
        return (scores.softmax(-1) @ v).transpose(1, 2).reshape(b, n, 16)


attention = torch.compile(Attention())
print(attention(torch.randn(2, 10, 16)).shape)
