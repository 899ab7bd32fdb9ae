import torch
from torch import nn
from dropgrad import DropGrad

net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
opt = DropGrad(torch.optim.Adam(net.parameters(), lr=1e-3), drop_rate=0.1)


@torch.compile
def train(x, y):
    loss = nn.functional.cross_entropy(net(x), y)
    loss.backward()
    opt.step()
    opt.zero_grad()
    return loss


for _ in range(2):
    print(train(torch.randn(8, 6), torch.randint(0, 2, (8,))).item())
