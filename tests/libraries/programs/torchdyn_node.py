import torch
from torch import nn
from torchdyn.core import NeuralODE

f = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
model = NeuralODE(f, sensitivity="adjoint", solver="rk4")
compiled = torch.compile(model)
t_eval, trajectory = compiled(torch.randn(4, 2), torch.linspace(0, 1, 5))
