import torch
from madgrad import MADGRAD
from torch import nn

model = nn.Linear(8, 1)
opt = MADGRAD(model.parameters(), lr=1e-2, momentum=0.9)


@torch.compile
def update(x, y):
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    opt.step()
    opt.zero_grad()
    return loss


for _ in range(2):
    update(torch.randn(4, 8), torch.randn(4, 1))
