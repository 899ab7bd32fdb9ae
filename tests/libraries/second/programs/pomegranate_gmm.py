import torch
from pomegranate.distributions import Normal
from pomegranate.gmm import GeneralMixtureModel

model = GeneralMixtureModel([Normal(covariance_type="diag"), Normal(covariance_type="diag")], max_iter=2)
x = torch.randn(40, 3)
model.fit(x)
compiled = torch.compile(model.log_probability)
compiled(torch.randn(10, 3))
