import torch
from torch_cubic_spline_grids import CubicBSplineGrid1d, CubicCatmullRomGrid2d

grid = CubicBSplineGrid1d(resolution=6, n_channels=1)
optimizer = torch.optim.Adam(grid.parameters(), lr=0.1)
compiled = torch.compile(grid)
x = torch.rand(50)
for _ in range(2):
    optimizer.zero_grad()
    prediction = compiled(x).squeeze()
    loss = (prediction - torch.sin(6 * x)).square().sum() ** 0.5
    loss.backward()
    optimizer.step()
surface = torch.compile(CubicCatmullRomGrid2d(resolution=(5, 4), n_channels=2))
print(surface(torch.rand(7, 3, 2)).shape)
