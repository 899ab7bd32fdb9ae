import torch
from torch import nn
from torch.distributions import Independent, Normal
from bayestorch.distributions import get_log_scale_normal
from bayestorch.nn import PriorModule
from bayestorch.optim import SGLD

net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
builder, kwargs = get_log_scale_normal(net.parameters(), log_scale=-1.0)
model = PriorModule(net, builder, kwargs)
optimizer = SGLD(net.parameters(), lr=1e-3)
compiled, step = torch.compile(model), torch.compile(optimizer.step)
for _ in range(2):
    out, log_prior = compiled(torch.randn(8, 3), return_log_prior=True)
    loss = out.pow(2).mean() - 1e-3 * log_prior
    optimizer.zero_grad()
    loss.backward()
    step()
print(loss.item())
