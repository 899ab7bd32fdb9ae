import torch
from neurodiffeq import diff
from neurodiffeq.conditions import IVP
from neurodiffeq.networks import FCNN, SinActv

net = FCNN(n_input_units=1, n_output_units=1, hidden_units=(16, 16), actv=SinActv)
condition = IVP(t_0=0.0, u_0=1.0, u_0_prime=0.0)


@torch.compile
def residual_loss(t):
    u = condition.enforce(net, t)
    return (diff(u, t, order=2) + u).pow(2).mean()


t = torch.rand(16, 1, requires_grad=True)
residual_loss(t).backward()
