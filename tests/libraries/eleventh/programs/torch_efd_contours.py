import torch
from torch_efd import compute_area, compute_efds, compute_curvature, normalize_efds, reconstruct_efds, smooth_efds

t = torch.linspace(0, 2 * torch.pi, 65)[:-1]
contour = torch.stack([2 * t.cos() + 0.3 * (3 * t).cos(), t.sin()], -1)


@torch.compile
def describe(contour):
    efds = compute_efds(contour, order=6)
    return normalize_efds(efds), compute_area(efds), compute_curvature(efds, 32)


@torch.compile
def redraw(efds):
    return reconstruct_efds(smooth_efds(efds, 0.5), 50)


efds, area, curvature = describe(contour)
print(efds.shape, area, curvature.shape, redraw(efds).shape)
