import torch
from torch_nl import compute_neighborlist_n2
from torch_nl.geometry import compute_cell_shifts, compute_distances

cutoff = 1.2
positions = torch.rand(12, 3) * 2
cell = (torch.eye(3) * 2.0).repeat(2, 1)
pbc = torch.ones(6, dtype=torch.bool)
batch = torch.tensor([0] * 6 + [1] * 6)


@torch.compile
def pair_energy(positions):
    mapping, batch_mapping, shifts_idx = compute_neighborlist_n2(cutoff, positions, cell, pbc, batch, self_interaction=False)
    shifts = compute_cell_shifts(cell.view(-1, 3, 3), shifts_idx, batch_mapping)
    distance = compute_distances(positions, mapping, shifts)
    return torch.zeros(2).index_add(0, batch_mapping, (-distance).exp())


print(pair_energy(positions))
