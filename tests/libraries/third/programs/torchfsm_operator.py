import torch
from torchfsm.mesh import FourierMesh
from torchfsm.operator import Convection, Laplacian

mesh = FourierMesh([(0, 1, 32), (0, 1, 32)])
operator = 0.1 * Laplacian() - Convection()
rhs = torch.compile(lambda u: operator(u, mesh=mesh))
u = torch.randn(1, 2, 32, 32, requires_grad=True)
rhs(u).pow(2).mean().backward()
