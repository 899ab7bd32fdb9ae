import torch
from torchtree import Parameter
from torchtree.evolution.substitution_model import GTR, HKY, JC69

frequencies = Parameter("freqs", torch.tensor([0.3, 0.2, 0.2, 0.3]))
hky = HKY("hky", Parameter("kappa", torch.tensor([3.0])), frequencies)
gtr = GTR("gtr", Parameter("rates", torch.tensor([1.0, 2.0, 1.0, 1.0, 3.0, 1.0]) / 9), frequencies)
branches = torch.rand(5, 1, requires_grad=True)
for model in (JC69("jc"), hky, gtr):
    p_t = torch.compile(model.p_t)
    matrices = p_t(branches)
    print(matrices.shape, matrices.sum(-1)[0])
matrices.diagonal(dim1=-2, dim2=-1).sum().backward()
