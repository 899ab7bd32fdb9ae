import torch
from torch import nn
from tslearn.metrics import SoftDTWLossPyTorch, soft_dtw

loss_fn = SoftDTWLossPyTorch(gamma=0.1)


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(20, 32), nn.ReLU(), nn.Linear(32, 12))

    def forward(self, x):
        return self.net(x.squeeze(-1)).unsqueeze(-1)


model = Forecaster()
optimizer = torch.optim.Adam(model.parameters())


@torch.compile
def train_step(x, y):
    optimizer.zero_grad()
    loss = loss_fn(model(x), y).mean()
    loss.backward()
    optimizer.step()
    return loss


for _ in range(2):
    print(train_step(torch.randn(4, 20, 1), torch.randn(4, 12, 1)))
