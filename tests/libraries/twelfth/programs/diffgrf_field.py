import torch
from diffgrf import DifferentiableGRF

len_scale = torch.tensor(10.0, requires_grad=True)


@torch.compile
def variance(len_scale):
    grf = DifferentiableGRF(kernel="gau", dim=2, variance=1.0, len_scale=len_scale, seed=0, mode_no=50)
    return grf.structured([16, 16]).var()


loss = variance(len_scale)
loss.backward()
print(len_scale.grad)
