import torch
from torch_cfd import grids
from torch_cfd.initial_conditions import filtered_vorticity_field
from torch_cfd.spectral import vorticity_to_velocity

grid = grids.Grid(shape=(16, 16), domain=((0, 6.283), (0, 6.283)))
mesh = grid.rfft_mesh()
solve = torch.compile(lambda w: vorticity_to_velocity(grid, w, mesh))
print(solve(torch.fft.rfft2(torch.randn(16, 16)))[0])
