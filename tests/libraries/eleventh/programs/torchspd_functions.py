import torch
from torchspd import logm, sqrtm, symmetrize


@torch.compile
def log_euclidean(a, b):
    return (logm(a) - logm(b)).square().sum((-1, -2))


x = torch.randn(4, 3, 3, dtype=torch.float64)
spd = (x @ x.mT + 3 * torch.eye(3, dtype=torch.float64)).requires_grad_()
distance = log_euclidean(spd[:2], spd[2:])
distance.sum().backward()
root = torch.compile(sqrtm)(symmetrize(spd.detach()))
print(distance, root.shape)
