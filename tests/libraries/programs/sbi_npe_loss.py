import torch
from sbi.neural_nets import posterior_nn
from sbi.utils import BoxUniform

prior = BoxUniform(low=-2 * torch.ones(2), high=2 * torch.ones(2))
theta = prior.sample((50,))
x = theta + 0.1 * torch.randn(50, 2)
estimator = posterior_nn("maf", hidden_features=10, num_transforms=2)(theta, x)


@torch.compile
def loss(theta, x):
    return estimator.loss(theta, condition=x).mean()


loss(theta[:10], x[:10]).backward()
print(torch.compile(prior.log_prob)(theta[:5]))
