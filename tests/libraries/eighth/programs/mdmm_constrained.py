import mdmm
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(5, 3)
sparsity = mdmm.MaxConstraint(lambda: model.weight.abs().mean(), 0.05, scale=1.0, damping=1.0)
norm = mdmm.EqConstraint(lambda: model.bias.norm(), 1.0)
module = mdmm.MDMM([sparsity, norm])
optimizer = module.make_optimizer(model.parameters(), lr=1e-2)


@torch.compile
def constrained_loss(x, y):
    loss = nn.functional.mse_loss(model(x), y)
    return module(loss).value


for _ in range(2):
    value = constrained_loss(torch.randn(8, 5), torch.randn(8, 3))
    optimizer.zero_grad()
    value.backward()
    optimizer.step()
    print(value.item())
