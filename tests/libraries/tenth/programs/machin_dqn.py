import torch
from torch import nn
from machin.frame.algorithms import DQN


class QNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))

    def forward(self, state):
        return self.net(state)


dqn = DQN(QNet(), QNet(), torch.optim.Adam, nn.MSELoss(reduction="sum"), batch_size=4)
dqn.store_episode([{"state": {"state": torch.randn(1, 4)}, "action": {"action": torch.randint(0, 2, (1, 1))}, "next_state": {"state": torch.randn(1, 4)}, "reward": 1.0, "terminal": i == 7} for i in range(8)])
act = torch.compile(dqn.act_discrete_with_noise)
update = torch.compile(dqn.update)
print(act({"state": torch.randn(1, 4)}), update())
