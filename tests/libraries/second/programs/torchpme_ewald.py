import torch
import torchpme

positions = torch.rand(8, 3) * 4
positions.requires_grad_(True)
charges, cell = torch.tensor([1.0, -1.0] * 4)[:, None], torch.eye(3) * 4
i, j = torch.triu_indices(8, 8, 1)
calculator = torchpme.EwaldCalculator(torchpme.CoulombPotential(smearing=0.5), lr_wavelength=1.0)
compiled = torch.compile(calculator)


@torch.compile
def energy(positions):
    distances = torch.linalg.norm(positions[j] - positions[i], dim=1)
    potential = calculator(charges=charges, cell=cell, positions=positions, neighbor_indices=torch.stack([i, j], 1), neighbor_distances=distances)
    return (charges * potential).sum()


energy(positions).backward()
