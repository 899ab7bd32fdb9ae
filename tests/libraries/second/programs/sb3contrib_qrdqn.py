import gymnasium as gym
import torch
from sb3_contrib import QRDQN, TQC
from sb3_contrib.common.utils import quantile_huber_loss

space, actions = gym.spaces.Box(-1, 1, (4,)), gym.spaces.Discrete(2)
from sb3_contrib.qrdqn.policies import QRDQNPolicy

policy = QRDQNPolicy(space, actions, lambda _: 1e-3, n_quantiles=8, net_arch=[16])
compiled = torch.compile(policy)
with torch.no_grad():
    compiled(torch.randn(3, 4))


@torch.compile
def loss(observations, target):
    return quantile_huber_loss(policy.quantile_net(observations)[:, :, 0], target, sum_over_quantiles=False)


loss(torch.randn(3, 4), torch.randn(3, 8)).backward()
