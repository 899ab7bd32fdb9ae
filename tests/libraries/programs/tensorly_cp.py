import tensorly as tl
import torch
from tensorly.decomposition import parafac

tl.set_backend("pytorch")


@torch.compile
def decompose(tensor):
    factors = parafac(tensor, rank=2, n_iter_max=5, init="random", random_state=0)
    return tl.cp_to_tensor(factors)


print(decompose(torch.rand(4, 5, 6)).shape)
