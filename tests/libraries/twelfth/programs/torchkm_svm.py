import torch
from torchkm.functions import kernelMult, rbf_kernel, sigest

x = torch.randn(30, 4)
sigma = sigest(x)


@torch.compile
def gram(x, y):
    return rbf_kernel(x, sigma), kernelMult(x, y, sigma)


print([k.shape for k in gram(x, x[:5])])
