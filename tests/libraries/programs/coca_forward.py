import torch
from coca_pytorch.coca_pytorch import CoCa
from torch import nn


class Patches(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Conv2d(3, 32, 8, stride=8)

    def forward(self, images):
        return self.proj(images).flatten(2).transpose(1, 2)


coca = CoCa(dim=32, img_encoder=Patches(), image_dim=32, num_tokens=64, unimodal_depth=1, multimodal_depth=1, dim_head=8, heads=4)
compiled = torch.compile(coca)
compiled(text=torch.randint(0, 64, (2, 12)), images=torch.randn(2, 3, 32, 32), return_loss=True).backward()
