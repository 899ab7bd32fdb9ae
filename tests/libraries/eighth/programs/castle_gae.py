import torch
from castle.algorithms.gradient.gae.torch.models.model import AutoEncoder

torch.manual_seed(0)
model = AutoEncoder(d=5, input_dim=1, hidden_layers=1, hidden_dim=8)
compiled = torch.compile(model)
x = torch.randn(20, 5, 1)
reconstruction, w_adj = compiled(x)
h = torch.trace(torch.matrix_exp(w_adj * w_adj)) - 5
loss = (reconstruction - x).square().mean() + 0.1 * w_adj.abs().sum() + h
loss.backward()
print(loss.item())
