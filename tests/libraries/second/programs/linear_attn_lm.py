import torch
from linear_attention_transformer import LinearAttentionTransformerLM

model = torch.compile(LinearAttentionTransformerLM(num_tokens=32, dim=16, heads=2, depth=1, max_seq_len=16, causal=True, blindspot_size=4, n_local_attn_heads=1, local_attn_window_size=8))
model(torch.randint(0, 32, (1, 16))).sum().backward()
