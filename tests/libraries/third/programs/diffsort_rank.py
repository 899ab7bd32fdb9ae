import torch
from diffsort import DiffSortNet
from torch import nn

net = nn.Linear(4, 1)
sorter = DiffSortNet(sorting_network_type="odd_even", size=5, device="cpu", steepness=5)


@torch.compile
def loss_fn(x, targets):
    scores = net(x).squeeze(-1)
    _, perm_prediction = sorter(scores)
    perm_truth = nn.functional.one_hot(torch.argsort(targets, dim=-1)).transpose(-2, -1).float()
    return nn.functional.binary_cross_entropy(perm_prediction.clamp(0, 1), perm_truth)


loss_fn(torch.randn(3, 5, 4), torch.rand(3, 5)).backward()
