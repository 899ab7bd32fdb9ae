import torch
from res_mlp_pytorch import ResMLP

model = torch.compile(ResMLP(image_size=32, patch_size=8, dim=32, depth=3, num_classes=10))
pred = model(torch.randn(2, 3, 32, 32))
pred.sum().backward()
print(pred.shape)
