import FrEIA.framework as Ff
import FrEIA.modules as Fm
import torch
from torch import nn


def subnet(dims_in, dims_out):
    return nn.Sequential(nn.Linear(dims_in, 16), nn.ReLU(), nn.Linear(16, dims_out))


inn = Ff.SequenceINN(4)
for _ in range(3):
    inn.append(Fm.AllInOneBlock, subnet_constructor=subnet, permute_soft=True)


@torch.compile
def nll(x):
    z, log_jac_det = inn(x)
    return (0.5 * z.pow(2).sum(1) - log_jac_det).mean()


nll(torch.randn(8, 4)).backward()
with torch.no_grad():
    torch.compile(inn)(torch.randn(8, 4), rev=True)
