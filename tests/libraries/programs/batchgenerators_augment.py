import torch
from batchgeneratorsv2.transforms.intensity.gaussian_noise import GaussianNoiseTransform
from batchgeneratorsv2.transforms.spatial.mirroring import MirrorTransform
from batchgeneratorsv2.transforms.utils.compose import ComposeTransforms
from batchgeneratorsv2.transforms.utils.random import RandomTransform

transforms = ComposeTransforms([
    RandomTransform(GaussianNoiseTransform(noise_variance=(0, 0.1), p_per_channel=1, synchronize_channels=True), apply_probability=1.0),
    MirrorTransform(allowed_axes=(0, 1)),
])
augment = torch.compile(lambda image, segmentation: transforms(image=image, segmentation=segmentation))
for _ in range(2):
    augment(torch.randn(1, 16, 16), torch.zeros(1, 16, 16, dtype=torch.int16))
