import torch
from captum.attr import IntegratedGradients
from torch import nn

model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3)).eval()
ig = IntegratedGradients(model)


@torch.compile
def explain(inputs, target):
    return ig.attribute(inputs, target=target, n_steps=8)


print(explain(torch.randn(2, 6), torch.tensor([0, 2])).shape)
