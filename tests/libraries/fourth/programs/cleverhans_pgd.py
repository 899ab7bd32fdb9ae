import numpy as np
import torch
from cleverhans.torch.attacks.projected_gradient_descent import projected_gradient_descent
from torch import nn

model = torch.compile(nn.Sequential(nn.Flatten(), nn.Linear(12, 5)))
x = torch.rand(4, 3, 2, 2)
print(projected_gradient_descent(model, x, 0.3, 0.1, 3, np.inf).shape)
