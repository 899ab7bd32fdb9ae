import torch
from torch import nn
from bayestorch.distributions import get_log_scale_normal, get_softplus_inv_scale_normal
from bayestorch.nn import VariationalPosteriorModule

net = nn.Linear(4, 2)
prior, prior_kwargs = get_log_scale_normal(net.parameters(), log_scale=-1.0)
posterior, posterior_kwargs = get_softplus_inv_scale_normal(net.parameters(), softplus_inv_scale=-3.0, requires_grad=True)
model = VariationalPosteriorModule(net, prior, prior_kwargs, posterior, posterior_kwargs)
compiled = torch.compile(model)
out, kl = compiled(torch.randn(6, 4), num_mc_samples=2, return_kl_div=True)
(out.pow(2).mean() + 1e-3 * kl).backward()
print(out.shape, kl.item())
