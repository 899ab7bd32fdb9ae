import torch
from torch import nn
from torchensemble import GradientBoostingRegressor
from torchensemble.utils.operator import pseudo_residual_regression


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(5, 1)

    def forward(self, x):
        return self.fc(x)


ensemble = GradientBoostingRegressor(estimator=Net, n_estimators=3, cuda=False)
ensemble.n_outputs = 1
ensemble.estimators_ = nn.ModuleList(Net() for _ in range(3))


@torch.compile
def residual(x, y):
    return pseudo_residual_regression(y, ensemble(x)).pow(2).mean()


residual(torch.randn(8, 5), torch.randn(8, 1))
