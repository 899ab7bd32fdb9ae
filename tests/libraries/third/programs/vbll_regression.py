import torch
import vbll
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 16), nn.ELU())
        self.head = vbll.Regression(16, 1, regularization_weight=1 / 32, parameterization="diagonal")

    def forward(self, x):
        return self.head(self.body(x))


net = torch.compile(Net())
out = net(torch.randn(8, 2))
loss = out.train_loss_fn(torch.randn(8, 1))
loss.backward()
print(out.predictive.mean.shape)
