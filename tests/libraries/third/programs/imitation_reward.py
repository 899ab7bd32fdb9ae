import gymnasium as gym
import numpy as np
import torch
from imitation.rewards.reward_nets import BasicRewardNet
from imitation.util.networks import RunningNorm
from torch import nn

observation, action = gym.spaces.Box(-1, 1, (4,), np.float32), gym.spaces.Discrete(2)
reward_net = BasicRewardNet(observation, action, normalize_input_layer=RunningNorm)


@torch.compile
def discriminator_loss(state, action, next_state, done, labels):
    logits = reward_net(*reward_net.preprocess(state, action, next_state, done))
    return nn.functional.binary_cross_entropy_with_logits(logits, labels)


loss = discriminator_loss(np.random.rand(6, 4).astype("f4"), np.random.randint(0, 2, 6), np.random.rand(6, 4).astype("f4"), np.zeros(6, bool), torch.ones(6))
loss.backward()
