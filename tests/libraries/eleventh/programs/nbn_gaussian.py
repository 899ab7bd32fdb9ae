import torch
from nbn.mechanisms import LinearGaussianMechanism

mechanism = LinearGaussianMechanism()
parents = torch.randn(50, 2)
x = parents.sum(-1, keepdim=True) + 0.1 * torch.randn(50, 1)
mechanism.fit_local(x, parents)
log_prob = torch.compile(mechanism.log_prob)
loss = -log_prob(x[:10], parents[:10]).mean()
print(loss.item(), torch.compile(mechanism.sample)(parents[:4], 3).shape)
