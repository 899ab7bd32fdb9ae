import torch
import tad_dftd4 as d4
import tad_mctc as mctc

numbers = mctc.convert.symbol_to_number("C C H H H H".split())
positions = torch.tensor([[0.0, 0.0, 1.26], [0.0, 0.0, -1.26], [0.0, 1.75, 2.33], [0.0, -1.75, 2.33], [0.0, 1.75, -2.33], [0.0, -1.75, -2.33]], requires_grad=True)
charge = torch.tensor(0.0)
param = {"s6": torch.tensor(1.0), "s8": torch.tensor(1.8589775), "s9": torch.tensor(1.0), "a1": torch.tensor(0.44286966), "a2": torch.tensor(4.60230534)}


@torch.compile
def energy(positions):
    return d4.dftd4(numbers, positions, charge, param).sum()


value = energy(positions)
value.backward()
print(value.item())
