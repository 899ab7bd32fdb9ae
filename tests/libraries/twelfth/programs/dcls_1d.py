import torch
from torch import nn
from DCLS.construct.modules import Dcls1d

net = nn.Sequential(Dcls1d(4, 8, kernel_count=3, dilated_kernel_size=9, padding=4), nn.ReLU(), nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(8, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.01)


@torch.compile
def train(x, y):
    loss = nn.functional.cross_entropy(net(x), y)
    loss.backward()
    opt.step()
    opt.zero_grad()
    return loss


print(train(torch.randn(3, 4, 32), torch.tensor([0, 1, 1])).item())
