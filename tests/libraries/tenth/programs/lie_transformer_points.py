import torch
from lie_transformer_pytorch import LieTransformer

model = LieTransformer(dim=32, depth=2, heads=2, dim_head=16, liftsamples=2)
compiled = torch.compile(model)
coors = torch.randn(1, 16, 3)
features = torch.randn(1, 16, 32)
mask = torch.ones(1, 16).bool()
out = compiled(features, coors, mask=mask)
print(out.shape)
