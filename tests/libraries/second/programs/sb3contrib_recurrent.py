import gymnasium as gym
import torch
from sb3_contrib.common.recurrent.policies import RecurrentActorCriticPolicy
from sb3_contrib.common.recurrent.type_aliases import RNNStates

policy = RecurrentActorCriticPolicy(gym.spaces.Box(-1, 1, (4,)), gym.spaces.Discrete(2), lambda _: 1e-3, lstm_hidden_size=8, net_arch=[16])
state = (torch.zeros(1, 2, 8), torch.zeros(1, 2, 8))
evaluate = torch.compile(policy.evaluate_actions)
values, log_prob, entropy = evaluate(torch.randn(2, 4), torch.tensor([0, 1]), RNNStates(state, state), torch.zeros(2))
(values.sum() - log_prob.sum()).backward()
