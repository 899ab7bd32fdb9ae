import torch
from tad_mctc import Structure
from tad_mctc.ncoord import cn_d3, cn_d4

numbers = torch.tensor([8, 1, 1])
positions = torch.tensor([[0.0, 0.0, -0.74], [1.43, 0.0, 0.37], [-1.43, 0.0, 0.37]])


@torch.compile
def coordination(positions):
    structure = Structure(numbers=numbers, positions=positions)
    return cn_d3(structure), cn_d4(structure)


positions.requires_grad_()
d3, d4 = coordination(positions)
(d3.sum() + d4.sum()).backward()
print(d3, d4, positions.grad.norm())
