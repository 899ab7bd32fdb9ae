import torch
from torch import nn
from karbonn.functional import general_robust_regression_loss, log_cosh_loss
from karbonn.modules import AsinhMSELoss, ConcatFusion, ExU, Snake


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.fusion, self.head = nn.Sequential(nn.Linear(4, 8), Snake()), ExU(4, 8), ConcatFusion(), nn.Linear(16, 1)
        self.criterion = AsinhMSELoss()

    def forward(self, x, y):
        out = self.head(self.fusion(self.a(x), self.b(x)))
        return self.criterion(out, y) + log_cosh_loss(out, y) + general_robust_regression_loss(out, y, alpha=1.0)


net = torch.compile(Net())
loss = net(torch.randn(6, 4), torch.randn(6, 1))
loss.backward()
print(loss.item())
