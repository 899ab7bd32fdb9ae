import torch
import interpol


@torch.compile
def warp(image, displacement):
    grid = interpol.add_identity_grid(displacement)
    return interpol.grid_pull(image, grid, interpolation=3, bound="dct2", prefilter=True, extrapolate=False)


image = torch.rand(1, 1, 12, 12, requires_grad=True)
displacement = (torch.randn(1, 12, 12, 2) * 0.5).requires_grad_()
warp(image, displacement).sum().backward()
resize = torch.compile(interpol.resize)
print(resize(image.detach(), factor=2, interpolation=2).shape)
