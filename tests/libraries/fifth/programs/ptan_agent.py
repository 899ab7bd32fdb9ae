import numpy
import ptan
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3))
target = ptan.agent.TargetNet(net)
agent = ptan.agent.DQNAgent(net, ptan.actions.EpsilonGreedyActionSelector(epsilon=0.2), preprocessor=ptan.agent.float32_preprocessor)
choose = torch.compile(agent.__call__)
print(choose([numpy.random.rand(4).astype("float32") for _ in range(5)], [None] * 5)[0])


@torch.compile
def loss(states, actions, rewards, next_states):
    values = net(states).gather(1, actions[:, None]).squeeze(1)
    with torch.no_grad():
        targets = rewards + 0.9 * target.target_model(next_states).max(1)[0]
    return nn.functional.mse_loss(values, targets)


loss(torch.randn(6, 4), torch.randint(0, 3, (6,)), torch.randn(6), torch.randn(6, 4)).backward()
torch.compile(target.alpha_sync)(0.99)
