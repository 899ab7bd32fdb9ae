import torch
from torch_runstats import Reduction, RunningStats
from torch_runstats.scatter import scatter, scatter_mean

stats = RunningStats(dim=(3,), reduction=Reduction.RMS)
accumulate = torch.compile(stats.accumulate_batch)
for _ in range(2):
    accumulate(torch.randn(10, 3))
print(stats.current_result())
pooled = torch.compile(scatter)
print(pooled(torch.randn(8, 4), torch.tensor([0, 0, 1, 1, 2, 2, 2, 3]), dim=0, dim_size=4).shape)
print(torch.compile(scatter_mean)(torch.randn(8, 4), torch.tensor([0, 0, 1, 1, 2, 2, 2, 3]), dim=0).shape)
