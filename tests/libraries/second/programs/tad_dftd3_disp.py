import tad_dftd3 as d3
import tad_mctc as mctc
import torch

numbers = torch.tensor([8, 1, 1])
positions = torch.tensor([[0.0, 0.0, -0.74], [1.44, 0.0, 0.37], [-1.44, 0.0, 0.37]], requires_grad=True)
param = {"s8": torch.tensor(0.7875), "a1": torch.tensor(0.4289), "a2": torch.tensor(4.4407)}
energy = torch.compile(lambda positions: d3.dftd3(numbers, positions, param).sum())
energy(positions).backward()
