import torch
from torch import nn
from psd_optimizer import PerturbedAdam

model = nn.Linear(6, 2)
opt = PerturbedAdam(model.parameters(), lr=1e-2)


@torch.compile
def train(x, y):
    loss = nn.functional.cross_entropy(model(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss


for _ in range(2):
    print(train(torch.randn(8, 6), torch.arange(8) % 2).item())
