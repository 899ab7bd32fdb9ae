import torch
from perceiver_ar_pytorch import PerceiverAR

model = PerceiverAR(num_tokens=60, dim=32, depth=2, dim_head=64, heads=2, cross_attn_dropout=0.5, max_seq_len=64, cross_attn_seq_len=32)
compiled = torch.compile(model)
x = torch.randint(0, 60, (1, 64))
loss = compiled(x, labels=torch.randint(0, 60, (1, 64)))
loss.backward()
print(loss.item())
