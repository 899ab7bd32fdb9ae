import torch
from torch_rotation import rotate_three_pass


@torch.compile
def augment(images, angles):
    turned = rotate_three_pass(images, angle=0.5)
    return turned, rotate_three_pass(images, angle=angles)


first, second = augment(torch.randn(2, 1, 16, 16), torch.tensor([0.2, 0.4]))
print(first.shape, second.shape)
