import torch
from torch import nn
from welford_torch import OnlineCovariance, Welford

torch.manual_seed(0)
encoder = nn.Linear(5, 4)
stats, covariance = Welford(), OnlineCovariance()


@torch.compile
def track(batch):
    with torch.no_grad():
        z = encoder(batch)
        stats.add_all(z)
        covariance.add_all(z)
    return (z - stats.mean) / stats.var_s.sqrt()


for _ in range(2):
    z = track(torch.randn(16, 5))
print(z.shape, stats.count, covariance.corrcoef)
