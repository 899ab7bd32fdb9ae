import functools

import pygmtools as pygm
import torch

pygm.set_backend("pytorch")
A1 = torch.rand(1, 4, 4)
A1 = (A1 + A1.transpose(1, 2)) * (1 - torch.eye(4))
A2 = A1.clone()
conn1, edge1, ne1 = pygm.utils.dense_to_sparse(A1)
conn2, edge2, ne2 = pygm.utils.dense_to_sparse(A2)
affinity = functools.partial(pygm.utils.gaussian_aff_fn, sigma=0.1)


@torch.compile
def solve(edge1, edge2):
    K = pygm.utils.build_aff_mat(None, edge1, conn1, None, edge2, conn2, torch.tensor([4]), ne1, torch.tensor([4]), ne2, edge_aff_fn=affinity)
    return pygm.rrwm(K, torch.tensor([4]), torch.tensor([4]), max_iter=5, sk_iter=5)


print(pygm.hungarian(solve(edge1, edge2)))
