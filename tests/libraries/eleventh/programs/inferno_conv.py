import torch
from torch import nn
from inferno import bnn

net = bnn.Sequential(bnn.Conv2d(1, 4, 3, cov=None, layer_type="input"), nn.ReLU(), nn.Flatten(-3), bnn.Linear(4 * 36, 3, cov=bnn.params.FactorizedCovariance(), layer_type="output"),
                     parametrization=bnn.params.MaximalUpdate())
optimizer = torch.optim.SGD(net.parameters_and_lrs(lr=1e-2, optimizer="SGD"))
compiled = torch.compile(net)
loss = compiled(torch.randn(2, 1, 8, 8)).pow(2).mean()
loss.backward()
optimizer.step()
print(loss.item())
