import numpy as np
import torch
from tianshou.data import Batch, to_torch
from tianshou.utils.net.continuous import ContinuousActorProbabilistic
from tianshou.utils.net.common import Net

actor = ContinuousActorProbabilistic(preprocess_net=Net(state_shape=(4,), hidden_sizes=[16]), action_shape=(2,), unbounded=True)


@torch.compile
def act(batch):
    batch = to_torch(batch, dtype=torch.float32)
    (mu, sigma), _ = actor(batch.obs)
    return torch.distributions.Independent(torch.distributions.Normal(mu, sigma), 1).sample()


with torch.no_grad():
    act(Batch(obs=np.random.randn(3, 4)))
