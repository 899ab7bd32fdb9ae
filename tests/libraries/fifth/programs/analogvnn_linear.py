import torch
from analogvnn.nn.Linear import Linear
from analogvnn.nn.activation.Gaussian import GeLU
from analogvnn.nn.module.FullSequential import FullSequential
from analogvnn.nn.noise.GaussianNoise import GaussianNoise
from analogvnn.nn.normalize.Clamp import Clamp
from analogvnn.nn.precision.ReducePrecision import ReducePrecision

model = FullSequential()
model.add_sequence(Linear(8, 16), Clamp(), ReducePrecision(precision=8), GaussianNoise(std=0.1, precision=8), GeLU(), Linear(16, 3))
model.compile(device="cpu")
forward = torch.compile(model.forward)
out = forward(torch.rand(4, 8))
print(out.shape)
