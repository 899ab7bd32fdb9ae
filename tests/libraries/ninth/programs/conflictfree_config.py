import torch
from conflictfree.grad_operator import ConFIG_update, ConFIGOperator
from conflictfree.utils import apply_gradient_vector, get_gradient_vector
from torch import nn

torch.manual_seed(0)
network = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(network.parameters())
residual = torch.compile(lambda x: network(x).square().mean())
boundary = torch.compile(lambda x: (network(x) - 1).square().mean())
combine = torch.compile(ConFIG_update)
operator = ConFIGOperator()
apply = torch.compile(operator.update_gradient)
grads = []
for loss_fn in (residual, boundary):
    optimizer.zero_grad()
    loss_fn(torch.randn(8, 2)).backward()
    grads.append(get_gradient_vector(network))
apply_gradient_vector(network, combine(grads))
apply(network, grads)
optimizer.step()
print(get_gradient_vector(network).norm())
