import torch
from MEGABYTE_pytorch import MEGABYTE

model = MEGABYTE(num_tokens=32, dim=(32, 16), depth=(1, 1), max_seq_len=(8, 4), dim_head=8, heads=2, flash_attn=False)
compiled = torch.compile(model)
compiled(torch.randint(0, 32, (1, 30)), return_loss=True).backward()
