import composer.functional as cf
import torch
from torch import nn

model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 8, 3), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4))
cf.apply_squeeze_excite(model, min_channels=4, latent_channels=4)
cf.apply_blurpool(model)


@torch.compile
def loss(x, y):
    x, target_perm, mixing = cf.mixup_batch(x, y, alpha=0.2)
    out = model(cf.cutout_batch(x, num_holes=1, length=0.3))
    return nn.functional.cross_entropy(out, cf.smooth_labels(out, y, smoothing=0.1))


loss(torch.randn(4, 3, 16, 16), torch.tensor([0, 1, 2, 3])).backward()
