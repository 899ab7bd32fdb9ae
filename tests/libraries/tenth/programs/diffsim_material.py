import torch
from diffsim import DifferentiableMaterial, DifferentiableSimulator, DifferentiableSolver, TetrahedralMesh

vertices = torch.tensor([[0.0, 1, 0], [1, 1, 0], [0, 1, 1], [0, 2, 0], [1, 2, 1]])
mesh = TetrahedralMesh(vertices, torch.tensor([[0, 1, 2, 3], [1, 2, 3, 4]]), device="cpu")
material = DifferentiableMaterial(1e4, 0.4, requires_grad=True)
solver = DifferentiableSolver(dt=0.002, damping=0.99, substeps=2)
sim = DifferentiableSimulator(mesh, material, solver, device="cpu")


@torch.compile
def roll(steps):
    for _ in range(steps):
        sim.step()
    return sim.positions[:, 1].mean()


loss = roll(2)
loss.backward()
print(loss.item())
