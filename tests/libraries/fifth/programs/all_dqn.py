import torch
from all.agents import DQN
from all.approximation import FixedTarget, QNetwork
from all.core import State
from all.memory import ExperienceReplayBuffer
from all.policies import GreedyPolicy
from torch import nn

model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
q = QNetwork(model, torch.optim.Adam(model.parameters()), target=FixedTarget(5))
agent = DQN(q, GreedyPolicy(q, 2, epsilon=0.1), ExperienceReplayBuffer(100), minibatch_size=4, replay_start_size=4)
act = torch.compile(agent.act)
for _ in range(7):
    action = act(State({"observation": torch.randn(4), "reward": 1.0, "done": False, "mask": 1.0}))
print(action)
