import cached_conv
import torch
from torch import nn

cached_conv.use_cached_conv(True)


def conv(inputs, outputs, kernel):
    return cached_conv.Conv1d(inputs, outputs, kernel, padding=cached_conv.get_padding(kernel, mode="causal"))


model = cached_conv.CachedSequential(conv(1, 4, 3), nn.LeakyReLU(), cached_conv.AlignBranches(conv(4, 4, 5), conv(4, 4, 1)))
compiled = torch.compile(model)
with torch.no_grad():
    for _ in range(3):
        left, right = compiled(torch.randn(1, 1, 32))
print(left.shape, right.shape)
