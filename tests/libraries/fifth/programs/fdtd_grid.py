import fdtd
import torch

fdtd.set_backend("torch")
grid = fdtd.Grid(shape=(12, 12, 1), grid_spacing=155e-9)
grid[3:5, 2:10, 0] = fdtd.LineSource(period=1550e-9 / 3e8, name="source")
grid[6:9, 4:8, 0] = fdtd.Object(permittivity=2.5, name="object")
grid[0:2, :, :] = fdtd.PML(name="pml")
grid[10, 3:8, 0] = fdtd.LineDetector(name="detector")
step = torch.compile(grid.step)
for _ in range(2):
    step()
print(grid.E.abs().sum())
