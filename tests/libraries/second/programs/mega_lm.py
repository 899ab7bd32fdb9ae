import torch
from mega_pytorch import Mega, MegaLayer

layer = torch.compile(MegaLayer(dim=16, ema_heads=4, attn_dim_qk=8, attn_dim_value=16, laplacian_attn_fn=True))
layer(torch.randn(1, 10, 16)).sum().backward()
model = torch.compile(Mega(num_tokens=32, dim=16, depth=1, ema_heads=4, attn_dim_qk=8, attn_dim_value=16))
model(torch.randint(0, 32, (1, 10)))
