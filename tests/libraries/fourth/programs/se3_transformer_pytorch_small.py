import torch
from se3_transformer_pytorch import SE3Transformer

model = torch.compile(SE3Transformer(dim=8, heads=2, depth=1, dim_head=4, num_degrees=2, num_neighbors=3, valid_radius=10))
out = model(torch.randn(1, 6, 8), torch.randn(1, 6, 3), torch.ones(1, 6).bool())
out.mean().backward()
