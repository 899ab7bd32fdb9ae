import torch
from torch import nn
import torchbayesian.bnn as bnn

net = bnn.BayesianModule(nn.Sequential(nn.Linear(3, 16), nn.Tanh(), bnn.BayesianDropout(0.1), nn.Linear(16, 1)))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)


@torch.compile
def loss_fn(x, y):
    return nn.functional.mse_loss(net(x), y) + 0.01 * net.kl_divergence()


for _ in range(2):
    optimizer.zero_grad()
    loss = loss_fn(torch.randn(16, 3), torch.randn(16, 1))
    loss.backward()
    optimizer.step()
print(loss.item())
