import torch
from torch import nn
from torchembed import ALiBiEmbedding, PatchEmbedding, RotaryEmbedding, SinusoidalEmbedding


class Attention(nn.Module):
    def __init__(self, dim=32, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.rope = RotaryEmbedding(dim=dim // heads, max_seq_len=64)
        self.alibi = ALiBiEmbedding(num_heads=heads, max_seq_len=64)

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = (t.view(b, n, self.heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        q, k = self.rope(q, k)
        scores = self.alibi(q @ k.transpose(-1, -2) / (d // self.heads) ** 0.5)
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, n, d))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.patch = PatchEmbedding(image_size=16, patch_size=4, embed_dim=32)
        self.position = SinusoidalEmbedding(32, max_seq_len=64)
        self.attention = Attention()

    def forward(self, image):
        return self.attention(self.position(self.patch(image))).mean(1)


net = torch.compile(Net())
print(net(torch.randn(2, 3, 16, 16)).shape, net(torch.randn(3, 3, 16, 16)).shape)
