import torch
from geolipi.torch_compute.sdf_functions_2d import sdf2d_box, sdf2d_circle, sdf2d_cross, sdf2d_hexagram


@torch.compile
def scene(points, radius, size):
    shape = torch.minimum(sdf2d_circle(points, radius), sdf2d_box(points, size))
    return torch.maximum(shape, -sdf2d_hexagram(points, torch.tensor([0.1])))


grid = torch.stack(torch.meshgrid(torch.linspace(-1, 1, 16), torch.linspace(-1, 1, 16), indexing="ij"), -1).view(-1, 2)
radius = torch.tensor([0.4], requires_grad=True)
sdf = scene(grid, radius, torch.tensor([0.3, 0.5]))
torch.sigmoid(-20 * sdf).sum().backward()
print(sdf.shape, radius.grad)
