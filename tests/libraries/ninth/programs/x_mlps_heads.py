import torch
from torch import nn
from x_mlps_pytorch import MLP, Feedforwards, GroupedMLP
from x_mlps_pytorch.ensemble import Ensemble

torch.manual_seed(0)
actor, critic = MLP(8, 32, 16, 4), Ensemble(MLP(8, 16, 1, squeeze_out=True), ensemble_size=3)
body = Feedforwards(8, 2)


@torch.compile
def act(state):
    hidden = body(state)
    logits, values = actor(hidden), critic(hidden)
    return nn.functional.log_softmax(logits, -1), values.min(0).values


log_probs, value = act(torch.randn(5, 8))
(log_probs.mean() + value.mean()).backward()
print(log_probs.shape, value.shape)
