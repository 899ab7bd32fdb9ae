import torch
from torch_affine_utils import homogenise_coordinates
from torch_affine_utils.transforms_3d import Rx, Ry, Rz, T


@torch.compile
def move(points, angles):
    matrix = T([1.0, 2.0, 3.0]) @ Rz(angles) @ Ry(30.0) @ Rx(10.0)
    return (matrix[:, None] @ homogenise_coordinates(points)[..., None])[..., :3, 0]


points, angles = torch.randn(10, 3), torch.tensor([10.0, 45.0], requires_grad=True)
out = move(points, angles)
out.square().mean().backward()
print(out.shape, angles.grad)
