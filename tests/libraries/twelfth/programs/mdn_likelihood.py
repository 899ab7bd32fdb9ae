import torch
from torch import nn
from mixture_density_nets import MDDistribution, MDN

net = nn.Sequential(nn.Linear(3, 16), nn.ReLU())
mdn = MDN(16, 2, 4)
optimizer = torch.optim.Adam([*net.parameters(), *mdn.parameters()])


@torch.compile
def step(x, y):
    optimizer.zero_grad()
    mu, sigma, lam = mdn(net(x))
    loss = MDDistribution(mu, sigma, lam).nll(y).mean()
    loss.backward()
    optimizer.step()
    return loss


print(step(torch.randn(8, 3), torch.randn(8, 2)).item())
