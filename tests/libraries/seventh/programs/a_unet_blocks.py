from typing import Optional, Sequence

import torch
from a_unet import TimeConditioningPlugin
from a_unet.apex import AttentionItem, ModulationItem, ResnetItem, SkipCat, XBlock, XUNet

UNet = TimeConditioningPlugin(XUNet)
unet = UNet(
    dim=1,
    in_channels=2,
    channels=[8, 16],
    factors=[1, 2],
    items=[1, 1],
    modulation_features=16,
    attention_heads=2,
    attention_features=8,
    resnet_groups=4,
    blocks=[
        XBlock(channels=8, factor=1, items=[ResnetItem, ModulationItem]),
        XBlock(channels=16, factor=2, items=[ResnetItem, ModulationItem, AttentionItem]),
    ],
    skip_t=SkipCat,
)
compiled = torch.compile(unet)
out = compiled(torch.randn(2, 2, 32), time=torch.tensor([0.2, 0.7]))
out.mean().backward()
print(out.shape)
