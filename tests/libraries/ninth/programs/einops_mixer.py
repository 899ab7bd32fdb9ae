import torch
from einops import pack, rearrange, reduce, repeat, unpack
from einops.layers.torch import EinMix, Rearrange, Reduce
from torch import nn

torch.manual_seed(0)


class TokenMixer(nn.Module):
    def __init__(self, patches, channels, hidden):
        super().__init__()
        self.norm = nn.LayerNorm(channels)
        self.up = EinMix("b p c -> b h c", weight_shape="p h", bias_shape="h", p=patches, h=hidden)
        self.down = EinMix("b h c -> b p c", weight_shape="h p", bias_shape="p", p=patches, h=hidden)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(self.norm(x))))


stem = nn.Sequential(nn.Conv2d(3, 8, 4, stride=4), Rearrange("b c h w -> b (h w) c"))
mixers = nn.ModuleList([TokenMixer(16, 8, 12) for _ in range(2)])
pool = nn.Sequential(Reduce("b p c -> b c", "mean"), nn.Linear(8, 5))
cls = nn.Parameter(torch.randn(8))


@torch.compile
def classify(images):
    x = stem(images)
    for mixer in mixers:
        x = mixer(x)
    token = repeat(cls, "d -> b d", b=x.shape[0])
    packed, shapes = pack([token, x], "b * d")
    token, x = unpack(packed, shapes, "b * d")
    grid = rearrange(x, "b (h w) c -> b c h w", h=4)
    return pool(x + token[:, None]), reduce(grid, "b c (h 2) (w 2) -> b c h w", "max")


logits, grid = classify(torch.randn(2, 3, 16, 16))
logits.sum().backward()
print(logits.shape, grid.shape)
