import torch
from monai.transforms import Compose, NormalizeIntensity, RandFlip, RandGaussianNoise, ScaleIntensity
from monai.utils import set_determinism

set_determinism(seed=0)
transform = Compose([ScaleIntensity(), NormalizeIntensity(), RandFlip(prob=0.5, spatial_axis=0), RandGaussianNoise(prob=0.5)])
augment = torch.compile(transform)
for _ in range(2):
    augment(torch.rand(1, 16, 16))
