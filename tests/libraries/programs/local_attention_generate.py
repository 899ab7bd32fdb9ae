import torch
from local_attention import LocalTransformer

model = LocalTransformer(num_tokens=64, dim=32, depth=1, heads=2, dim_head=16, max_seq_len=32, causal=True, local_attn_window_size=8).eval()
compiled = torch.compile(model)
prompt = torch.randint(0, 64, (1, 8))
with torch.no_grad():
    torch.compile(model.generate)(prompt, seq_len=4, temperature=0.8)
