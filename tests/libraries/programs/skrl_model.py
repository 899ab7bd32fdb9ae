import gymnasium
import numpy as np
import torch
from skrl.models.torch import GaussianMixin, Model
from torch import nn


class Policy(GaussianMixin, Model):
    def __init__(self, observation_space, action_space, device):
        Model.__init__(self, observation_space=observation_space, action_space=action_space, device=device)
        GaussianMixin.__init__(self, clip_actions=True, reduction="sum")
        self.net = nn.Sequential(nn.Linear(4, 16), nn.ELU(), nn.Linear(16, 2))
        self.log_std = nn.Parameter(torch.zeros(2))

    def compute(self, inputs, role=""):
        return self.net(inputs["observations"]), {"log_std": self.log_std}


space = lambda n: gymnasium.spaces.Box(-1, 1, (n,), np.float32)
policy = Policy(space(4), space(2), "cpu")
act = torch.compile(policy.act)
act({"observations": torch.randn(3, 4)}, role="policy")
