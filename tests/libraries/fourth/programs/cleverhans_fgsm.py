import numpy as np
import torch
from cleverhans.torch.attacks.fast_gradient_method import fast_gradient_method
from torch import nn

model = nn.Sequential(nn.Flatten(), nn.Linear(12, 5))


@torch.compile
def attack(x):
    return fast_gradient_method(model, x, 0.1, np.inf, clip_min=0.0, clip_max=1.0)


print((attack(torch.rand(4, 3, 2, 2))).shape)
