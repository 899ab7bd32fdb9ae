import torch
from blitz.modules import BayesianLinear
from blitz.utils import variational_estimator
from torch import nn


@variational_estimator
class BayesianRegressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.blinear1 = BayesianLinear(4, 16)
        self.blinear2 = BayesianLinear(16, 1)

    def forward(self, x):
        return self.blinear2(torch.relu(self.blinear1(x)))


regressor = BayesianRegressor()
elbo = torch.compile(regressor.sample_elbo)
loss = elbo(inputs=torch.randn(8, 4), labels=torch.randn(8, 1), criterion=nn.MSELoss(), sample_nbr=2)
loss.backward()
