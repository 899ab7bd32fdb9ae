import os
os.environ["DDE_BACKEND"] = "pytorch"
import deepxde as dde
import torch

net = dde.nn.DeepONetCartesianProd([10, 16, 16], [1, 16, 16], "relu", "Glorot normal")
compiled = torch.compile(net)
compiled((torch.randn(4, 10), torch.rand(20, 1))).square().mean().backward()
