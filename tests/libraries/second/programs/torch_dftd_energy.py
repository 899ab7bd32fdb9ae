import torch
from torch_dftd.nn.dftd2_module import DFTD2Module
from torch_dftd.dftd3_xc_params import get_dftd3_default_params

params = get_dftd3_default_params("zero", "pbe", old=True)
module = DFTD2Module(params, cutoff=20.0, dtype=torch.float32)
Z, pos = torch.tensor([8, 1, 1]), torch.randn(3, 3) * 2
edge_index = torch.tensor([[0, 0, 1, 1, 2, 2], [1, 2, 0, 2, 0, 1]])
energy = torch.compile(module.calc_energy)
energy(Z, pos, edge_index, torch.eye(3), torch.tensor([False] * 3), torch.zeros(6, 3))
