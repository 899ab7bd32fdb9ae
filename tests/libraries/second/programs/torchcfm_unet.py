import torch
from torchcfm.models.unet import UNetModel

model = torch.compile(UNetModel(dim=(1, 28, 28), num_channels=32, num_res_blocks=1, num_classes=4, class_cond=True))
model(torch.rand(2), torch.randn(2, 1, 28, 28), torch.tensor([0, 3])).mean().backward()
