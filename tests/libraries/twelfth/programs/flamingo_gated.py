import torch
from torch import nn
from flamingo_pytorch import GatedCrossAttentionBlock, PerceiverResampler


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.resample = PerceiverResampler(dim=32, depth=1, dim_head=8, heads=2, num_latents=8, num_media_embeds=4)
        self.cross = GatedCrossAttentionBlock(dim=32, dim_head=8, heads=2)

    def forward(self, text, media, locations):
        return self.cross(text, self.resample(media), media_locations=locations)


block = torch.compile(Block())
locations = torch.zeros(1, 20).bool()
locations[:, [0, 9]] = True
print(block(torch.randn(1, 20, 32), torch.randn(1, 2, 16, 32), locations).shape)
