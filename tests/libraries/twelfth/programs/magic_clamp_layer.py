import torch
from torch import nn
from magic_clamp import MagicClamp, magic_relu

net = nn.Sequential(nn.Linear(6, 12), MagicClamp(0.0, 1.0), nn.Linear(12, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)


@torch.compile
def step(x):
    opt.zero_grad()
    loss = magic_relu(net(x)).mean()
    loss.backward()
    opt.step()
    return loss


print(step(torch.randn(5, 6)).item())
