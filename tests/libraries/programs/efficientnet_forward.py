import torch
from efficientnet_pytorch import EfficientNet

model = EfficientNet.from_name("efficientnet-b0", num_classes=4)
compiled = torch.compile(model)
compiled(torch.randn(2, 3, 64, 64)).sum().backward()
