import torch
from score_models import MLP, ScoreModel

net = MLP(dimensions=2, units=16, layers=2)
model = ScoreModel(net, sigma_min=1e-2, sigma_max=10.0, device="cpu")


@torch.compile
def loss(x):
    return model.loss_fn(x)


loss(torch.randn(8, 2)).backward()
