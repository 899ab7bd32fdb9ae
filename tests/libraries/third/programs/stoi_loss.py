import torch
from torch_stoi import NegSTOILoss
from torch import nn

enhancer = nn.Conv1d(1, 1, 15, padding=7)
loss_func = NegSTOILoss(sample_rate=10000)


@torch.compile
def step(noisy, clean):
    estimate = enhancer(noisy.unsqueeze(1)).squeeze(1)
    return loss_func(estimate, clean).mean()


step(torch.randn(2, 10000), torch.randn(2, 10000)).backward()
