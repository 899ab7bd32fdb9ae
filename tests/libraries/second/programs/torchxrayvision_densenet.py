import torch
import torchxrayvision as xrv

model = xrv.models.DenseNet(num_classes=4, growth_rate=8, block_config=(2, 2), num_init_features=8, in_channels=1)
compiled = torch.compile(model)
compiled(torch.randn(2, 1, 64, 64)).sum().backward()
