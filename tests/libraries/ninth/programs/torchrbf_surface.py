import torch
from torchrbf import RBFInterpolator

torch.manual_seed(0)
y = torch.rand(30, 2)
d = torch.sin(y[:, :1] * 6) * torch.cos(y[:, 1:] * 6)
smooth = RBFInterpolator(y, d, smoothing=1e-3, kernel="thin_plate_spline")
gaussian = RBFInterpolator(y, d, kernel="gaussian", epsilon=3.0)


@torch.compile
def surface(points):
    return smooth(points) - gaussian(points)


points = torch.rand(10, 2, requires_grad=True)
out = surface(points)
out.sum().backward()
print(out.shape, points.grad.norm())
