import torch
from ding.rl_utils import gae, gae_data, ppo_data, ppo_error
from torch import nn

T, B, N = 6, 4, 3
actor, critic = nn.Linear(5, N), nn.Linear(5, 1)


@torch.compile
def advantages(value, next_value, reward, done):
    return gae(gae_data(value, next_value, reward, done, None), gamma=0.99, lambda_=0.95)


@torch.compile
def ppo_loss(obs, logit_old, action, value_old, adv, target):
    data = ppo_data(actor(obs), logit_old, action, critic(obs).squeeze(-1), value_old, adv, target, None)
    loss, info = ppo_error(data, clip_ratio=0.2, use_value_clip=True)
    return loss.policy_loss + 0.5 * loss.value_loss - 0.01 * loss.entropy_loss, info


obs = torch.randn(T, B, 5)
with torch.no_grad():
    value, logit = critic(obs).squeeze(-1), actor(obs)
adv = advantages(value, value.roll(-1, 0), torch.randn(T, B), torch.zeros(T, B))
flat = lambda t: t.flatten(0, 1)
loss, info = ppo_loss(flat(obs), flat(logit), torch.randint(0, N, (T * B,)), flat(value), flat(adv), flat(adv + value))
loss.backward()
print(loss.item(), info)
