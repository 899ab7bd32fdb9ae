import torch
from en_transformer import EnTransformer

model = torch.compile(EnTransformer(dim=16, depth=1, heads=2, dim_head=32, neighbors=4))
feats, coors = model(torch.randn(1, 8, 16), torch.randn(1, 8, 3))
print(feats.shape)
