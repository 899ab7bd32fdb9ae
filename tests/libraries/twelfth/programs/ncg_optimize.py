import torch
from torch import nn
from ncg_optimizer import BASIC

model = nn.Linear(4, 1)
optimizer = BASIC(model.parameters(), method="PRP", line_search="Armijo", c1=1e-4, lr=1, max_ls=10)
x, y = torch.randn(20, 4), torch.randn(20, 1)


@torch.compile
def loss_fn():
    return nn.functional.mse_loss(model(x), y)


def closure():
    optimizer.zero_grad()
    loss = loss_fn()
    loss.backward()
    return loss


for _ in range(2):
    loss = optimizer.step(closure)
print(loss)
