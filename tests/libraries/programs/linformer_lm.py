import torch
from linformer import LinformerLM

model = LinformerLM(num_tokens=64, dim=32, seq_len=32, depth=2, heads=4, dim_head=8, k=16, one_kv_head=True, share_kv=False)
compiled = torch.compile(model)
compiled(torch.randint(0, 64, (1, 32)))
