import torch
from psann.models import WaveEncoder, WaveResNet, WaveRNNCell

net = torch.compile(WaveResNet(input_dim=3, hidden_dim=16, depth=2, output_dim=2, norm="rms", context_dim=4))
print(net(torch.randn(5, 3), torch.randn(5, 4)).shape)


@torch.compile
def unroll(cell, h, c):
    for _ in range(3):
        h = cell(h, c)
    return h


print(unroll(WaveRNNCell(8, context_dim=4), torch.randn(2, 8), torch.randn(2, 4)).shape)
