import torch
from equiformer_pytorch import Equiformer

model = Equiformer(num_tokens=8, dim=(4, 4), dim_head=(4, 4), heads=(2, 2), num_linear_attn_heads=0, num_degrees=2, depth=1, attend_self=True, reduce_dim_out=True, num_neighbors=4)
compiled = torch.compile(model)
tokens, coords = torch.randint(0, 8, (1, 8)), torch.randn(1, 8, 3)
compiled(tokens, coords, mask=torch.ones(1, 8).bool())
