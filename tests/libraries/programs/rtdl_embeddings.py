import torch
from rtdl_num_embeddings import PeriodicEmbeddings, PiecewiseLinearEmbeddings, compute_bins
from torch import nn

x = torch.randn(64, 4)
model = nn.Sequential(
    PiecewiseLinearEmbeddings(compute_bins(x, n_bins=8), 6, activation=False, version="B"), nn.Flatten(), nn.Linear(24, 1)
)
compiled = torch.compile(model)
compiled(x[:8]).sum().backward()
torch.compile(PeriodicEmbeddings(4, 6, lite=False))(x[:8])
