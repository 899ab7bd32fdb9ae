import torch
from torch import nn
from dowg import CDoWG

model = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
opt = CDoWG(model.parameters())
x, y = torch.randn(20, 6), torch.randn(20, 1)


def train():
    loss = (model(x) - y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.detach()


train = torch.compile(train)
print([train().item() for _ in range(3)])
