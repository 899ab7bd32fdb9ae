import torch
from omninet_pytorch import Omninet, OmninetCausal

omninet = torch.compile(Omninet(dim=32, depth=2, dim_head=8, heads=2, pool_layer_tokens_every=2))
mask = torch.ones((1, 16)).bool()
print(omninet(torch.randn(1, 16, 32), mask=mask).shape)
