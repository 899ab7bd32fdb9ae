import torch
from torch_uncertainty.layers import PackedConv2d, PackedLinear

model = torch.nn.Sequential(PackedConv2d(3, 16, 3, alpha=2, num_estimators=4, gamma=1, first=True), torch.nn.ReLU(), torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), PackedLinear(16, 3, alpha=2, num_estimators=4, last=True))
compiled = torch.compile(model)
logits = compiled(torch.randn(2, 3, 12, 12))
logits.square().mean().backward()
