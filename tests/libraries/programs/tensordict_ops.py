import torch
from tensordict import TensorDict


@torch.compile
def merge(batch, scale):
    scaled = batch.apply(lambda t: t * scale)
    stacked = torch.stack([batch, scaled], 0)
    stacked["reward"] = stacked["obs"].sum(-1)
    return stacked.reshape(-1).select("obs", "reward")


batch = TensorDict({"obs": torch.randn(3, 4), "next": {"obs": torch.randn(3, 4)}}, batch_size=[3])
for scale in (0.5, 0.5):
    merge(batch, scale)
