import torch
from cplxmodule.nn.relevance import LinearARD, penalties
from torch import nn

model = nn.Sequential(LinearARD(6, 8), nn.ReLU(), LinearARD(8, 2))


@torch.compile
def objective(x, y):
    return nn.functional.mse_loss(model(x), y) + 1e-3 * sum(penalties(model))


objective(torch.randn(8, 6), torch.randn(8, 2)).backward()
