import pysiglib.torch_api as pysiglib
import torch


@torch.compile
def features(path):
    return pysiglib.signature(path, 3)


path = torch.rand(4, 10, 2, dtype=torch.double, requires_grad=True)
features(path).sum().backward()
