import torch
from tensordict import TensorDict
from torch import nn
from torchrl.data import OneHot
from torchrl.modules import QValueActor
from torchrl.objectives import DQNLoss

actor = QValueActor(nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3)), in_keys=["observation"], spec=OneHot(3))
loss_module = DQNLoss(actor, action_space="one_hot", delay_value=False)
compiled = torch.compile(loss_module)
data = TensorDict({
    "observation": torch.randn(5, 4), "action": nn.functional.one_hot(torch.randint(0, 3, (5,)), 3),
    "next": {"observation": torch.randn(5, 4), "reward": torch.randn(5, 1), "done": torch.zeros(5, 1).bool(), "terminated": torch.zeros(5, 1).bool()},
}, batch_size=[5])
compiled(data)["loss"].backward()
