import torch
from baal.active.heuristics import BALD
from baal.bayesian.dropout import MCDropoutModule
from torch import nn

net = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Dropout(0.4), nn.Linear(32, 3))
model = MCDropoutModule(net)
predict = torch.compile(model)


@torch.compile
def monte_carlo(x, iterations=5):
    return torch.stack([predict(x) for _ in range(iterations)], dim=-1).softmax(dim=1)


with torch.no_grad():
    probabilities = monte_carlo(torch.randn(10, 8))
print(BALD()(probabilities.numpy()))
