import torch
from torch import nn
from kappamodules.layers import DropPath, LayerScale, RMSNorm
from kappamodules.vit import VitBlock, VitClassTokens, VitPatchEmbed, VitPosEmbed2d


class Vit(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.patch_embed = VitPatchEmbed(dim=dim, num_channels=3, resolution=(16, 16), patch_size=(4, 4))
        self.pos_embed = VitPosEmbed2d(seqlens=self.patch_embed.seqlens, dim=dim)
        self.cls_tokens = VitClassTokens(dim=dim, num_tokens=1)
        self.blocks = nn.ModuleList([VitBlock(dim=dim, num_heads=4, drop_path=0.2) for _ in range(2)])
        self.head = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 5))

    def forward(self, x):
        x = self.pos_embed(self.patch_embed(x)).flatten(1, 2)
        x = self.cls_tokens(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x[:, 0])


net = Vit()
compiled = torch.compile(net)
loss = nn.functional.cross_entropy(compiled(torch.randn(4, 3, 16, 16)), torch.arange(4))
loss.backward()
net.eval()
print(loss.item(), compiled(torch.randn(2, 3, 16, 16)).shape)
