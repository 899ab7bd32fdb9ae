import torch
from torchjd.aggregation import MGDA, Mean, UPGrad

aggregators = [UPGrad(), MGDA(), Mean()]


@torch.compile
def combine(jacobian):
    return sum(aggregator(jacobian) for aggregator in aggregators)


combine(torch.randn(3, 10))
