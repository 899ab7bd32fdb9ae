import geoopt
import torch
from torch import nn

ball = geoopt.PoincareBall(c=1.0)


class Hyperbolic(nn.Module):
    def __init__(self):
        super().__init__()
        self.points = geoopt.ManifoldParameter(ball.random_normal(10, 3, std=0.1), manifold=ball)

    def forward(self, i, j):
        return ball.dist(self.points[i], self.points[j])


model = Hyperbolic()
compiled = torch.compile(model)
optimizer = geoopt.optim.RiemannianAdam(model.parameters(), lr=1e-2)
for _ in range(2):
    optimizer.zero_grad()
    compiled(torch.tensor([0, 1, 2]), torch.tensor([3, 4, 5])).sum().backward()
    optimizer.step()
