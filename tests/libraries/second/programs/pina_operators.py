import torch
from pina import LabelTensor
from pina.model import FeedForward
from pina.operator import grad, laplacian

model = FeedForward(2, 1, inner_size=16, n_layers=2, func=torch.nn.Tanh)


@torch.compile
def residual(points):
    u = LabelTensor(model(points), ["u"])
    return laplacian(u, points, components=["u"], d=["x", "y"]).tensor.square().mean()


points = LabelTensor(torch.rand(8, 2), ["x", "y"]).requires_grad_()
residual(points).backward()
