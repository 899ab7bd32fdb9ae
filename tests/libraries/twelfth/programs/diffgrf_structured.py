import torch
from diffgrf import DifferentiableGRF

grf = DifferentiableGRF(kernel="mat", dim=2, variance=1.0, len_scale=5.0, nu=1.5, seed=0, mode_no=50)
field = torch.compile(grf.structured)
print(field([12, 12]).shape)
