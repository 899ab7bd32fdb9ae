import torch
from torchnodo import bspline_curve, bspline_surface_grid

points = torch.rand(6, 2, requires_grad=True)


@torch.compile
def length(points):
    curve = bspline_curve(u=torch.linspace(0, 1, 30), points=points, degree=3, order=1, periodic=False, clamped=True)
    return curve[1].norm(dim=-1).mean()


loss = length(points)
loss.backward()
print(points.grad.shape)
