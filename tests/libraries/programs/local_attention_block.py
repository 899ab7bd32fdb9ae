import torch
from local_attention import LocalAttention, LocalTransformer

attn = LocalAttention(dim=16, window_size=8, causal=True, look_backward=1, autopad=True)
q, k, v = (torch.randn(2, 4, 20, 16) for _ in range(3))
torch.compile(attn)(q, k, v, mask=torch.ones(2, 20).bool())
model = LocalTransformer(num_tokens=64, dim=32, depth=2, max_seq_len=64, causal=True, local_attn_window_size=16)
torch.compile(model)(torch.randint(0, 64, (1, 32)), return_loss=True).backward()
