import torch
from opt_einsum_fx import optimize_einsums_full


def contract(a, b, vec):
    return torch.einsum("zi,i->zi", torch.einsum("ij,zj->zi", torch.einsum("ij,jk->ik", a, b), vec.pow(2)), torch.ones(4))


example = torch.randn(4, 5), torch.randn(5, 6), torch.randn(7, 6)
optimized = optimize_einsums_full(model=contract, example_inputs=example)
compiled = torch.compile(optimized)
print(compiled(*example).shape)
