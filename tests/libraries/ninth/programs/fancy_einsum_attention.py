import torch
from fancy_einsum import einsum
from torch import nn

torch.manual_seed(0)


class Head(nn.Module):
    def __init__(self, d_model, n_heads, d_head):
        super().__init__()
        self.W_Q, self.W_K, self.W_V = (nn.Parameter(torch.randn(n_heads, d_model, d_head) * 0.1) for _ in range(3))
        self.W_O = nn.Parameter(torch.randn(n_heads, d_head, d_model) * 0.1)

    def forward(self, x):
        q = einsum("batch query_pos d_model, n_heads d_model d_head -> batch query_pos n_heads d_head", x, self.W_Q)
        k = einsum("batch key_pos d_model, n_heads d_model d_head -> batch key_pos n_heads d_head", x, self.W_K)
        v = einsum("batch key_pos d_model, n_heads d_model d_head -> batch key_pos n_heads d_head", x, self.W_V)
        scores = einsum("batch query_pos n_heads d_head, batch key_pos n_heads d_head -> batch n_heads query_pos key_pos", q, k)
        pattern = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -1e5).softmax(-1)
        z = einsum("batch n_heads query_pos key_pos, batch key_pos n_heads d_head -> batch query_pos n_heads d_head", pattern, v)
        return einsum("batch query_pos n_heads d_head, n_heads d_head d_model -> batch query_pos d_model", z, self.W_O)


model = torch.compile(Head(16, 2, 8))
out = model(torch.randn(2, 5, 16))
out.mean().backward()
print(out.shape)
