import torch
import torchopt
from torch import nn
from torch.nn import functional as F

net = nn.Linear(4, 1)
optimizer = torchopt.MetaSGD(net, lr=0.1)
meta = torch.ones((), requires_grad=True)


def inner_and_outer(x, y):
    for _ in range(2):
        optimizer.step(F.mse_loss(net(x), y) * meta)
    return F.mse_loss(net(x), y)


compiled = torch.compile(inner_and_outer)
torch.autograd.grad(compiled(torch.randn(8, 4), torch.randn(8, 1)), meta)
