import torch
from darts.models.components.layer_norm_variants import RINorm, RMSNorm
from darts.utils.losses import MAELoss, SmapeLoss, MapeLoss

norm, rms = RINorm(3), RMSNorm(3)
criterion = SmapeLoss()


@torch.compile
def step(x, y):
    out = rms(norm(x))
    return criterion(norm.inverse(out.unsqueeze(-1)).squeeze(-1) + 1.0, y)


step(torch.rand(2, 8, 3) + 1, torch.rand(2, 8, 3)).backward()
