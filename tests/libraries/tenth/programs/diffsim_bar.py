import torch
from diffsim import SemiImplicitSolver, Simulator, StableNeoHookean, TetrahedralMesh

vertices = torch.tensor([[0.0, 1, 0], [1, 1, 0], [0, 1, 1], [0, 2, 0], [1, 2, 1]])
tetrahedra = torch.tensor([[0, 1, 2, 3], [1, 2, 3, 4]])
mesh = TetrahedralMesh(vertices, tetrahedra, device="cpu")
sim = Simulator(mesh, StableNeoHookean(youngs_modulus=1e4, poissons_ratio=0.4), SemiImplicitSolver(dt=0.002, damping=0.99, substeps=2), density=1000.0, device="cpu")
sim.set_fixed_vertices(torch.tensor([3]))
step = torch.compile(sim.step)
for _ in range(3):
    step()
print(sim.positions.mean(0))
