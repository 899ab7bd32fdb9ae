import gymnasium as gym
import numpy as np
import torch
from stable_baselines3.common.policies import ActorCriticPolicy

obs_space = gym.spaces.Box(-1, 1, (4,), np.float32)
policy = ActorCriticPolicy(obs_space, gym.spaces.Discrete(2), lambda _: 3e-4)


@torch.compile
def ppo_loss(obs, actions, old_log_prob, advantages, returns):
    values, log_prob, entropy = policy.evaluate_actions(obs, actions)
    ratio = torch.exp(log_prob - old_log_prob)
    clipped = advantages * torch.clamp(ratio, 0.8, 1.2)
    policy_loss = -torch.min(advantages * ratio, clipped).mean()
    return policy_loss + 0.5 * torch.nn.functional.mse_loss(returns, values.flatten()) - 0.01 * entropy.mean()


obs = torch.randn(8, 4)
ppo_loss(obs, torch.randint(0, 2, (8,)), torch.zeros(8), torch.randn(8), torch.randn(8)).backward()
with torch.no_grad():
    torch.compile(policy)(obs)
