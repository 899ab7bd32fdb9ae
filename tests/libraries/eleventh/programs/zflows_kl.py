import torch
from zflows.flow import CNF
from zflows.loss import reverse_KL
from zflows.potential import Gaussian_Mixture, potential_from

target = potential_from(lambda x: 0.25 * (x.square().sum(-1) - 4).square())
flow = CNF(dimension=2, nt=4, hidden_features=(8,))
loss_fn = torch.compile(lambda x: reverse_KL(x, target, flow.t()).mean())
loss = loss_fn(torch.randn(8, 2))
loss.backward()
print(loss.item())
