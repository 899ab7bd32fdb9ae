import torch
from autoregressive_diffusion_pytorch import AutoregressiveDiffusion

model = AutoregressiveDiffusion(dim_input=8, dim=32, max_seq_len=6, depth=1, dim_head=8, heads=2, mlp_depth=1, mlp_width=32)
compiled = torch.compile(model)
seq = torch.randn(2, 6, 8)
loss = compiled(seq)
loss.backward()
sampled = model.sample(batch_size=1)
print(loss.item(), sampled.shape)
