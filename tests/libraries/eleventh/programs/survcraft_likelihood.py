import torch
from torch import nn
from survcraft.input_modules import FeedForwardNet
from survcraft.loss_modules import BrierLoss, FullLikelihoodLoss
from survcraft.survival_modules import WeibullSurvivalModule

survival = WeibullSurvivalModule()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.net, self.survival = FeedForwardNet(4, survival.get_param_number(), hidden_sizes=[16]), survival

    def forward(self, mode, x, times=None):
        return self.survival(mode, self.net(x), times)


model, criterion = Model(), FullLikelihoodLoss()
optimizer = torch.optim.Adam(model.parameters(), 1e-3)
x, events, times = torch.randn(20, 4), torch.rand(20) < 0.7, torch.rand(20) + 0.1


@torch.compile
def loss_fn(x, events, times):
    return criterion(model, x, events, times).mean()


for _ in range(2):
    loss = loss_fn(x, events, times)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
