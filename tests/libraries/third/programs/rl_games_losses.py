import torch
from rl_games.algos_torch.running_mean_std import RunningMeanStd
from rl_games.common import common_losses
from torch import nn

actor = nn.Linear(6, 2)
critic = nn.Linear(6, 1)
normalizer = RunningMeanStd((6,))


@torch.compile
def calc_loss(obs, actions, old_logp, advantages, returns, old_values):
    obs = normalizer(obs)
    distribution = torch.distributions.Normal(actor(obs), 1.0)
    neglogp = -distribution.log_prob(actions).sum(-1)
    a_loss = common_losses.actor_loss(old_logp, neglogp, advantages, True, 0.2)
    c_loss = common_losses.critic_loss(None, old_values, critic(obs), 0.2, returns, True)
    return a_loss.mean() + c_loss.mean()


calc_loss(torch.randn(8, 6), torch.randn(8, 2), torch.randn(8), torch.randn(8), torch.randn(8, 1), torch.randn(8, 1)).backward()
