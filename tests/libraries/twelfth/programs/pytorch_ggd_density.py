import torch
from torch import nn
from pytorch_ggd.GGD import DynamicGGD

model = nn.Sequential(nn.Linear(5, 8), DynamicGGD(8), nn.Linear(8, 1))
opt = torch.optim.Adam(model.parameters())


@torch.compile
def step(x):
    opt.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    opt.step()
    return loss


print(step(torch.randn(10, 5)).item())
