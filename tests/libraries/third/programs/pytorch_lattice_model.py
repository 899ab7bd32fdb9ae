import torch
from pytorch_lattice.layers import CategoricalCalibrator, Lattice, NumericalCalibrator
from torch import nn
import numpy as np


class Calibrated(nn.Module):
    def __init__(self):
        super().__init__()
        self.age = NumericalCalibrator(input_keypoints=np.linspace(0.0, 1.0, 5), missing_input_value=-1.0)
        self.kind = CategoricalCalibrator(num_categories=3)
        self.lattice = Lattice([2, 2])

    def forward(self, x):
        return self.lattice([self.age(x[:, :1]), self.kind(x[:, 1:])])


model = Calibrated()
compiled = torch.compile(model)
x = torch.stack([torch.rand(8), torch.randint(0, 3, (8,)).float()], dim=1).double()
compiled.double()(x).sum().backward()
