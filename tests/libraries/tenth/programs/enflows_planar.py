import torch
from enflows import distributions, flows, transforms

transform = transforms.CompositeTransform([transforms.ActNorm(features=3), transforms.LULinear(3), transforms.Sigmoid(), transforms.InverseTransform(transforms.Sigmoid()),
                                           transforms.SVDLinear(3, num_householder=2)])
flow = flows.Flow(transform, distributions.DiagonalNormal([3]))


@torch.compile
def nll(x):
    return -flow.log_prob(x).mean()


loss = nll(torch.randn(12, 3))
loss.backward()
print(loss.item())
