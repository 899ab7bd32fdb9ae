import torch
from selfeeg import augmentation as aug

torch.manual_seed(0)
noise = aug.DynamicSingleAug(aug.add_noise_SNR, range_arg={"target_snr": [5.0, 15.0]}, range_type={"target_snr": False})
mask = aug.StaticSingleAug(aug.masking, arguments={"mask_number": 2, "masked_ratio": 0.2})
augment = aug.SequentialAug(aug.StaticSingleAug(aug.flip_vertical), noise, mask)


@torch.compile
def two_views(x):
    return augment(x), aug.random_FT_phase(x, value=0.5)


batch = torch.randn(4, 8, 256)
first, second = two_views(batch)
print(first.shape, second.shape)
