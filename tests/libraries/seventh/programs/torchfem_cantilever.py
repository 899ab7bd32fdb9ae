import torch
from torchfem import Planar
from torchfem.materials import IsotropicElasticityPlaneStress
from torchfem.mesh import rect_quad

torch.set_default_dtype(torch.float64)
material = IsotropicElasticityPlaneStress(E=1000.0, nu=0.3)
nodes, elements = rect_quad(5, 3, 4.0, 2.0)
cantilever = Planar(nodes, elements, material)
cantilever.constraints[nodes[:, 0] == 0.0, :] = True
cantilever.forces[-1, 1] = -1.0


@torch.compile
def solve(thickness):
    cantilever.thickness = thickness
    u, f, *_ = cantilever.solve()
    return (f * u).sum()


print(solve(torch.ones(len(elements))))
