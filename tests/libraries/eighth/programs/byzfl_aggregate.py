import torch
from byzfl import GeometricMedian, MultiKrum, NNM, SignFlipping, TrMean

torch.manual_seed(0)
honest = torch.randn(8, 32) + 1.0
attack = SignFlipping()
byzantine = attack(honest).unsqueeze(0).repeat(2, 1)
gradients = torch.cat([honest, byzantine])

pre_aggregator = NNM(f=2)
aggregators = [TrMean(f=2), GeometricMedian(nu=0.1, T=3), MultiKrum(f=2)]


@torch.compile
def robust_mean(vectors):
    mixed = pre_aggregator(vectors)
    return torch.stack([aggregator(mixed) for aggregator in aggregators])


print(robust_mean(gradients).mean(dim=1))
