import torch
from compositional_attention_pytorch import CompositionalAttention

attn = CompositionalAttention(dim=64, dim_head=16, num_searches=4, num_retrievals=2, dropout=0.0, causal=True)
attn = torch.compile(attn)
tokens = torch.randn(2, 20, 64)
mask = torch.ones((2, 20)).bool()
out = attn(tokens, mask=mask)
out.mean().backward()
print(out.shape)
