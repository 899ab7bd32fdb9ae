import torch
from nGPT_pytorch import nGPT

model = nGPT(num_tokens=64, dim=32, depth=2, dim_head=16, heads=2, attn_norm_qk=True)
compiled = torch.compile(model)
x = torch.randint(0, 64, (2, 24))
loss = compiled(x, return_loss=True)
loss.backward()
print(loss.item(), compiled(x).shape)
