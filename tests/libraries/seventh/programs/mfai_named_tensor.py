import torch
from mfai.pytorch.losses.dgmr import GridCellLoss, loss_hinge_disc
from mfai.pytorch.namedtensor import NamedTensor

first = NamedTensor(torch.rand(2, 16, 16, 3), names=["batch", "lat", "lon", "features"], feature_names=["u", "v", "t2m"])
second = NamedTensor(torch.rand(2, 16, 16, 1), names=["batch", "lat", "lon", "features"], feature_names=["q"])


@torch.compile
def wind(state, humidity):
    both = state | humidity
    speed = (both["u"] ** 2 + both["v"] ** 2).sqrt()
    flat = both.tensor.flatten(1, 2)
    return speed.mean(), flat.std(dim=1)


print(wind(first, second))
weighted = torch.compile(GridCellLoss(precip_weight_cap=24.0))
print(weighted(torch.rand(3, 2, 4, 1, 8, 8), torch.rand(2, 4, 1, 8, 8)), torch.compile(loss_hinge_disc)(torch.randn(4), torch.randn(4)))
