import torch
from torch import nn
from torchnaut.crps import EpsilonSampler, crps_loss
from torchnaut.epistemic import BayesianLinear, get_kl_term


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(BayesianLinear(5, 16), nn.ReLU(), EpsilonSampler(4), nn.Linear(20, 1), nn.Flatten(-2))

    def forward(self, x):
        return self.net(x)


net = Net()
optimizer = torch.optim.Adam(net.parameters(), 1e-2)


@torch.compile
def loss_fn(x, y):
    return crps_loss(net(x), y).mean() + 1e-3 * get_kl_term(net)


for _ in range(2):
    loss = loss_fn(torch.randn(8, 5), torch.randn(8, 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
