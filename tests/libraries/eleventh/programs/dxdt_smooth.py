import torch
from torch_dxdt import Whittaker

t = torch.linspace(0, 1, 30)
whittaker = Whittaker(lmbda=10.0)
smooth = torch.compile(whittaker.smooth)
print(smooth((5 * t).sin() + 0.1 * torch.randn(30), t).shape, torch.compile(whittaker.d)((5 * t).sin(), t).shape)
