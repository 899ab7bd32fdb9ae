import torch
from torchfsm.mesh import FourierMesh, MeshGrid
from torchfsm.pde import Burgers

grid = MeshGrid([(0, 2 * torch.pi, 64)])
mesh = FourierMesh(grid)
x = grid.bc_mesh_grid()
burgers = Burgers(nu=0.05)


@torch.compile
def rollout(u):
    return burgers.integrate(u_0=u, dt=0.01, step=4, mesh=mesh)


rollout(torch.sin(x))
