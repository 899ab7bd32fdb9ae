import pfrl
import torch
from torch import nn

policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2), pfrl.policies.GaussianHeadWithStateIndependentCovariance(action_size=2, var_type="diagonal", var_func=lambda x: torch.exp(2 * x), var_param_init=0))
model = pfrl.nn.Branched(policy, nn.Linear(4, 1))


@torch.compile
def loss(observations):
    distribution, value = model(observations)
    action = distribution.sample()
    return -(distribution.log_prob(action).mean() - value.square().mean() + 0.01 * distribution.entropy().mean())


loss(torch.randn(8, 4)).backward()
