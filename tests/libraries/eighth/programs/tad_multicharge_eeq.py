import torch
from tad_mctc.io.structure import Structure
from tad_mctc.ncoord import cn_eeq
from tad_multicharge import eeq

numbers = torch.tensor([7, 1, 1, 1])
positions = torch.tensor([[0.0, 0.0, 0.2], [1.8, 0.0, -0.5], [-0.9, 1.56, -0.5], [-0.9, -1.56, -0.5]])
model = eeq.EEQModel.param2019()


@torch.compile
def charges(positions):
    structure = Structure(numbers=numbers, positions=positions)
    return eeq.get_charges(structure), eeq.get_energy(structure).sum()


print(charges(positions))
