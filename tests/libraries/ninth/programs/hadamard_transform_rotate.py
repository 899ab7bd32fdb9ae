import torch
from hadamard_transform import hadamard_transform, inverse_randomized_hadamard_transform, pad_to_power_of_2, randomized_hadamard_transform


@torch.compile
def quantise(weights, bits):
    rotated = hadamard_transform(pad_to_power_of_2(weights))
    scale = rotated.abs().amax(-1, keepdim=True) / (2 ** (bits - 1) - 1)
    return hadamard_transform((rotated / scale).round() * scale)[..., : weights.shape[-1]]


weights = torch.randn(4, 12)
print((quantise(weights, 4) - weights).abs().max())


@torch.compile
def round_trip(x, seed):
    prng = torch.Generator().manual_seed(seed)
    there = randomized_hadamard_transform(x, prng)
    return inverse_randomized_hadamard_transform(there, torch.Generator().manual_seed(seed))


x = torch.randn(3, 16)
print((round_trip(x, 7) - x).abs().max())
