import torch
from pfrl.nn import EmpiricalNormalization
from pfrl.policies import SoftmaxCategoricalHead
from torch import nn

normalizer = EmpiricalNormalization(4, clip_threshold=5)
policy = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 3), SoftmaxCategoricalHead())


@torch.compile
def loss(states, actions, advantages, old_log_probs):
    distribution = policy(normalizer(states))
    ratio = (distribution.log_prob(actions) - old_log_probs).exp()
    return -torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean() - 0.01 * distribution.entropy().mean()


for _ in range(2):
    loss(torch.randn(8, 4), torch.randint(0, 3, (8,)), torch.randn(8), torch.randn(8)).backward()
