import oflibpytorch as of
import torch

of.set_pure_pytorch()
shape = [32, 40]
flow = of.Flow.from_transforms([["rotation", 20, 16, -15], ["scaling", 20, 16, 0.9]], shape)


@torch.compile
def warp(image):
    warped, valid = flow.apply(image, return_valid_area=True)
    return warped, valid


warped, valid = warp(torch.rand(3, 32, 40))
print(warped.shape, valid.float().mean())
other = of.Flow.from_transforms([["translation", 3, 2]], shape)
combined = torch.compile(flow.combine_with)(other, mode=3)
inverted = torch.compile(flow.invert)()
print(combined.vecs.mean(), inverted.vecs.mean())
