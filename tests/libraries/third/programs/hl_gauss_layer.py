import torch
from hl_gauss_pytorch import HLGaussLayer

layer = HLGaussLayer(dim=16, hl_gauss_loss=dict(min_value=0.0, max_value=5.0, num_bins=16, sigma=0.5, clamp_to_range=True))
head = torch.compile(layer)
embed = torch.randn(7, 16)
head(embed, torch.rand(7) * 5).backward()
print(head(embed).shape)
