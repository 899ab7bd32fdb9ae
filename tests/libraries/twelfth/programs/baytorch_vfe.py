import torch
from torch import nn
import baytorch
from baytorch import DiagonalGaussianLinear, VFELoss


class Net(baytorch.BayesianModule):
    def __init__(self):
        super().__init__()
        self.first = DiagonalGaussianLinear(4, 16)
        self.second = DiagonalGaussianLinear(16, 2)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


net = Net()
loss_fn = VFELoss(nn.CrossEntropyLoss())
optimizer = torch.optim.Adam(net.parameters())


@torch.compile
def step(x, y):
    optimizer.zero_grad()
    loss, _ = loss_fn(net, net(x), y)
    loss.backward()
    optimizer.step()
    return loss


print(step(torch.randn(8, 4), torch.randint(0, 2, (8,))).item())
