import gymnasium as gym
import numpy as np
import torch
from stable_baselines3.sac.policies import SACPolicy

policy = SACPolicy(
    gym.spaces.Box(-1, 1, (6,), np.float32), gym.spaces.Box(-1, 1, (2,), np.float32), lambda _: 3e-4, net_arch=[32, 32]
)


@torch.compile
def actor_loss(obs):
    actions, log_prob = policy.actor.action_log_prob(obs)
    q_values = torch.cat(policy.critic(obs, actions), dim=1)
    return (0.2 * log_prob - q_values.min(dim=1, keepdim=True)[0]).mean()


actor_loss(torch.randn(8, 6)).backward()
