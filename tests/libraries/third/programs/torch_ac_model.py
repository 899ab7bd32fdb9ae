import torch
import torch_ac
from torch import nn
from torch.distributions import Categorical


class ACModel(nn.Module, torch_ac.RecurrentACModel):
    def __init__(self):
        super().__init__()
        self.cell, self.actor, self.critic = nn.LSTMCell(6, 8), nn.Linear(8, 3), nn.Linear(8, 1)

    @property
    def memory_size(self):
        return 16

    def forward(self, obs, memory):
        h, c = self.cell(obs.image, (memory[:, :8], memory[:, 8:]))
        return Categorical(logits=self.actor(h)), self.critic(h).squeeze(1), torch.cat([h, c], dim=1)


model = ACModel()


@torch.compile
def loss_fn(batch):
    dist, value, memory = model(batch.obs, batch.memory * batch.mask)
    ratio = torch.exp(dist.log_prob(batch.action) - batch.log_prob)
    policy = -torch.min(ratio * batch.advantage, torch.clamp(ratio, 0.8, 1.2) * batch.advantage).mean()
    return policy - 0.01 * dist.entropy().mean() + 0.5 * (value - batch.returnn).pow(2).mean()


exps = torch_ac.DictList({"obs": torch_ac.DictList({"image": torch.randn(8, 6)}), "memory": torch.zeros(8, 16), "mask": torch.ones(8, 1),
                          "action": torch.randint(0, 3, (8,)), "log_prob": torch.zeros(8), "advantage": torch.randn(8), "returnn": torch.randn(8)})
loss_fn(exps[torch.tensor([0, 2, 4, 6])]).backward()
