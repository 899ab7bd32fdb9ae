import torch
from torch_mist.estimators import doe, js

estimator = js(x_dim=3, y_dim=2, hidden_dims=[16, 16], neg_samples=4)
optimizer = torch.optim.Adam(estimator.parameters())


@torch.compile
def step(x, y):
    optimizer.zero_grad()
    loss = estimator.loss(x, y)
    loss.backward()
    optimizer.step()
    return loss


x = torch.randn(8, 3)
print(step(x, x[:, :2] + 0.1 * torch.randn(8, 2)).item())
