import os
os.environ["DDE_BACKEND"] = "pytorch"
import deepxde as dde
import torch

net = dde.nn.FNN([1] + [16] * 2 + [1], "tanh", "Glorot normal")
compiled = torch.compile(net)


def residual(x):
    y = compiled(x)
    dy = dde.grad.jacobian(y, x, i=0, j=0)
    return (dy + y).square().mean()


x = torch.rand(8, 1, requires_grad=True)
residual(x).backward()
