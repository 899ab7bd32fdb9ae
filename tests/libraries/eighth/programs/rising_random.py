import torch
from rising.random import UniformParameter
from rising.transforms import Mirror, RandomScaleValue, Rot90, GammaCorrection

mirror, rot90 = Mirror(dims=(0, 1), keys=("data",)), Rot90((0, 1), keys=("data",))
scale, gamma = RandomScaleValue(UniformParameter(0.8, 1.2)), GammaCorrection(UniformParameter(0.7, 1.5))


@torch.compile
def augment(data):
    batch = {"data": data}
    for transform in (mirror, rot90, scale, gamma):
        batch = transform(**batch)
    return batch["data"]


print(augment(torch.rand(2, 1, 16, 16)).shape)
